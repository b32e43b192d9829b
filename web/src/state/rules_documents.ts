// Documents of instruments on their way to the floor: what a file is, whether it may be one, and from when to when. Pure.
import { dayAfter, momentIn } from "./zones";
import type { AttachedView, RulebookDocuments } from "../wire/api";

export type Media = "application/pdf" | "text/plain";
/** Why a file is no document. */
export type WrongFile = "empty" | "large" | "neither" | "markup" | "name";
/** Why two days are none. */
export type WrongDays = "from" | "until" | "order";

/** So many bytes go in one request: with base 64 and the rest they stay below the largest body. */
export const PIECE_BYTES = 45_000;
export const LONGEST_NAME = 120;
const PDF = "%PDF-";
const MARKUP = ["<!doctype", "<html", "<?xml", "<svg", "<script"];

/** What a file is, by its bytes; or why it is no document. */
export function mediaOf(bytes: Uint8Array, largest: number): Media | WrongFile {
  if (bytes.length === 0) return "empty";
  if (bytes.length > largest) return "large";
  const head = String.fromCharCode(...bytes.slice(0, PDF.length));
  if (head === PDF) return "application/pdf";
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "neither";
  }
  if (text.includes("\0")) return "neither";
  const words = text.trim().toLowerCase();
  if (words === "") return "empty";
  return MARKUP.some((each) => words.startsWith(each)) ? "markup" : "text/plain";
}

export function isMedia(found: Media | WrongFile): found is Media {
  return found === "application/pdf" || found === "text/plain";
}

export function isName(name: string): boolean {
  return name === name.trim() && name !== "" && name.length <= LONGEST_NAME && !name.includes("/");
}

/** When a document is in force at the site: from the beginning of its first day to the end of its last, if it has one. */
export function daysIn(
  day: string,
  last: string,
  zone: string,
): { readonly from_ms: number; readonly until_ms: number } | WrongDays {
  const from = dayAfter(day) === null ? null : momentIn(`${day}T00:00`, zone);
  if (from === null) return "from";
  if (last === "") return { from_ms: from, until_ms: 0 };
  const after = dayAfter(last);
  const until = after === null ? null : momentIn(`${after}T00:00`, zone);
  if (until === null) return "until";
  return until <= from ? "order" : { from_ms: from, until_ms: until };
}

/** Where the pieces of a document begin. */
export function offsetsOf(size: number): readonly number[] {
  return Array.from({ length: Math.ceil(size / PIECE_BYTES) }, (_, at) => at * PIECE_BYTES);
}

export function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (const each of bytes) text += String.fromCharCode(each);
  return btoa(text);
}

/** The document that patrons get now; null where none is in force. */
export function givenOf({ documents }: Pick<RulebookDocuments, "documents">): AttachedView | null {
  return documents.find(({ standing }) => standing === "in_force") ?? null;
}

/** From when to when a document is in force, and what a copy costs. */
export interface Terms {
  readonly day: string;
  readonly last_day: string;
  readonly from_ms: number;
  readonly until_ms: number;
  readonly price: number;
}

/** Whether exactly this was attached last: then attaching it again changes nothing. */
export function isOnRecord(
  { documents }: Pick<RulebookDocuments, "documents">,
  { name, sha256, day, last_day, price }: Terms & { readonly name: string; readonly sha256: string },
): boolean {
  const [last] = documents;
  if (last === undefined || last.standing === "withdrawn") return false;
  return (
    last.sha256 === sha256 &&
    last.name === name &&
    last.day === day &&
    last.last_day === last_day &&
    last.price === price
  );
}
