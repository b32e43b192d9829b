// What the screens of a terminal and of a seat know alike: the session's state, the chosen chip, the fresh result.
// Made while a component is; it starts the session and stops it with the component.
import { onDestroy } from "svelte";
import type { Kept } from "../state/keeper";
import { allowed, shownPhase } from "../state/phases";
import type { PlayerState } from "../state/player";
import type { Told } from "../state/told";
import { Shape } from "./shape.svelte";

/** How long a result is pointed out. */
const FRESH_MS = 7_000;

/** The money and chips both kinds of view tell, and what staff show to the player. */
interface Money extends Told {
  readonly staked: number;
  readonly win: number;
  readonly paid: number;
  readonly spots: Readonly<Record<string, number>>;
}

export type Shown = Kept & PlayerState<Money, unknown, { readonly kind: string }>;

export interface Session<State> {
  readonly state: State;
  start(): void;
  stop(): void;
}

export interface Words {
  readonly staked: string;
  readonly staging: (cents: number) => string;
  readonly win: string;
  readonly paid: (cents: number) => string;
}

interface Choices<State, Live> {
  /** The session, which is to tell of every change. */
  readonly open: (changed: (state: State) => void) => Live;
  /** What is staged on each spot. */
  readonly staged: (state: State) => Readonly<Record<string, number>>;
  /** The chip chosen at first. */
  readonly chip: number;
}

export class Play<State extends Shown, Live extends Session<State>> {
  readonly session: Live;
  readonly shape = new Shape();
  now: State;
  chip: number;
  isFresh = $state(false);
  readonly staged: Readonly<Record<string, number>>;

  constructor({ open, staged, chip }: Choices<State, Live>) {
    this.session = open((next) => (this.now = next));
    this.now = $state.raw(this.session.state);
    this.chip = $state(chip);
    this.staged = $derived(staged(this.now));
    this.session.start();
    onDestroy(() => this.session.stop());
    let before = { table: "", round: 0 };
    $effect(() => {
      const now = { table: this.table?.table ?? "", round: this.lastShown?.round ?? 0 };
      const isNews = now.table === before.table && now.round > before.round;
      before = now;
      if (!isNews) return;
      this.isFresh = true;
      const timer = setTimeout(() => (this.isFresh = false), FRESH_MS);
      return () => {
        clearTimeout(timer);
        this.isFresh = false;
      };
    });
  }

  get own(): State["own"]["view"] {
    return this.now.own.view;
  }

  get table() {
    return this.now.table.view;
  }

  get phase() {
    return shownPhase(this.table);
  }

  get may() {
    return allowed(this.phase);
  }

  get isOff(): boolean {
    return this.now.link.kind !== "standing";
  }

  get last() {
    return this.now.history[0] ?? null;
  }

  /** The last round this page knows of, if it is the one whose number is shown: after a gap it is not. */
  get lastShown() {
    const [last, table] = [this.last, this.table];
    if (last === null || table === null) return null;
    return last.round >= (table.outcome === null ? table.round - 1 : table.round) ? last : null;
  }

  /** The meters every player has, in the words of the place. */
  meters(words: Words) {
    const own = this.now.own.view;
    const sum = Object.values(this.staged).reduce((all, amount) => all + amount, 0);
    return [
      {
        name: "staked",
        title: words.staked,
        cents: own?.staked,
        under: sum > 0 ? words.staging(sum) : "",
        underName: "staging",
      },
      {
        name: "win",
        title: words.win,
        cents: own?.win,
        under: own !== null && own.paid > 0 ? words.paid(own.paid) : "",
        underName: "paid",
        isWon: this.isFresh && (own?.win ?? 0) > 0,
      },
    ];
  }
}
