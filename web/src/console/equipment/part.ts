// A part on its way into the register: what must be measured, as somebody types it in millimetres. No DOM.
import type { PartView } from "../../wire/console";

export interface PartTyped {
  readonly serial: string;
  /** By the name of the figure, in millimetres. */
  readonly figures: Readonly<Record<string, string>>;
  readonly metal: boolean;
  /** Round the wheel, with spaces between. */
  readonly order: string;
  readonly emblem: string;
}

export const NOTHING_TYPED: PartTyped = { serial: "", figures: {}, metal: false, order: "", emblem: "" };

/** The figures a part is asked for: those the rules limit; a ball has its diameter even where no rule names it so. */
export function figuresOf(part: PartView): string[] {
  const wanted = Object.keys(part.figures);
  return wanted.length > 0 ? wanted : part.part === "ball" ? ["diameter"] : [];
}

/** Millimetres with at most one digit behind the point, in tenths; nothing if it is something else. */
export function tenthsIn(typed: string): number | undefined {
  const found = /^(\d{1,5})(?:\.(\d))?$/.exec(typed.trim());
  return found === null ? undefined : Number(found[1]) * 10 + Number(found[2] ?? 0);
}

export type PartBody =
  | { readonly ok: true; readonly body: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly figure: string };

/** What the act says; or the first figure that is none. What was left empty is left out: the floor says if it is missed. */
export function bodyOf(table: string, part: PartView, typed: PartTyped): PartBody {
  const figures: Record<string, number> = {};
  for (const name of figuresOf(part)) {
    const text = typed.figures[name] ?? "";
    if (text.trim() === "") continue;
    const tenths = tenthsIn(text);
    if (tenths === undefined) return { ok: false, figure: name };
    figures[name] = tenths;
  }
  const order = typed.order.split(/[\s,]+/).filter((each) => each !== "");
  return {
    ok: true,
    body: {
      table,
      part: part.part,
      serial: typed.serial.trim(),
      figures,
      metal: typed.metal,
      order,
      emblem: typed.emblem.trim(),
    },
  };
}

/** What the act says that takes a piece out of the register again. */
export function takenOut(table: string, part: PartView, serial: string): Readonly<Record<string, unknown>> {
  return { table, part: part.part, serial, taken_out: true };
}
