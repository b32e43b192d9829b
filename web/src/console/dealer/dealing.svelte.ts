// What a dealer has in mind at the screen: the chosen player and chip, what a touch means, what was ticked off, and the
// number that was keyed. The floor knows none of it until an act is sent; what was refused is said, with its clause.
import type { Outcome } from "../../state/console";
import { handsOf, keyingOf, mismatchOf, spinNow, stepsOf, type Mismatch } from "../../state/dealing";
import { cautionOf, drawn, trayOf, type Caution, type TrayChip } from "../../state/dealing_cloth";
import { nextLine, payKey, takeKey, workOf } from "../../state/dealing_plan";
import { serverNow } from "../../state/clock";
import type { DealerView } from "../../wire/console";
import type { Desk } from "../desk.svelte";

/** A no of the floor. */
export interface No {
  readonly words: string;
  readonly clause: string;
  readonly details: Readonly<Record<string, string | number>>;
}

/** Chips in the air: asked about first, or on their way. */
export interface Held {
  readonly player: string;
  readonly wager: string;
  readonly cents: number;
  readonly caution: Caution | null;
}

export class Dealing {
  readonly desk: Desk;
  readonly table: string;

  player = $state("");
  /** Who was given a place and has yet to come into view: chips must not go to somebody else meanwhile. */
  awaited = $state("");
  chipAt = $state(0);
  isLifting = $state(false);
  isVerbal = $state(false);
  isHelped = $state(false);
  isBlock = $state(false);
  keyed = $state("");
  /** The round whose number was keyed as the reader has it, where only this screen compares. */
  #compared = $state("");
  /** Two numbers, known here before the floor's view has come. */
  #keyedOther = $state.raw<Mismatch | null>(null);
  /** Those that were read on the screen and put away, to look again; after a reload they are there once more. */
  #putAway = $state("");
  no = $state.raw<No | null>(null);
  /** What is neither done nor refused: it waits for somebody, or nobody knows. */
  note = $state<"" | "second" | "forgotten">("");
  held = $state.raw<Held | null>(null);
  ticked = $state.raw<readonly string[]>([]);
  isBusy = $state(false);
  panel = $state<"" | "chips" | "no_spin" | "keys" | "sign_off">("");
  /** Wagers that were warned about once in this round: chips are often laid one by one. */
  #warned: readonly string[] = [];

  readonly view = $derived.by(() => this.desk.view("dealer", this.table));
  readonly layout = $derived.by(() => this.desk.layout(this.table));
  readonly nowMs = $derived.by(() => serverNow(this.desk.clock, this.desk.localMs));
  readonly hands = $derived.by(() =>
    this.view === null ? "others" : handsOf(this.view, this.desk.now.person),
  );
  readonly isMine = $derived.by(() => this.hands === "mine");
  readonly isOff = $derived.by(() => !this.desk.isStanding || !this.isMine);
  readonly steps = $derived.by(() =>
    this.view === null
      ? []
      : stepsOf(this.view, this.nowMs, (act) => this.isMine && this.desk.may(act, this.table)),
  );
  readonly spin = $derived.by(() =>
    this.view === null ? null : spinNow(this.view, this.desk.now.spins[this.table]),
  );
  readonly keying = $derived.by(() =>
    this.view === null ? ({ kind: "none" } as const) : keyingOf(this.view),
  );
  readonly isKeyed = $derived.by(
    () =>
      this.view !== null &&
      (this.#compared === roundKey(this.view) ||
        (this.view.plan?.is_booked === true && this.view.dolly !== null)),
  );
  readonly mismatch: Mismatch | null = $derived.by(() => {
    const found = this.#keyedOther ?? (this.view === null || !this.isMine ? null : mismatchOf(this.view));
    return found === null || this.#putAway === this.#nameOf(found) ? null : found;
  });
  /** What would be left alone by whoever signs off now. */
  readonly isBusyTable = $derived.by(
    () =>
      (this.view?.rules?.spin.is_moving ?? false) ||
      (this.view?.differ ?? null) !== null ||
      (this.view?.players ?? []).some(({ laid }) => Object.keys(laid).length > 0),
  );
  readonly isAsked = $derived.by(
    () => this.isMine && (this.keying.kind === "sent" || (this.keying.kind === "checked" && !this.isKeyed)),
  );
  readonly cloth = $derived.by(() => (this.view === null ? {} : drawn(this.view, this.isAsked)));
  readonly line = $derived.by(() => this.view?.players.find(({ player }) => player === this.player));
  readonly tray = $derived.by(() => trayOf(this.line, this.view?.cloth?.denominations ?? []));
  readonly chip: TrayChip | undefined = $derived.by(() => this.tray[this.chipAt] ?? this.tray[0]);
  readonly isBetting = $derived.by(() => ["OPEN", "FINISHING"].includes(this.view?.table.phase ?? ""));
  readonly work = $derived.by(() =>
    this.view === null ? null : workOf(this.view, this.ticked, this.isKeyed),
  );

  constructor(desk: Desk, table: string) {
    this.desk = desk;
    this.table = table;
  }

  /** Does an act at this table; a no stays on the screen until the next act. */
  async do(act: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Outcome> {
    this.isBusy = true;
    const outcome = await this.desk.do(act, { table: this.table, ...fields });
    this.isBusy = false;
    this.note = outcome.kind === "second" || outcome.kind === "forgotten" ? outcome.kind : "";
    this.no =
      outcome.kind === "refused"
        ? { words: outcome.words || outcome.reason, clause: outcome.clause, details: outcome.details }
        : null;
    return outcome;
  }

  /** Keeps the choice to players who are there: whoever was just given a place is next, to buy in. */
  settle(players: readonly string[]): void {
    if (players.includes(this.awaited)) {
      this.choose(this.awaited);
      [this.awaited, this.panel] = ["", "chips"];
    } else if (!players.includes(this.player)) this.choose(players[0] ?? "");
  }

  choose(player: string): void {
    this.player = player;
    this.chipAt = 0;
    this.held = null;
    this.isVerbal = this.isHelped = false;
  }

  /** The player so many places further on. */
  turn(by: number): void {
    const names = (this.view?.players ?? []).map(({ player }) => player);
    if (names.length === 0) return;
    const at = names.indexOf(this.player);
    this.choose(names[(Math.max(at, by > 0 ? -1 : 0) + by + names.length) % names.length] ?? "");
  }

  larger(by: number): void {
    this.chipAt = Math.min(Math.max(this.chipAt + by, 0), Math.max(this.tray.length - 1, 0));
  }

  // Wagers

  /** A touch on the layout or on a button of the block. */
  touch(wager: string, cents: number, numbers = 1): void {
    if (this.view === null || this.isOff || this.player === "") return;
    if (this.isLifting) {
      this.takeBack(wager, Math.min(cents * numbers, this.line?.laid[wager] ?? 0));
      return;
    }
    const sum = cents * numbers;
    const caution = cautionOf(this.view, this.player, wager, sum);
    const held = { player: this.player, wager, cents: sum, caution };
    const key = warnedKey(this.view, held);
    if (caution !== null && !this.#warned.includes(key)) this.held = held;
    else void this.#lay({ ...held, caution: null }, numbers > 1);
  }

  /** What was held because of the limits is laid all the same. */
  layHeld(): void {
    const held = this.held;
    if (held === null || this.view === null) return;
    this.#warned = [...this.#warned, warnedKey(this.view, held)];
    const kind = held.wager.split(":")[0] ?? "";
    void this.#lay({ ...held, caution: null }, this.view?.cloth?.buttons?.kinds.includes(kind) ?? false);
  }

  async #lay(held: Held, block: boolean): Promise<void> {
    this.held = held;
    await this.do("PlaceOnCloth", {
      player: held.player,
      wager: held.wager,
      amount: held.cents,
      colour: this.chip?.colour ?? "",
      verbal: this.isVerbal,
      helped: this.isHelped,
      block,
      round: this.view?.table.round ?? 0,
    });
    // How a wager came about is said of that wager alone.
    this.isVerbal = this.isHelped = false;
    if (this.held === held) this.held = null;
  }

  takeBack(wager: string, amount: number): void {
    if (amount <= 0) return;
    void this.do("TakeFromCloth", {
      player: this.player,
      wager,
      amount,
      round: this.view?.table.round ?? 0,
    });
  }

  move(wager: string, to: string, amount: number): void {
    void this.do("MoveOnCloth", { player: this.player, wager, to, amount });
  }

  // The number

  /** Compares the keyed number with the reader's: the floor does, and where it has settled, this screen. */
  async compare(): Promise<void> {
    const { view, keying, keyed } = this;
    if (view === null || keyed === "" || keying.kind === "none" || this.isBusy) return;
    const isSettled = view.plan?.is_booked ?? false;
    const differs = { keyed, reader: keying.reader, isSettled, isEntered: false };
    this.#putAway = "";
    this.#keyedOther = null;
    if (keying.kind === "checked") {
      if (keyed === keying.reader) this.#compared = roundKey(view);
      else this.#keyedOther = differs;
      this.keyed = "";
      return;
    }
    // A number that differs goes to the floor as well: that it was keyed is on record with the refusal.
    const outcome = await this.do(keying.act, { outcome: keyed });
    if (keyed !== keying.reader || (outcome.kind === "refused" && outcome.reason === "other_outcome")) {
      this.#keyedOther = differs;
      this.no = null;
    }
    this.keyed = "";
  }

  /** Whoever has read that there are two numbers looks at the wheel again. */
  lookAgain(): void {
    if (this.mismatch !== null) this.#putAway = this.#nameOf(this.mismatch);
    this.#keyedOther = null;
  }

  #nameOf({ keyed, reader }: Mismatch): string {
    return `${this.view?.table.round ?? 0}/${keyed}/${reader}`;
  }

  // Taking and paying

  tick(key: string): void {
    this.ticked = this.ticked.includes(key)
      ? this.ticked.filter((each) => each !== key)
      : [...this.ticked, key];
  }

  /** Ticks the first line that is left. */
  tickNext(): void {
    const { view, work } = this;
    if (view === null || view.plan === null || work === null) return;
    const at = nextLine(view, work, this.ticked);
    if (at !== null) this.tick(work.part === "take" ? takeKey(view.plan, at) : payKey(view.plan, at));
  }
}

/** What somebody has agreed to lay all the same: one wager of one player in one round. */
function warnedKey(view: DealerView, { player, wager }: Held): string {
  return `${roundKey(view)}/${player}/${wager}`;
}

/** What a keyed number counts for: one round and one number of it. */
function roundKey(view: DealerView): string {
  return `${view.table.round}/${view.plan?.outcome ?? ""}`;
}
