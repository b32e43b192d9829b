// What staff show to a player, and for how long a page shows it.
import { describe, expect, it } from "vitest";
import { messageShown } from "../src/state/told";
import { playTexts as english } from "../src/texts/en/play";
import { playTexts as italian } from "../src/texts/it/play";
import { playTexts as vietnamese } from "../src/texts/vi/play";
import { playTexts as chinese } from "../src/texts/zh-Hans/play";
import { STAFF_MESSAGES } from "../src/wire/messages";

describe("a message of the staff", () => {
  it("is shown until it is put away, and the next one again", () => {
    const first = { message: "vacate", message_at_ms: 1_000 };
    expect(messageShown(first, 0)).toBe("vacate");
    expect(messageShown(first, 1_000)).toBeNull();
    expect(messageShown({ message: "vacate", message_at_ms: 2_000 }, 1_000)).toBe("vacate");
  });

  it("is nothing where there is none, and where the page does not know it", () => {
    expect(messageShown(null, 0)).toBeNull();
    expect(messageShown({ message: "", message_at_ms: 0 }, -1)).toBeNull();
    expect(messageShown({ message: "bet on red", message_at_ms: 5 }, 0)).toBeNull();
  });

  it("says something else for every word, in every language", () => {
    for (const play of [english, italian, vietnamese, chinese]) {
      const said = STAFF_MESSAGES.map((word) => play.staff.messages[word]);
      expect(new Set(said).size).toBe(STAFF_MESSAGES.length);
    }
  });
});
