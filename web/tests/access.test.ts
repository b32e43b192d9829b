// A terminal's key never leaves it, and what it signs is what the floor checks; a no comes with reason and clause.
import { describe, expect, test } from "vitest";
import { apiOver, Refused, type Send } from "../src/access/api";
import { askPass, pair, type Pairing, type Shelf } from "../src/access/pairing";
import { socketAddress } from "../src/line/websocket";

const { subtle } = globalThis.crypto;

class MemoryShelf implements Shelf {
  kept: Pairing | null = null;
  load = () => Promise.resolve(this.kept);
  keep = (pairing: Pairing) => {
    this.kept = pairing;
    return Promise.resolve();
  };
}

/** A floor that pairs with one code and admits by signature, as the real one does. */
class PairingFloor {
  asked: { path: string; init: RequestInit }[] = [];
  private key: CryptoKey | null = null;

  send: Send = async (path, init) => {
    this.asked.push({ path, init });
    const body = JSON.parse(String(init.body)) as Record<string, string>;
    if (path.endsWith("/pair")) return this.pair(body);
    if (path.endsWith("/challenge")) return Response.json({ challenge: "123.abc" });
    return this.admit(body);
  };

  private async pair({ code = "", key = "" }: Record<string, string>): Promise<Response> {
    if (code !== "ABCD2345") return problem(401, "wrong_code", "not the code, or not any more");
    const curve = { name: "ECDSA", namedCurve: "P-256" };
    this.key = await subtle.importKey("spki", Buffer.from(key, "base64"), curve, true, ["verify"]);
    return Response.json({ terminal: "M1", sequence: 9 });
  }

  private async admit({ challenge = "", signature = "" }: Record<string, string>): Promise<Response> {
    const words = new TextEncoder().encode(`openetg terminal\n${challenge}`);
    const how = { name: "ECDSA", hash: "SHA-256" };
    const isSigned =
      this.key !== null && (await subtle.verify(how, this.key, Buffer.from(signature, "base64"), words));
    return isSigned
      ? Response.json({ key: "a pass", until_ms: 1 })
      : problem(401, "wrong_signature", "not signed");
  }
}

function problem(status: number, reason: string, detail: string): Response {
  return Response.json({ status, reason, detail, clause: "4.2", details: { max: 5 } }, { status });
}

describe("a terminal", () => {
  test("is paired with a code, and gets its pass by signing", async () => {
    const [floor, shelf] = [new PairingFloor(), new MemoryShelf()];
    const api = apiOver(floor.send);
    await pair(api, subtle, shelf, "M1", " ABCD2345 ");
    expect(shelf.kept?.terminal).toBe("M1");
    expect(shelf.kept?.keys.privateKey.extractable).toBe(false);
    expect(await askPass(api, subtle, shelf.kept as Pairing)).toBe("a pass");
  });

  test("keeps nothing when the code is wrong", async () => {
    const [floor, shelf] = [new PairingFloor(), new MemoryShelf()];
    const going = pair(apiOver(floor.send), subtle, shelf, "M1", "WRONG");
    await expect(going).rejects.toMatchObject({ problem: { status: 401, reason: "wrong_code" } });
    expect(shelf.kept).toBeNull();
  });

  test("with another key is turned away", async () => {
    const [floor, shelf, other] = [new PairingFloor(), new MemoryShelf(), new MemoryShelf()];
    const api = apiOver(floor.send);
    await pair(api, subtle, shelf, "M1", "ABCD2345");
    await pair(api, subtle, other, "M1", "ABCD2345");
    await expect(askPass(api, subtle, shelf.kept as Pairing)).rejects.toBeInstanceOf(Refused);
  });
});

describe("asking the floor", () => {
  test("bears the header of a page, and fills in the address", async () => {
    const floor = new PairingFloor();
    const api = apiOver(floor.send);
    await api.ask("POST /api/terminals/challenge", { body: { terminal: "M1" } });
    expect(floor.asked[0]?.init.headers).toMatchObject({ "x-openetg": "page" });
    expect(floor.asked[0]?.init.method).toBe("POST");
    const asking = api.ask("GET /api/outcomes/{table}", {
      at: { table: "A/1" },
      query: { after: 5, day: "x&y" },
    });
    await asking.catch(() => undefined);
    expect(floor.asked[1]?.path).toBe("/api/outcomes/A%2F1?after=5&day=x%26y");
  });

  test("a no keeps its reason, clause, details and how long to wait", async () => {
    const answer = problem(429, "too_fast", "too many requests");
    answer.headers.set("retry-after", "3");
    const api = apiOver(() => Promise.resolve(answer));
    await expect(api.ask("GET /api/me")).rejects.toMatchObject({
      problem: { status: 429, reason: "too_fast", clause: "4.2", details: { max: 5 }, waitMs: 3_000 },
    });
  });

  test("a floor that is not there is a no of its own", async () => {
    const api = apiOver(() => Promise.reject(new TypeError("failed to fetch")));
    await expect(api.ask("GET /api/me")).rejects.toMatchObject({
      problem: { status: 0, reason: "no_answer" },
    });
  });

  test("a no in no known form is still a no", async () => {
    const api = apiOver(() => Promise.resolve(new Response("<html>", { status: 502 })));
    await expect(api.ask("GET /api/me")).rejects.toMatchObject({ problem: { status: 502, reason: "fault" } });
  });
});

test("sockets are where the page came from, and as safe", () => {
  expect(socketAddress({ protocol: "http:", host: "127.0.0.1:8400" }, "/terminal")).toBe(
    "ws://127.0.0.1:8400/terminal",
  );
  expect(socketAddress({ protocol: "https:", host: "floor.example" }, "/seat")).toBe(
    "wss://floor.example/seat",
  );
});
