import { describe, expect, it } from "vitest";
import { daysIn, isOnRecord, mediaOf, offsetsOf, PIECE_BYTES } from "../src/state/rules_documents";
import { dayAfter } from "../src/state/zones";
import type { AttachedView } from "../src/wire/api";

const bytes = (text: string) => new TextEncoder().encode(text);
const LARGEST = 1_000;

describe("a file", () => {
  it("is a PDF or plain text by its bytes, and nothing else is a document", () => {
    expect(mediaOf(bytes("%PDF-1.7 anything"), LARGEST)).toBe("application/pdf");
    expect(mediaOf(bytes("1. Règles § 1"), LARGEST)).toBe("text/plain");
    expect(mediaOf(bytes("  <!DOCTYPE html><p>"), LARGEST)).toBe("markup");
    expect(mediaOf(Uint8Array.of(0xff, 0xfe, 0), LARGEST)).toBe("neither");
    expect(mediaOf(bytes("a\0b"), LARGEST)).toBe("neither");
    expect(mediaOf(bytes(" \n"), LARGEST)).toBe("empty");
    expect(mediaOf(bytes(""), LARGEST)).toBe("empty");
    expect(mediaOf(new Uint8Array(LARGEST + 1), LARGEST)).toBe("large");
  });

  it("goes in pieces that follow one another", () => {
    expect(offsetsOf(0)).toEqual([]);
    expect(offsetsOf(PIECE_BYTES)).toEqual([0]);
    expect(offsetsOf(2 * PIECE_BYTES + 1)).toEqual([0, PIECE_BYTES, 2 * PIECE_BYTES]);
  });
});

describe("days", () => {
  it("begin and end at midnight of the site", () => {
    expect(daysIn("2016-06-02", "", "Australia/Sydney")).toEqual({ from_ms: 1_464_789_600_000, until_ms: 0 });
    const [day, hour] = [86_400_000, 3_600_000];
    const found = daysIn("2016-10-02", "2016-10-02", "Australia/Sydney");
    expect(found).toEqual({ from_ms: 1_475_330_400_000, until_ms: 1_475_330_400_000 + day - hour });
  });

  it("that are none, or end before they begin, are named", () => {
    expect(daysIn("", "", "UTC")).toBe("from");
    expect(daysIn("2016-02-30", "", "UTC")).toBe("from");
    expect(daysIn("2016-02-01", "soon", "UTC")).toBe("until");
    expect(daysIn("2016-02-02", "2016-02-01", "UTC")).toBe("order");
  });

  it("follow one another over months, years and leap days", () => {
    const after = ["2016-02-28", "2015-02-28", "2100-02-28", "2016-12-31", "2016-04-30", "2016-13-01"];
    const found = ["2016-02-29", "2015-03-01", "2100-03-01", "2017-01-01", "2016-05-01", null];
    expect(after.map(dayAfter)).toEqual(found);
  });
});

it("what was attached last with the same days and price is on record already", () => {
  const terms = { day: "2016-06-02", last_day: "", from_ms: 1, until_ms: 0, price: 500 };
  const asked = { name: "a.pdf", sha256: "a", ...terms };
  const last: AttachedView = {
    ...{ name: "a.pdf", sha256: "a", media: "application/pdf", size: 1, day: "2016-06-02", last_day: "" },
    ...{ price: 500, attached_at_ms: 1, withdrawn_at_ms: 0, standing: "in_force", lacking: false },
  };
  expect(isOnRecord({ documents: [] }, asked)).toBe(false);
  expect(isOnRecord({ documents: [last] }, asked)).toBe(true);
  expect(isOnRecord({ documents: [last] }, { ...asked, price: 600 })).toBe(false);
  expect(isOnRecord({ documents: [{ ...last, standing: "withdrawn" }] }, asked)).toBe(false);
});
