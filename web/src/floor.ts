// What the server says about the floor: its tables, its terminals, and where sockets are.

export interface FloorTerminal {
  readonly terminal: string;
  readonly href: string;
}

export interface FloorTable {
  readonly table: string;
  readonly title: string;
  readonly rulebook: string;
  readonly terminals: readonly FloorTerminal[];
}

export interface Floor {
  readonly site: string;
  /** The address sockets are opened at, without the path. */
  readonly sockets: string;
  readonly tables: readonly FloorTable[];
}

/** The floor, or an error if the server does not answer with it. */
export async function askFloor(signal?: AbortSignal): Promise<Floor> {
  const answer = await fetch("/api/floor", {
    headers: { accept: "application/json" },
    signal: signal ?? null,
  });
  if (!answer.ok) throw new Error(`the floor answered ${answer.status}`);
  return (await answer.json()) as Floor;
}
