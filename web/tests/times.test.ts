// Moments on consoles: one form, the zone of the site; a zone nobody knows changes nothing.
import { afterEach, describe, expect, it } from "vitest";
import {
  clockOf,
  dateOf,
  exactClockOf,
  exactOf,
  minuteOf,
  momentOf,
  useZone,
  zoneNow,
} from "../src/console/times.svelte";
import { clockAt } from "../src/state/zones";

const AT = Date.UTC(2026, 10, 16, 11, 36, 43, 929);

afterEach(() => useZone(""));

describe("a moment", () => {
  it("is written as in reports, in the zone of the site", () => {
    useZone("Australia/Sydney");
    expect(momentOf(AT)).toBe("2026-11-16 22:36:43");
    expect(momentOf(AT)).toBe(clockAt(AT, "Australia/Sydney"));
    expect([dateOf(AT), clockOf(AT), minuteOf(AT)]).toEqual(["2026-11-16", "22:36:43", "2026-11-16 22:36"]);
    expect([exactOf(AT), exactClockOf(AT)]).toEqual(["2026-11-16 22:36:43.929", "22:36:43.929"]);
    expect(zoneNow()).toBe("Australia/Sydney");
  });

  it("of midnight is that of the day that begins", () => {
    useZone("UTC");
    expect(momentOf(Date.UTC(2026, 10, 16))).toBe("2026-11-16 00:00:00");
  });

  it("is in the browser's zone where the floor tells none, or one that is not known", () => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(zoneNow()).toBe(own);
    useZone("Nowhere/At_All");
    expect(zoneNow()).toBe(own);
    useZone("Asia/Tokyo");
    useZone("Nowhere/At_All");
    expect(dateOf(AT)).toBe("2026-11-16");
    expect(zoneNow()).toBe("Asia/Tokyo");
  });
});
