// The board of tables: which needs somebody first, and what stands on its tile. No DOM; what is grave is what the floor says.
import type { Tile } from "../../wire/console";

/** Four for what nobody may leave as it is, down to nothing. */
export type Attention = 0 | 1 | 2 | 3 | 4;

const WAITS: Attention = 3;

/** How much a table needs somebody: by its gravest alert, and by what waits for a person there. */
export function attentionOf(tile: Tile): Attention {
  const gravest = tile.alerts.reduce((most, { gravity }) => Math.max(most, gravity + 1), 0);
  const waits = tile.phase === "HELD" || tile.cases > 0 || tile.disputes > 0 ? WAITS : 0;
  return Math.min(4, Math.max(gravest, waits)) as Attention;
}

/** The table that needs somebody first; among equals the one with more alerts, then as the floor has them. */
export function byAttention(tiles: readonly Tile[]): Tile[] {
  return tiles
    .map((tile, place) => ({ tile, place, attention: attentionOf(tile) }))
    .sort(
      (one, other) =>
        other.attention - one.attention ||
        other.tile.alerts_open - one.tile.alerts_open ||
        one.place - other.place,
    )
    .map(({ tile }) => tile);
}

export interface FloorSum {
  readonly turnover: number;
  readonly hold: number;
  readonly drop: number;
  readonly players: number;
  readonly alerts: number;
  /** How many tables it is the sum of. */
  readonly tables: number;
}

/** All tables together whose figures are known to whoever looks; nothing if none is. */
export function sumOf(tiles: readonly Tile[]): FloorSum | null {
  const known = tiles.flatMap((tile) => (tile.figures === null ? [] : [{ tile, figures: tile.figures }]));
  if (known.length === 0) return null;
  const sum = (of: (each: (typeof known)[number]) => number) =>
    known.reduce((all, each) => all + of(each), 0);
  return {
    turnover: sum(({ figures }) => figures.turnover),
    hold: sum(({ figures }) => figures.hold),
    drop: sum(({ figures }) => figures.drop),
    players: sum(({ tile }) => tile.players),
    alerts: sum(({ tile }) => tile.alerts_open),
    tables: known.length,
  };
}
