// The rules of a table: asked for once, found by word and by number.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { apiOver, type Api } from "../src/access/api";
import { findClause, kindsOf, RulesShelf, searchClauses } from "../src/rules/rules";
import { rulesTexts } from "../src/texts/en/rules";
import type { RulesCopy } from "../src/wire/api";

const clause = (id: string, says: string) => ({ id, kind: "play", says, see: [] });
const COPY: Pick<RulesCopy, "clauses"> = {
  clauses: [
    clause("3.3", "Wagers are placed by touch."),
    clause("3.31", "Late wagers are refused."),
    clause("7.1", "See 3.3."),
  ],
};

function api(...answers: (object | null)[]): Api & { asked: string[] } {
  const asked: string[] = [];
  const send = async (path: string) => {
    asked.push(path);
    const answer = answers.shift();
    return answer ? Response.json(answer) : Response.error();
  };
  return { asked, ...apiOver(send) };
}

describe("rules", () => {
  test("are asked for once for each table", async () => {
    const asking = api(COPY, COPY);
    const shelf = new RulesShelf(asking);
    await Promise.all([shelf.of("A"), shelf.of("A"), shelf.of("a/b")]);
    expect(asking.asked).toEqual(["/api/rules/A", "/api/rules/a%2Fb"]);
  });

  test("that could not be had are asked for again", async () => {
    const asking = api(null, COPY);
    const shelf = new RulesShelf(asking);
    await expect(shelf.of("A")).rejects.toThrow();
    await expect(shelf.of("A")).resolves.toEqual(COPY);
  });

  test("can be asked for anew", async () => {
    const other = { clauses: [] };
    const shelf = new RulesShelf(api(COPY, other));
    await shelf.of("A");
    expect(await shelf.again("A")).toEqual(other);
  });
});

describe("a clause", () => {
  test("is found by its number, exactly", () => {
    expect(findClause(COPY, "3.3")?.says).toBe("Wagers are placed by touch.");
    expect(findClause(COPY, "3")).toBeNull();
  });

  test.each([
    ["", ["3.3", "3.31", "7.1"]],
    ["late WAGERS", ["3.31"]],
    ["3.3", ["3.3", "3.31", "7.1"]],
    ["7", ["7.1"]],
    ["poker", []],
  ])("is searched by %j", (wanted, found) => {
    expect(searchClauses(COPY, wanted).map(({ id }) => id)).toEqual(found);
  });

  test("is found by what it is about", () => {
    const copy = { clauses: [...COPY.clauses, { ...clause("8.1", "Wagers are paid."), kind: "money" }] };
    expect(kindsOf(copy)).toEqual(["play", "money"]);
    expect(searchClauses(copy, "wagers", "money").map(({ id }) => id)).toEqual(["8.1"]);
  });
});

test("every subject of a clause has its word", () => {
  const kinds = readFileSync(new URL("../../src/openetg/rulebook/clauses.py", import.meta.url), "utf8");
  const named = [...kinds.matchAll(/^ {4}[A-Z]+ = "(\w+)"/gm)].map(([, kind]) => kind ?? "");
  expect(named.length).toBeGreaterThan(5);
  expect(Object.keys(rulesTexts.kinds).sort()).toEqual(named.sort());
});
