// The frame of the consoles without a page: where one is, whom an area is for, what an act still asks.
import { describe, expect, test } from "vitest";
import { areasFor, firstArea } from "../src/console/areas";
import { hashOf, routeOf } from "../src/console/route";
import { toggled } from "../src/console/staff/staff";
import { askedOf, factsOf, readyOf } from "../src/state/acting";
import type { Form } from "../src/state/acts";
import type { MeView } from "../src/wire/console";

function somebody(change: Partial<MeView>): MeView {
  return {
    person: "p",
    full_name: "P",
    roles: {},
    duties: [],
    tables: [],
    acts: [],
    views: ["floor"],
    ...change,
  };
}

const at = (acts: readonly string[], views: readonly string[]) => [
  { table: "A", rulebook: "r", roles: ["x"], acts: [...acts], views: [...views] },
];

describe("where one is", () => {
  test.each(["#/cases/case-1", "#/floor", "#/records/trace/a%20b%2Fc"])(
    "%s is read as it is written",
    (hash) => {
      expect(hashOf(routeOf(hash))).toBe(hash);
    },
  );

  test("an address nobody wrote leads nowhere", () => {
    expect(routeOf("#/%E0%A4%A")).toEqual({ area: "", name: "", part: "" });
    expect(routeOf("")).toEqual({ area: "", name: "", part: "" });
  });
});

describe("whom an area is for", () => {
  const names = (me: MeView) => areasFor(me).map(({ area }) => area);

  test("nobody has an area before the floor has said who they are", () => {
    expect(areasFor(null)).toEqual([]);
  });

  test("a dealer deals, and sees no money of terminals", () => {
    const dealer = somebody({ tables: at(["SignOn", "SpinWheel"], ["dealer/A"]) });
    expect(firstArea(dealer)).toBe("dealer");
    expect(names(dealer)).not.toContain("cage");
    expect(names(dealer)).not.toContain("terminals");
  });

  test("a cashier begins at the cage", () => {
    const cashier = somebody({ views: ["floor", "cage"], tables: at(["RedeemPaper"], []) });
    expect(firstArea(cashier)).toBe("cage");
    expect(names(cashier)).not.toContain("cases");
  });

  test("an inspector begins with the records", () => {
    const inspector = somebody({
      views: ["floor", "inspection"],
      tables: at(["ReviewHolding"], ["supervision/A"]),
    });
    expect(firstArea(inspector)).toBe("records");
    expect(names(inspector)).not.toContain("staff");
  });

  test("a supervisor who may read the records still begins at the floor", () => {
    const both = somebody({ views: ["floor", "inspection"], tables: at(["VoidRound"], ["supervision/A"]) });
    expect(firstArea(both)).toBe("floor");
  });
});

describe("an act on its way", () => {
  const field = (name: string, kind: "text" | "words" | "money", isRequired: boolean) => ({
    name,
    kind,
    isRequired,
    help: "",
    choices: [],
  });
  const form: Form = {
    act: "Withhold",
    about: "",
    fields: [field("terminal", "text", true), field("amount", "money", true), field("why", "words", false)],
  };

  test("what is given is not asked, and is sent as it was given", () => {
    expect(askedOf(form, { terminal: "M1" }).needed.map(({ name }) => name)).toEqual(["amount", "why"]);
    const ready = readyOf(form, { terminal: "M1", elsewhere: 1 }, { amount: "12.50", why: "x" });
    expect(ready).toEqual({ ok: true, body: { terminal: "M1", amount: 1250, why: "x" } });
  });

  test("what something is proposed for stands open, though it may be left empty", () => {
    const more: Form = { ...form, fields: [...form.fields, field("address", "text", false)] };
    const names = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name);
    expect(names(askedOf(more, {}).others)).toEqual(["address"]);
    expect(names(askedOf(more, {}, { address: "" }).needed)).toContain("address");
  });

  test("what is given is told with its kind, so that cents are told as an amount", () => {
    expect(factsOf(form, { amount: 50_000, terminal: "", elsewhere: 1 })).toEqual([
      { name: "amount", kind: "money", value: 50_000 },
    ]);
  });

  test("the first field that does not fit is named", () => {
    expect(readyOf(form, { terminal: "M1" }, { amount: "12.505" })).toEqual({
      ok: false,
      field: "amount",
      expected: "money",
    });
  });
});

test("a rulebook without a role is not named in an engagement", () => {
  const once = toggled({}, "ministar", "dealer");
  expect(once).toEqual({ ministar: ["dealer"] });
  expect(toggled(once, "ministar", "dealer")).toEqual({});
});
