// The dealer's screen without a screen: steps, the spin, the keyed number, the cloth, and the list of what to move.
import { describe, expect, test } from "vitest";
import { newConsole, reduceConsole, type ConsoleState } from "../src/state/console";
import {
  announced,
  handsOf,
  isInFigures,
  keyingOf,
  mismatchOf,
  outcomesOf,
  spinNow,
  stepsOf,
  typed,
} from "../src/state/dealing";
import { broken, cautionOf, clothOf, drawn, freeColours, signFor, trayOf } from "../src/state/dealing_cloth";
import { nextLine, payKey, releasable, takeKey, workOf } from "../src/state/dealing_plan";
import type {
  ClothLine,
  DealerView,
  DealingRules,
  NextStep,
  PayLine,
  Plan,
  ToConsole,
} from "../src/wire/console";
import { placeOf } from "../src/console/dealer/places";
import type { Drawing } from "../src/layout/drawing";
import type { Spin } from "../src/wire/messages";
import { aLayout, aSymbolLayout, TABLE } from "./samples";

const WHO = { power: "correct_outcome", roles: ["pit boss"], clause: "11(e)" };

function rules(changes: Partial<DealingRules> = {}): DealingRules {
  return {
    is_dealer_run: true,
    channels: ["cloth"],
    keyed_by: "",
    spin: {
      spin: 1,
      is_moving: false,
      is_sensed: false,
      revolutions_min: 3,
      revolutions_clause: "9(b)",
      opposite: true,
      opposite_clause: "9(b)",
    },
    no_spin: "spin_again",
    no_spin_clause: "11(d)",
    no_spin_causes: [],
    void_causes: [],
    corrects: WHO,
    enters: WHO,
    others: [],
    ...changes,
  };
}

function player(name: string, changes: Partial<ClothLine> = {}): ClothLine {
  return {
    player: name,
    hand: 10_000,
    laid: {},
    colour: "",
    value: 0,
    maximum: null,
    advised: false,
    idle: 0,
    colours: [],
    value_chips: 10_000,
    riding: {},
    won: 0,
    next_maximum: null,
    personal: {},
    partners: [],
    second_colour: false,
    must_colour: "",
    barred: "",
    barred_clause: "",
    touches: 0,
    ...changes,
  };
}

function view(changes: Partial<DealerView> = {}): DealerView {
  return {
    sequence: 1,
    table: { ...TABLE, round: 7, phase: "CLOSED", outcome: null },
    dealer: "dan",
    registered: null,
    asks: "",
    next: [],
    players: [],
    cloth_limits: { any: { min: 500, max: 10_000, step: null, multiples: false } },
    faulty: [],
    idle: [],
    notices: {},
    is_open: true,
    steps: [],
    rules: rules(),
    cloth: null,
    dolly: null,
    collected: false,
    warned: false,
    plan: null,
    differ: null,
    ...changes,
  };
}

function pay(name: string, spot: string, changes: Partial<PayLine> = {}): PayLine {
  return {
    player: name,
    wager: spot,
    spot,
    lies: 500,
    share: 500,
    odds: "1 to 1",
    exact: 500,
    won: 500,
    rounded: "",
    rides: 500,
    back: 0,
    chips: [],
    loose: 0,
    alone: false,
    paid: false,
    cut: "",
    ...changes,
  };
}

function plan(changes: Partial<Plan> = {}): Plan {
  return {
    round: 7,
    outcome: "17",
    order: ["dolly", "collect", "pay"],
    order_clause: "9(e)",
    is_booked: false,
    take: [{ player: "Vic", wager: "red", amount: 500, of_winning: false }],
    pay: [pay("Ria", "black", { alone: true }), pay("Ria", "straight:17")],
    back: [],
    taken: 500,
    paid: 1_000,
    advise: [],
    advise_clause: "",
    ...changes,
  };
}

const step = (act: string, changes: Partial<NextStep> = {}): NextStep => ({
  act,
  clause: "1",
  says: "",
  after: "",
  not_before_ms: 0,
  ...changes,
});

describe("steps", () => {
  const steps = [
    step("WarnFinish"),
    step("CloseWagers", { after: "WarnFinish" }),
    step("SpinWheel", { not_before_ms: 5_000 }),
  ];

  test("lead to the first that can be taken, and say what the others wait for", () => {
    const seen = stepsOf(view({ steps }), 4_000, () => true);
    expect(seen.map(({ act, key, isMain, isDue }) => [act, key, isMain, isDue])).toEqual([
      ["WarnFinish", "1", true, true],
      ["CloseWagers", "2", false, false],
      ["SpinWheel", "3", false, false],
    ]);
    expect(seen[2]?.waitMs).toBe(1_000);
    expect(stepsOf(view({ steps }), 5_000, () => true)[2]?.isDue).toBe(true);
  });

  test("are only those the person holds", () => {
    expect(stepsOf(view({ steps }), 0, (act) => act === "SpinWheel").map(({ act }) => act)).toEqual([
      "SpinWheel",
    ]);
  });

  test("belong to whoever is signed on", () => {
    expect([handsOf(view(), "dan"), handsOf(view(), "eve"), handsOf(view({ dealer: "" }), "dan")]).toEqual([
      "mine",
      "others",
      "nobodys",
    ]);
  });
});

describe("the spin", () => {
  const moving = view({ rules: rules({ spin: { ...rules().spin, is_moving: true } }) });
  const turn: Spin = {
    type: "spin",
    table: "E",
    round: 7,
    what: "turn",
    count: 2,
    turn_ms: 800,
    rotor: "cw",
    at_ms: 1,
  };

  test("is what was sensed in this round, with its turns held against what is needed", () => {
    expect(spinNow(moving, turn)).toMatchObject({ state: "turning", turns: 2, isEnough: false });
    expect(spinNow(moving, { ...turn, count: 3 }).isEnough).toBe(true);
    expect(spinNow(moving, { ...turn, what: "rest", count: 4 })).toMatchObject({ state: "rest", turns: 4 });
  });

  test("is kept by table as the floor tells it", () => {
    const told = (message: ToConsole, state: ConsoleState) =>
      reduceConsole(state, { kind: "received", message, at: 0 }).state;
    const after = told({ ...turn, count: 3 }, told(turn, newConsole()));
    expect(after.spins["E"]?.count).toBe(3);
    expect(Object.keys(after.spins)).toEqual(["E"]);
  });

  test("of an earlier round says nothing of this one", () => {
    expect(spinNow(moving, { ...turn, round: 6 })).toMatchObject({ state: "spun", turns: null });
    expect(spinNow(view(), turn).state).toBe("still");
  });

  test("of a round that is settled stays to be looked at", () => {
    const settled = view({ table: { ...TABLE, round: 7, phase: "SETTLED" } });
    expect(spinNow(settled, { ...turn, what: "rest", count: 5 })).toMatchObject({ state: "rest", turns: 5 });
  });
});

describe("the number", () => {
  const layout = aLayout();

  test("goes to the floor where it is compared there, and is compared here where the books are ahead", () => {
    const read = view({
      rules: rules({ keyed_by: "MarkDolly" }),
      table: { ...TABLE, round: 7, phase: "CLOSED", outcome: "17" },
    });
    expect(keyingOf(read)).toEqual({ kind: "sent", act: "MarkDolly", reader: "17" });
    const registered = view({ rules: rules({ keyed_by: "ConfirmOutcome" }), registered: "5" });
    expect(keyingOf(registered)).toEqual({ kind: "sent", act: "ConfirmOutcome", reader: "5" });
    expect(keyingOf(view({ plan: plan({ is_booked: true }) }))).toEqual({ kind: "checked", reader: "17" });
    // What was not read is entered in a form of its own, never compared with nothing.
    expect(keyingOf(view({ rules: rules({ keyed_by: "EnterOutcome" }) }))).toEqual({ kind: "none" });
  });

  test("is typed in figures as long as something begins so", () => {
    expect(isInFigures(layout)).toBe(true);
    const [first = ""] = outcomesOf(layout);
    expect(typed("", first, layout)).toBe(first);
    expect(typed("3", "9", layout)).toBe("9");
    expect(typed("", "x", layout)).toBe("");
  });

  test("of a wheel of symbols is chosen", () => {
    expect(isInFigures(aSymbolLayout())).toBe(false);
    expect(outcomesOf(aSymbolLayout()).length).toBeGreaterThan(1);
  });

  test("is announced with what it is", () => {
    expect(announced("17", layout)).toEqual(["Low", "Odd", "Black"]);
    expect(announced("0", layout)).toEqual([]);
  });
});

describe("the cloth", () => {
  const laid = view({
    players: [
      player("Ria", { colour: "blue", value: 250, laid: { black: 500, "straight:17": 500 } }),
      player("Vic", { laid: { red: 500, black: 100 } }),
    ],
  });

  test("shows whose chips lie where, in their colours", () => {
    expect(clothOf(laid)["black"]).toEqual([
      { player: "Ria", colour: "blue", cents: 500, fate: "" },
      { player: "Vic", colour: "", cents: 100, fate: "" },
    ]);
  });

  test("tells what is taken and what is paid once the number was keyed, and nothing of it before", () => {
    const fallen = { ...laid, plan: plan() };
    expect(drawn(fallen, false)["red"]?.[0]?.fate).toBe("taken");
    expect(drawn(fallen, false)["straight:17"]?.[0]?.fate).toBe("paid");
    expect(
      Object.values(drawn(fallen, true))
        .flat()
        .every(({ fate }) => fate === ""),
    ).toBe(true);
    expect(Object.keys(drawn({ ...fallen, collected: true }, false))).not.toContain("red");
  });

  test("of a settled round shows what the dealer has yet to move", () => {
    const booked = { ...laid, players: [], plan: plan({ is_booked: true }) };
    expect(clothOf(booked)["red"]).toEqual([{ player: "Vic", colour: "", cents: 500, fate: "taken" }]);
  });

  test("is laid with the chips a player has", () => {
    expect(trayOf(player("Vic"), [100, 500]).map(({ cents }) => cents)).toEqual([100, 500]);
    const colour = trayOf(player("Ria", { colour: "blue", value: 250, value_chips: 0 }), [100]);
    expect(colour.map(({ cents, count }) => [cents, count])).toEqual([
      [250, 1],
      [500, 2],
      [1_250, 5],
      [2_500, 10],
      [5_000, 20],
    ]);
    expect(trayOf(undefined, [100])).toEqual([]);
  });

  test("has colours that nobody else has", () => {
    const cloth = {
      places: 0,
      colours: [{ colour: "red", player: "Ria", value: 100, marker: false }],
      off_limits: [],
      buttons: null,
      chips: {} as never,
      denominations: [],
      straight_only: [],
    };
    expect(freeColours(view({ cloth }))).not.toContain("red");
    expect(freeColours(view({ cloth }))).toContain("blue");
  });

  test("warns before a wager is below the minimum or above the maximum, by the player's own limits", () => {
    const own = view({ players: [player("Ria", { laid: { red: 300 }, maximum: 20_000, advised: true })] });
    expect(cautionOf(own, "Ria", "red", 100)).toEqual({
      what: "below",
      limit: 500,
      sum: 400,
      isAdvised: true,
    });
    expect(cautionOf(own, "Ria", "red", 200)).toBeNull();
    expect(cautionOf(own, "Ria", "red", 15_000)).toBeNull();
    expect(cautionOf(own, "Ria", "red", 20_000)).toMatchObject({ what: "above", limit: 20_000 });
    const personal = { red: { min: 2_000, max: null, step: null, multiples: false } };
    expect(signFor(view({ players: [player("Ria", { personal })] }), "Ria", "red").min).toBe(2_000);
  });

  test("breaks a sum into chips, the largest first, and tells the rest", () => {
    expect(broken(17_650)).toEqual({
      chips: [
        { value: 10_000, count: 1 },
        { value: 2_500, count: 3 },
        { value: 100, count: 1 },
      ],
      rest: 50,
    });
  });
});

describe("taking and paying", () => {
  const none: readonly string[] = [];

  test("begins with the number, then takes, then pays, as the floor has it on record", () => {
    const fallen = view({ plan: plan() });
    expect(workOf(fallen, none, false)?.part).toBe("number");
    expect(workOf({ ...fallen, dolly: "17" }, none, false)).toEqual({
      part: "take",
      done: 0,
      of: 1,
      isReady: false,
    });
    expect(workOf({ ...fallen, dolly: "17", collected: true }, none, false)?.part).toBe("pay");
    expect(workOf(view(), none, false)).toBeNull();
  });

  test("is worked through line by line", () => {
    const [round, all] = [view({ plan: plan(), dolly: "17", collected: true }), plan()];
    const work = workOf(round, none, false);
    expect(work && nextLine(round, work, none)).toBe(0);
    const one = [payKey(all, 0)];
    const after = workOf(round, one, false);
    expect(after).toMatchObject({ done: 1, of: 2, isReady: false });
    expect(after && nextLine(round, after, one)).toBe(1);
  });

  test("releases a spot alone once all its winners are paid, where the rulebook lets", () => {
    const round = view({
      plan: plan({ pay: [pay("Ria", "black", { alone: true }), pay("Vic", "black", { alone: true })] }),
      dolly: "17",
      collected: true,
    });
    const all = plan();
    expect(releasable(round, [payKey(all, 0)])).toBeNull();
    expect(releasable(round, [payKey(all, 0), payKey(all, 1)])).toBe("black");
  });

  test("where the books are settled waits for the keyed number and ends when everything is moved", () => {
    const booked = plan({ is_booked: true, order: [] });
    const round = view({ plan: booked });
    expect(workOf(round, none, false)?.part).toBe("number");
    expect(workOf(round, none, true)?.part).toBe("take");
    const taken = [takeKey(booked, 0)];
    expect(workOf(round, taken, true)?.part).toBe("pay");
    const all = [...taken, payKey(booked, 0), payKey(booked, 1)];
    expect(workOf(round, all, true)).toMatchObject({ part: "done", isReady: true });
  });
});

describe("a spin that runs, and two numbers for it", () => {
  const noSpin: NextStep = {
    act: "CallNoSpin",
    clause: "10(a)",
    says: "no_spin",
    after: "",
    not_before_ms: 0,
  };

  test("it is waited for: to call it off has no figure and is not led to", () => {
    const [step] = stepsOf(view({ steps: [noSpin] }), 0, () => true);
    expect(step).toMatchObject({ act: "CallNoSpin", key: "n", isMain: false, isAside: true, isDue: true });
  });

  test("unless the signals ask for it", () => {
    const [step] = stepsOf(view({ steps: [noSpin], asks: "ball-left" }), 0, () => true);
    expect(step).toMatchObject({ key: "1", isMain: true, isAside: false });
  });

  test("a result that is settled at once is keyed to the floor, once", () => {
    const booked = { plan: plan({ is_booked: true, order: [] }), table: { ...TABLE, outcome: "17" } };
    const asked = view({ ...booked, rules: rules({ keyed_by: "MarkDolly" }) });
    expect(keyingOf(asked)).toEqual({ kind: "sent", act: "MarkDolly", reader: "17" });
    expect(keyingOf(view({ ...booked, dolly: "17" }))).toEqual({ kind: "none" });
  });

  test("two numbers are the floor's word and outlast the page", () => {
    expect(mismatchOf(view())).toBeNull();
    const differ = { said: "7", read: "5" };
    const read = { ...TABLE, phase: "CLOSED", outcome: "5" };
    expect(mismatchOf(view({ differ, table: read }))).toEqual({
      keyed: "7",
      reader: "5",
      isSettled: false,
      isEntered: false,
    });
    const entered = { ...TABLE, phase: "CLOSED", outcome: "7" };
    expect(mismatchOf(view({ differ, table: entered }))?.isEntered).toBe(true);
  });
});

describe("where a stack lies", () => {
  const cell = { spot: { name: "red" }, x: 100, y: 50, width: 90, height: 60 };
  const drawing = {
    anchors: { red: { x: 180, y: 80 }, split: { x: 7, y: 9 } },
    cells: [cell],
  } as unknown as Drawing;

  test("within its cell, however large its chips", () => {
    expect(placeOf(drawing, "red", 20)).toEqual({ x: 170, y: 80 });
    expect(placeOf(drawing, "red", 60)).toEqual({ x: 145, y: 80 });
    expect(placeOf(drawing, "split", 20)).toEqual({ x: 7, y: 9 });
    expect(placeOf(drawing, "nowhere", 20)).toBeUndefined();
  });
});
