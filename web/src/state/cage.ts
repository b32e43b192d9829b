// The cage: by which rules it pays, as the floor tells them, and the small sums a screen makes of what it is told. Pure.
import type { CageView, Drawer, MeView, Payout, Ticket } from "../wire/console";
import type { CageRules, PaymentRules } from "../wire/api";

/** What a paper or payment is paid in; cash comes out of a drawer, the others from the cage itself. */
export const FORMS = ["cash", "cheque", "transfer"] as const;
export type Form = (typeof FORMS)[number];

/** The form after this one, for the key that goes through them. */
export function nextForm(form: Form): Form {
  return FORMS[(FORMS.indexOf(form) + 1) % FORMS.length] ?? "cash";
}

/** The fields that say how something is paid: the other form only where it is another. */
export function inForms(asked: Form, paid: Form): Readonly<Record<string, string>> {
  return asked === paid ? { asked } : { asked, paid };
}

export function tableOf(rules: CageRules | null, terminal: string): string {
  return rules?.terminals[terminal] ?? "";
}

export function rulesAt(rules: CageRules | null, terminal: string): PaymentRules | null {
  return rules?.tables[tableOf(rules, terminal)] ?? null;
}

/** The rule by which a kind of paper may be kept back; nothing if it may not be. */
export function withholding(
  rules: PaymentRules | null,
  kind: string,
): PaymentRules["withholding"][number] | null {
  return rules?.withholding.find(({ what }) => what.includes(kind)) ?? null;
}

/** How a paper stands by what is on record of it; whether it is paid the floor says. */
export function standingOf(
  paper: Ticket,
  nowMs: number,
): "payable" | "held" | "delayed" | "identify" | "expired" {
  if (paper.held) return "held";
  if (paper.expires_at_ms > 0 && paper.payable_at_ms === 0 && nowMs >= paper.expires_at_ms) return "expired";
  if (nowMs < paper.payable_at_ms) return "delayed";
  return paper.identify && paper.document === "" ? "identify" : "payable";
}

/** The paper something is about, if it is one of those that are shown. */
export function paperOf(cage: CageView | null, name: string): Ticket | null {
  return cage?.papers.find(({ number }) => number === name) ?? null;
}

export function isWaiting(payout: Payout): boolean {
  return payout.signature === "" && !payout.refused;
}

/** The drawer somebody has open. */
export function drawerOf(cage: CageView | null, person: string): Drawer | null {
  return cage?.drawers.find((each) => each.closed_at_ms === 0 && each.person === person) ?? null;
}

/** Whether somebody may count and close the drawers of others: who may close tables, or has the operator's duty. */
export function countsOthers(me: Pick<MeView, "acts" | "tables"> | null): boolean {
  if (me === null) return false;
  return me.acts.includes("CloseDrawer") || me.tables.some(({ acts }) => acts.includes("CloseTable"));
}

/** What should be in a drawer by what went in and out; the ledger must say the same. */
export function reckoned(drawer: Drawer): number {
  return drawer.opened_with + drawer.moved_in + drawer.sold - drawer.moved_out - drawer.paid;
}

/** The tables whose rules know chips of value. */
export function chipTables(rules: CageRules | null): readonly string[] {
  return Object.entries(rules?.tables ?? {})
    .filter(([, each]) => each.chips !== "")
    .map(([name]) => name);
}
