// An act on its way: what is still asked, the body as it stands, and whether it can be sent. No DOM.
import { bodyOf, type Field, type Form, type Inputs } from "./acts";

export type Given = Readonly<Record<string, unknown>>;

export interface Asked {
  /** Fields somebody has to fill, or would want to. */
  readonly needed: readonly Field[];
  /** Fields that are seldom needed. */
  readonly others: readonly Field[];
}

/** What a form still asks, where some of it is given; what something is proposed for is shown, to be looked at. */
export function askedOf(form: Form, given: Given, begins: Given = {}): Asked {
  const asked = form.fields.filter(({ name }) => !(name in given));
  const needed = asked.filter((field) => field.isRequired || field.kind === "words" || field.name in begins);
  return { needed, others: asked.filter((field) => !needed.includes(field)) };
}

/** What is given and asked by the act, with the kind of thing it is: an amount is told as one. */
export function factsOf(
  form: Form,
  given: Given,
): readonly { readonly name: string; readonly kind: Field["kind"]; readonly value: unknown }[] {
  return form.fields
    .filter(({ name }) => name in given && given[name] !== "")
    .map(({ name, kind }) => ({ name, kind, value: given[name] }));
}

export type Ready =
  | { readonly ok: true; readonly body: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly field: string; readonly expected: Field["kind"] };

/** The whole body: what was typed and what was given; or the first field that does not fit. */
export function readyOf(form: Form, given: Given, inputs: Inputs): Ready {
  const fields = form.fields.filter(({ name }) => !(name in given));
  const read = bodyOf({ ...form, fields }, inputs);
  if (!read.ok) return read;
  // What is given and not asked by the act, such as where it was begun, is not part of it.
  const known = Object.entries(given).filter(([name]) => form.fields.some((field) => field.name === name));
  return { ok: true, body: { ...read.body, ...Object.fromEntries(known) } };
}
