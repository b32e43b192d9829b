// The areas of a console, and whom each is for: by what the floor says a person may see and do, never by a name of a role.
import type { MeView } from "../wire/console";

export interface AreaPlan {
  readonly area: string;
  /** The letter after `g` that leads there. */
  readonly letter: string;
  readonly isFor: (me: MeView) => boolean;
}

const sees = (me: MeView, view: string) =>
  me.views.includes(view) || me.tables.some(({ views }) => views.some((each) => each.startsWith(`${view}/`)));
const does = (me: MeView, ...acts: readonly string[]) =>
  acts.some((act) => me.acts.includes(act) || me.tables.some((held) => held.acts.includes(act)));

const DEALING = ["SignOn", "SpinWheel", "OpenRound", "ConfirmOutcome", "PlaceOnCloth"];
const EQUIPMENT = ["RecordEquipment", "RecordApproval", "AttachRules", "RestoreDevice", "FitDisplay"];
/** Who holds one of these answers for whole tables. */
const RULING = ["VoidRound", "CloseTable", "SetLimits"];
const STAFF = ["EngageStaff", "ReleaseStaff", "UnlockStaff", "VouchForPerson"];

/** In the order of the rail. */
export const AREAS: readonly AreaPlan[] = [
  { area: "dealer", letter: "d", isFor: (me) => does(me, ...DEALING) },
  { area: "floor", letter: "f", isFor: () => true },
  { area: "cases", letter: "c", isFor: (me) => sees(me, "supervision") },
  { area: "terminals", letter: "t", isFor: (me) => sees(me, "supervision") },
  { area: "conduct", letter: "b", isFor: (me) => sees(me, "supervision") },
  { area: "equipment", letter: "e", isFor: (me) => sees(me, "supervision") || does(me, ...EQUIPMENT) },
  { area: "cage", letter: "k", isFor: (me) => sees(me, "cage") },
  { area: "jackpots", letter: "j", isFor: (me) => sees(me, "jackpots") },
  {
    area: "promotions",
    letter: "o",
    isFor: (me) => sees(me, "promotions") || does(me, "DraftPromotion", "WitnessDraw"),
  },
  { area: "records", letter: "r", isFor: (me) => sees(me, "inspection") || sees(me, "supervision") },
  {
    area: "reports",
    letter: "p",
    isFor: (me) => sees(me, "inspection") || sees(me, "supervision") || sees(me, "cage"),
  },
  { area: "staff", letter: "s", isFor: (me) => does(me, ...STAFF) },
  {
    area: "acts",
    letter: "a",
    isFor: (me) => me.acts.length > 0 || me.tables.some(({ acts }) => acts.length > 0),
  },
  { area: "account", letter: "m", isFor: () => true },
];

export function areasFor(me: MeView | null): readonly AreaPlan[] {
  return me === null ? [] : AREAS.filter(({ isFor }) => isFor(me));
}

/** Where somebody begins: a dealer at the table, a cashier at the cage, an inspector with the records. */
export function firstArea(me: MeView): string {
  if (does(me, ...RULING)) return "floor";
  if (sees(me, "inspection")) return "records";
  if (does(me, "SignOn")) return "dealer";
  return sees(me, "cage") ? "cage" : "floor";
}
