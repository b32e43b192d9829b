// What an act asks for, as a form: made from the schema the floor serves, so that no act is known here by heart.
// Amounts are typed with a point and become cents, times are typed in seconds; what does not fit is said by field.

/** So much of an OpenAPI document as forms are made from. */
export interface ApiSchema {
  readonly paths: Readonly<Record<string, { readonly post?: ApiAct } | undefined>>;
  readonly components: { readonly schemas: Readonly<Record<string, Shape | undefined>> };
}

interface ApiAct {
  readonly summary?: string;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Shape } | undefined>>;
  };
}

export interface Shape {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly (string | number | null)[];
  readonly const?: string;
  readonly oneOf?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly required?: readonly string[];
}

export type FieldKind =
  | "text"
  | "words"
  | "whole"
  | "money"
  | "seconds"
  | "yes"
  | "choice"
  | "texts"
  | "wholes"
  | "monies"
  | "signs"
  | "json";

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** The sentence of the schema. */
  readonly help: string;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
}

export interface Form {
  readonly act: string;
  readonly about: string;
  readonly fields: readonly Field[];
}

/** What was typed, by field: a text, or whether it is ticked. */
export type Inputs = Readonly<Record<string, string | boolean | undefined>>;

export type Body =
  | { readonly ok: true; readonly body: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly field: string; readonly expected: FieldKind };

const MONEY = ["amount", "value", "max", "minimum", "denominations", "notes"];
const LONG = ["why", "words", "note", "reason", "found", "account"];

/** `VoidRound` in an address: `void-round`. */
export function pathOf(act: string): string {
  return act.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
}

/** `VoidRound` as it is read: `Void round`. */
export function titleOf(act: string): string {
  const words = pathOf(act).replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The form of an act; nothing if the floor has no such act. */
export function formOf(schema: ApiSchema, act: string): Form | null {
  const found = schema.paths[`/api/commands/${pathOf(act)}`]?.post;
  const body = found?.requestBody?.content["application/json"]?.schema;
  if (found === undefined || body === undefined) return null;
  const shape = resolved(schema, body);
  const required = shape.required ?? [];
  const fields = Object.entries(shape.properties ?? {}).map(([name, each]) =>
    fieldOf(schema, name, each, required.includes(name)),
  );
  return { act, about: found.summary ?? "", fields };
}

function resolved(schema: ApiSchema, shape: Shape): Shape {
  if (shape.$ref === undefined) return shape;
  return schema.components.schemas[shape.$ref.replace("#/components/schemas/", "")] ?? {};
}

function fieldOf(schema: ApiSchema, name: string, given: Shape, isRequired: boolean): Field {
  const options = given.oneOf ?? given.anyOf;
  const inner = options?.find((each) => each.type !== "null") ?? given;
  const shape = resolved(schema, inner);
  const choices = (shape.enum ?? []).filter((choice) => choice !== null).map(String);
  const kind = choices.length > 0 ? "choice" : kindOf(schema, name, shape);
  return { name, kind, help: given.description ?? "", isRequired, choices };
}

function kindOf(schema: ApiSchema, name: string, shape: Shape): FieldKind {
  if (shape.type === "boolean") return "yes";
  if (shape.type === "integer")
    return name.endsWith("_ms") ? "seconds" : MONEY.includes(name) ? "money" : "whole";
  if (shape.type === "string") return LONG.includes(name) ? "words" : "text";
  if (shape.type === "array") return listKind(name, resolved(schema, shape.items ?? {}));
  const inside = shape.additionalProperties;
  const isSigns =
    typeof inside === "object" && "min" in (resolved(schema, inside).properties ?? {}) && name === "limits";
  return isSigns ? "signs" : "json";
}

function listKind(name: string, item: Shape): FieldKind {
  if (item.type === "string") return "texts";
  if (item.type === "integer") return MONEY.includes(name) ? "monies" : "wholes";
  return "json";
}

/** What the act says, from what was typed; or the first field that does not fit. */
export function bodyOf(form: Form, inputs: Inputs): Body {
  const body: Record<string, unknown> = {};
  for (const field of form.fields) {
    const typed = inputs[field.name];
    const isEmpty = typed === undefined || typed === "";
    if (isEmpty && !field.isRequired) continue;
    const read = isEmpty ? undefined : READ[field.kind](typed);
    if (read === undefined) return { ok: false, field: field.name, expected: field.kind };
    body[field.name] = read;
  }
  return { ok: true, body };
}

type Read = (typed: string | boolean) => unknown;

const list =
  (read: Read): Read =>
  (typed) => {
    const parts = String(typed)
      .split(/[,\s]+/)
      .filter((part) => part !== "")
      .map(read);
    return parts.includes(undefined) ? undefined : parts;
  };

const text: Read = (typed) => String(typed).trim() || undefined;
const whole: Read = (typed) => (/^-?\d{1,15}$/.test(String(typed).trim()) ? Number(typed) : undefined);
const money: Read = (typed) => centsIn(String(typed));
const seconds: Read = (typed) => {
  const found = /^\d{1,9}(\.\d{1,3})?$/.test(String(typed).trim()) ? Number(typed) : undefined;
  return found === undefined ? undefined : Math.round(found * 1000);
};

const READ: Readonly<Record<FieldKind, Read>> = {
  text,
  words: text,
  choice: text,
  whole,
  money,
  seconds,
  yes: (typed) => typed === true,
  texts: list(text),
  wholes: list(whole),
  monies: list(money),
  signs: (typed) => signsIn(String(typed)),
  json: (typed) => jsonIn(String(typed)),
};

/** Whole cents of `12`, `12.5` or `12.50`; nothing if it is no amount. */
export function centsIn(typed: string): number | undefined {
  const found = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(typed.trim().replaceAll(",", ""));
  if (found === null) return undefined;
  const cents = Number(found[2]) * 100 + Number((found[3] ?? "").padEnd(2, "0"));
  return found[1] === "-" ? -cents : cents;
}

/** Limits, one kind a line: `straight 1.00 100.00`; a dash for none. */
function signsIn(typed: string): Readonly<Record<string, unknown>> | undefined {
  const signs: Record<string, unknown> = {};
  for (const line of typed.split("\n").filter((each) => each.trim() !== "")) {
    const [kind = "", low = "-", high = "-", step = "-", ...rest] = line.trim().split(/\s+/);
    const [min, max, each] = [low, high, step].map((part) => (part === "-" ? null : centsIn(part)));
    if (rest.length > 0 || min === undefined || max === undefined || each === undefined) return undefined;
    signs[kind] = { min, max, step: each };
  }
  return Object.keys(signs).length > 0 ? signs : undefined;
}

function jsonIn(typed: string): unknown {
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return undefined;
  }
}
