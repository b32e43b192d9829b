// What the server says about the floor before anybody has logged in: the site, its tables, where one may play.
import { floorApi } from "./access/api";

export interface Site {
  readonly site: string;
  /** Everything is open and nothing is real. */
  readonly demonstration: boolean;
  /** A floor like any other, on which nothing is real money. */
  readonly rehearsal: boolean;
  /** The zone in which times are told here. */
  readonly time_zone: string;
}

export interface FloorTerminal {
  readonly terminal: string;
  readonly href: string;
  /** Somebody has it open. */
  readonly taken?: boolean;
}

export interface FloorSeat {
  readonly seat: string;
  readonly href: string;
}

export interface FloorTable {
  readonly table: string;
  readonly title: string;
  readonly rulebook: string;
  readonly game?: string;
  readonly kind?: string;
  readonly open?: boolean;
  readonly terminals: readonly FloorTerminal[];
  readonly seats?: readonly FloorSeat[];
}

/** Somebody who works here; on the demonstration floor with the word to come in by. */
export interface FloorPerson {
  readonly person: string;
  readonly name: string;
  readonly roles: Readonly<Record<string, readonly string[]>>;
  readonly duties: readonly string[];
  readonly password?: string;
}

export interface Floor {
  readonly site: string;
  readonly tables: readonly FloorTable[];
  readonly staff?: readonly FloorPerson[];
}

export async function askSite(signal?: AbortSignal): Promise<Site> {
  return (await floorApi.ask<Site>("/api/site", signal ? { signal } : {})).body;
}

/** The tables of the demonstration floor; refused without a login on any other. */
export async function askFloor(signal?: AbortSignal): Promise<Floor> {
  return (await floorApi.ask<Floor>("/api/floor", signal ? { signal } : {})).body;
}
