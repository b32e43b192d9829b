// Whatever the player, the floor and the network do, in whatever order: the money on the screen is what the server
// last said, nothing lies on the layout before the server said so, and once the network is well again everything agrees.
import fc from "fast-check";
import { expect, test } from "vitest";
import { reduce, type Happening } from "../src/state/reduce";
import { newTerminal, type TerminalState } from "../src/state/terminal";
import type { FromTerminal, OwnView, ToTerminal } from "../src/wire/messages";
import { FloorModel } from "./floor_model";

type Spots = Readonly<Record<string, number>>;

/** What an attentive observer of the line knows about the money. */
class Observer {
  seq = -1;
  money: { meter: number; staked: number } | null = null;
  spots: Spots = {};
  answered = new Set<number>();
  private isFirst = true;

  newLine(): void {
    this.isFirst = true;
  }

  see(message: ToTerminal): void {
    if (message.type === "welcome") this.welcome(message.own, message.own_seq);
    if (message.type === "own" && message.seq > this.seq) this.whole(message.own, message.seq);
    if (message.type === "ack" && message.seq > this.seq) {
      this.seq = message.seq;
      this.money = { meter: message.meter, staked: message.staked };
      this.spots = withoutZeros({ ...this.spots, ...message.spots });
    }
    if ("n" in message && message.n !== null) this.answered.add(message.n);
  }

  private welcome(own: OwnView | null, seq: number): void {
    if (own !== null && (this.isFirst || seq >= this.seq)) this.whole(own, seq);
    this.isFirst = false;
  }

  private whole(own: OwnView, seq: number): void {
    this.seq = seq;
    this.money = { meter: own.meter, staked: own.staked };
    this.spots = own.spots;
  }
}

function withoutZeros(spots: Spots): Spots {
  return Object.fromEntries(Object.entries(spots).filter(([, amount]) => amount !== 0));
}

/** A terminal and a floor with a network between them that may do anything. */
class World {
  floor = new FloorModel();
  state: TerminalState = newTerminal("T1", "key");
  observer = new Observer();
  toFloor: FromTerminal[] = [];
  toTerminal: ToTerminal[] = [];
  numbers: string[] = [];
  isUp = false;

  connect(): void {
    this.disconnect();
    this.isUp = true;
    this.observer.newLine();
    this.act({ kind: "opened" });
  }

  disconnect(): void {
    [this.toFloor, this.toTerminal] = [[], []];
    if (this.isUp) this.act({ kind: "closed" });
    this.isUp = false;
  }

  act(happening: Happening): void {
    const { state, send } = reduce(this.state, happening);
    this.note(state, happening);
    this.state = state;
    if (this.isUp) this.toFloor.push(...send);
    this.check();
  }

  private note(state: TerminalState, happening: Happening): void {
    if (happening.kind === "received" || state.pending.length <= this.state.pending.length) return;
    this.numbers.push(`${state.boot}/${state.n}`);
  }

  floorHears(): void {
    const message = this.toFloor.shift();
    if (message !== undefined) this.told(this.floor.handle(message));
  }

  told(messages: ToTerminal[]): void {
    if (this.isUp) this.toTerminal.push(...messages);
  }

  terminalHears(index = 0, keep = false): void {
    const message = this.toTerminal[index];
    if (message === undefined) return;
    if (!keep) this.toTerminal.splice(index, 1);
    this.observer.see(message);
    this.act({ kind: "received", message, at: 0 });
  }

  /** The first word on a line is the welcome; a network that loses, doubles or swaps does it behind that. */
  get mayDisturb(): boolean {
    return this.state.link.kind === "standing";
  }

  check(): void {
    const { view } = this.state.own;
    const { money, spots, answered } = this.observer;
    expect(view === null ? null : { meter: view.meter, staked: view.staked }).toEqual(money);
    expect(withoutZeros(view?.spots ?? {})).toEqual(withoutZeros(spots));
    for (const { command } of this.state.pending) expect(answered.has(command.n)).toBe(false);
  }

  /** A new line on which nothing is lost, until nothing more is said. */
  calm(): void {
    this.connect();
    for (let turn = 0; turn < 1_000 && this.toFloor.length + this.toTerminal.length > 0; turn += 1) {
      this.floorHears();
      this.terminalHears();
    }
  }
}

const SPOTS = ["straight:17", "straight:0", "red"];
const touch = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("place" as const),
      wager: fc.constantFrom(...SPOTS),
      amount: fc.constantFrom(100, 500),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: "undo" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "clear" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "double" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "repeat" as const }) },
  {
    weight: 1,
    arbitrary: fc.constant({ kind: "move" as const, spot: "red", to: "straight:0", amount: 100 }),
  },
  {
    weight: 1,
    arbitrary: fc.constant({
      kind: "place_many" as const,
      wagers: [["red", 100] as const, ["straight:17", 200] as const],
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "autoplay" as const, rounds: 3, lossMax: 2_000 }) },
  { weight: 1, arbitrary: fc.constant({ kind: "collect" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "note" as const, amount: 500 }) },
);

const step: fc.Arbitrary<(world: World) => void> = fc.oneof(
  { weight: 6, arbitrary: touch.map((wish) => (world: World) => world.act(wish)) },
  { weight: 8, arbitrary: fc.constant((world: World) => world.floorHears()) },
  { weight: 8, arbitrary: fc.constant((world: World) => world.terminalHears()) },
  { weight: 3, arbitrary: fc.constant((world: World) => world.mayDisturb && world.terminalHears(0, true)) },
  { weight: 3, arbitrary: fc.constant((world: World) => world.mayDisturb && world.terminalHears(1)) },
  { weight: 3, arbitrary: fc.constant((world: World) => world.mayDisturb && void world.toTerminal.shift()) },
  { weight: 1, arbitrary: fc.constant((world: World) => world.told(world.floor.close())) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("17", "0", "3")
      .map((outcome) => (world: World) => world.told(world.floor.settle(outcome))),
  },
  { weight: 1, arbitrary: fc.constant((world: World) => world.told(world.floor.void())) },
  { weight: 1, arbitrary: fc.constant((world: World) => world.disconnect()) },
  { weight: 3, arbitrary: fc.constant((world: World) => world.isUp || world.connect()) },
);

test("the money shown is what the server last said, and nothing is shown as placed before its answer", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 150, size: "max" }), (steps) => {
      const world = new World();
      world.calm();
      for (const take of steps) take(world);
      world.calm();
      expect(world.state.link.kind).toBe("standing");
      expect(world.state.pending).toEqual([]);
      expect(world.state.own.view).toEqual(world.floor.own);
      expect(world.state.table.view).toEqual(world.floor.table);
      expect(new Set(world.numbers).size).toBe(world.numbers.length);
      expect(new Set(world.floor.accepted).size).toBe(world.floor.accepted.length);
    }),
    { numRuns: 1_000 },
  );
});
