import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { countKeyUse, createKey, revokeKey } from "../../features/keys/index.ts";
import { write } from "../../features/operation.ts";
import { expectError, httpFront, type HttpFront, json } from "./http-front.suite.ts";
import { COOKIE, keysOfAllKinds, OWN_PAGE, signedIn, signIn, withCookie } from "./session-front.suite.ts";

/** What somebody else may try with a session, and what its requests count. */

const slow = { begun: () => {}, end: Promise.resolve() };
const slowly = write({
  name: "slow.merchant",
  title: "Do a thing",
  summary: "Takes its time.",
  scope: "write_settings",
  http: { method: "POST", path: "/slow", status: 204 },
  output: z.undefined(),
  errors: [],
  mcp: { hidden: "a test" },
  audit: "slow.done",
  async run() {
    slow.begun();
    await slow.end;
    return undefined;
  },
});

const LIMITS = { merchant: 6, organization: 7, admin: 3, anonymous: 4, session: 8, sessions: 20 };
const NOTES = "/v1/notes";

let front: HttpFront;
let limited: HttpFront;
let port: number;
beforeAll(async () => {
  front = await httpFront({ operations: [slowly] });
  limited = await httpFront({ rateLimits: LIMITS, trustProxy: 1, db: () => front.db });
  await front.app.listen({ host: "127.0.0.1", port: 0 });
  port = Number(new URL(front.app.listeningOrigin).port);
});
afterAll(async () => {
  await limited[Symbol.asyncDispose]();
  await front[Symbol.asyncDispose]();
});

const newKey = (grants: readonly string[] = ["full_access"]) =>
  createKey(front.db, { kind: "merchant", shopId: front.home.shop.shopId, name: "Browser", grants });

/** The header lines of a request and what a socket answers to them. */
async function raw(lines: readonly string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write([...lines, "Host: x", "Connection: close", "", ""].join("\r\n"), "latin1");
  return text(socket);
}

describe("a cookie alone", () => {
  test.each([
    ["no Sec-Fetch-Site", {}],
    ["none: an address that was typed", { "sec-fetch-site": "none" }],
    ["same-site: a page of a sibling host", { "sec-fetch-site": "same-site" }],
    ["cross-site: a page of anybody", { "sec-fetch-site": "cross-site" }],
    ["other letters", { "sec-fetch-site": "SAME-ORIGIN" }],
    ["more than one word", { "sec-fetch-site": "same-origin cross-site" }],
  ])("is none with %s", async (_, headers) => {
    const token = await signedIn(front, front.key);
    const bare = { key: null, headers: { cookie: `${COOKIE}=${token}`, ...headers } };
    const without = expectError(await front.send({ url: NOTES, key: null }), "unauthorized")["message"];
    expect(expectError(await front.send({ url: NOTES, ...bare }), "unauthorized")["message"]).toBe(without);
    expectError(await front.send({ method: "DELETE", url: "/sessions", ...bare }), "unauthorized");
    expect((await withCookie(front, token, { url: NOTES })).statusCode).toBe(200);
  });

  test.each([
    ["", "unauthorized"],
    ["Bearer", "unauthorized"],
    ["Bearer svc_live_sk_0000000000000000000000000000000000000000", "unauthorized"],
    ["Basic eDp5", "unauthorized"],
  ] as const)("is none beside the Authorization header %j, which wins", async (authorization, code) => {
    const token = await signedIn(front, front.key);
    const answer = await withCookie(front, token, { url: NOTES, headers: { authorization } });
    expect(expectError(answer, code)["details"]).toEqual([]);
  });

  test("never lends its rights to a key that is sent beside it", async () => {
    const [token, reader] = [await signedIn(front, front.key), await newKey(["read_products"])];
    const answer = await withCookie(front, token, { url: NOTES, headers: { authorization: `Bearer ${reader.rawKey}` } });
    expect(expectError(answer, "insufficient_scope")["message"]).toContain("read_feeds");
  });
});

describe("over a socket", () => {
  test.each([
    ["the token twice in one header", (own: string) => [`Cookie: ${own}; ${own}`, SAME], 401],
    ["the token in two headers", (own: string) => [`Cookie: ${own}`, `Cookie: ${own}`, SAME], 401],
    ["another cookie in a header of its own", (own: string) => ["Cookie: a=1", `Cookie: ${own}`, SAME], 200],
    ["Sec-Fetch-Site twice", (own: string) => [`Cookie: ${own}`, SAME, SAME], 401],
    ["Sec-Fetch-Site twice, once otherwise", (own: string) => [`Cookie: ${own}`, SAME, "Sec-Fetch-Site: cross-site"], 401],
    ["an empty Authorization header", (own: string) => [`Cookie: ${own}`, SAME, "Authorization:"], 401],
    ["bytes that are no text", (own: string) => [`Cookie: \x80\xff=\xfe; ${own}\xff`, SAME], 401],
    ["an empty cookie", () => ["Cookie:", SAME], 401],
    ["a cookie of semicolons", () => [`Cookie: ${";".repeat(8_000)}`, SAME], 401],
    ["a cookie of nothing but the name", () => [`Cookie: ${`${COOKIE}=; `.repeat(500)}`, SAME], 401],
    ["a large cookie beside it", (own: string) => [`Cookie: a=${"x".repeat(12_000)}; ${own}`, SAME], 200],
    ["a cookie larger than headers may be", (own: string) => [`Cookie: ${own}; a=${"x".repeat(20_000)}`, SAME], 400],
  ])("%s", async (_, lines, status) => {
    const own = `${COOKIE}=${await signedIn(front, front.key)}`;
    const answer = await raw([`GET ${NOTES} HTTP/1.1`, ...lines(own)]);
    expect(answer.split(" ")[1]).toBe(String(status));
    expect(answer.toLowerCase()).toContain("cache-control: no-store");
  });

  test.each(["POST", "DELETE"])("no odd cookie makes %s /session fail", async (method) => {
    for (const cookie of [";;;=;", `${COOKIE}=%00`, `${COOKIE}=\xff`, `${COOKIE}="`, "x".repeat(12_000)]) {
      const answer = await raw([`${method} /session HTTP/1.1`, `Cookie: ${cookie}`, SAME]);
      expect(answer.split(" ")[1]).toBe(method === "POST" ? "422" : "204");
    }
  });
});

const SAME = "Sec-Fetch-Site: same-origin";

describe("the routes", () => {
  test.each([
    ["PUT", "/session", "DELETE, GET, HEAD, POST"],
    ["PATCH", "/session", "DELETE, GET, HEAD, POST"],
    ["OPTIONS", "/v1/session", "DELETE, GET, HEAD, POST"],
    ["POST", "/sessions", "DELETE, GET, HEAD"],
    ["PUT", "/v1/sessions", "DELETE, GET, HEAD"],
    ["GET", "/v1/sessions/1", "DELETE"],
  ] as const)("refuse %s %s and say what they take", async (method, url, allow) => {
    const answer = await front.send({ method, url, key: null });
    expect([answer.statusCode, answer.headers["allow"]]).toEqual([405, allow]);
  });

  test.each(["/session/", "/Session", "/v1/session/", "/v2/session", "/session/1"])("are at no other place: %s", async (url) => {
    expect(expectError(await signIn(front, front.key, { url }), "route_not_found")["param"]).toBeNull();
  });

  test("answer with the headers of security, whatever they answer, and let no page of another origin read it", async () => {
    const token = await signedIn(front, front.key);
    const answers = [
      await signIn(front, front.key, { headers: { ...json({}).headers, origin: "https://evil.example" } }),
      await signIn(front, "x"),
      await withCookie(front, token, { method: "DELETE", url: "/session" }),
      await withCookie(front, token, { method: "DELETE", url: "/sessions" }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 401, 204, 401]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" });
      expect(headers["x-request-id"]).toMatch(/^req_/);
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  test("are no operations of the API", async () => {
    const document = await front.send({ url: "/v1/openapi.json", key: null });
    expect(document.body).not.toMatch(/"\/sessions?"/);
  });

  test("leave nothing secret in the log, which names the key by its number", async () => {
    const { id, rawKey } = await newKey();
    const from = front.logged.length;
    const token = await signedIn(front, rawKey);
    await withCookie(front, token, { url: NOTES });
    await signIn(front, rawKey, { url: `/session?key=${rawKey}` });
    await signIn(front, `${rawKey}0`);
    await withCookie(front, token, { method: "DELETE", url: "/session" });
    const lines = front.logged.slice(from);
    expect(lines.map(({ route, status, key_id: key }) => [route, status, key])).toEqual([
      ["/session", 204, id],
      [NOTES, 200, id],
      ["/session", 400, undefined],
      ["/session", 401, undefined],
      ["/session", 204, id],
    ]);
    for (const secret of [rawKey.slice(12), token.slice(4)]) expect(JSON.stringify(lines)).not.toContain(secret);
  });
});

describe("a change that is asked for with a session", () => {
  async function changing(token: string) {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    onTestFinished(() => end.resolve());
    slow.begun = begun.resolve;
    slow.end = end.promise;
    const changed = withCookie(front, token, { method: "POST", url: "/v1/slow" });
    await begun.promise;
    return { changed, end: () => end.resolve() };
  }

  test.each(["/session", "/sessions"])("is done before DELETE %s is answered, and none is done after", async (url) => {
    const token = await signedIn(front, (await newKey()).rawKey);
    const { changed, end } = await changing(token);
    let answered = false;
    const ending = withCookie(front, token, { method: "DELETE", url }).finally(() => (answered = true));
    await sleep(200);
    expect(answered).toBe(false);
    end();
    expect([(await changed).statusCode, (await ending).statusCode]).toEqual([204, 204]);
    expectError(await withCookie(front, token, { method: "POST", url: "/v1/slow" }), "unauthorized");
  });

  test("is refused when the session's end is committed after the request was admitted", async () => {
    const { id, rawKey } = await newKey();
    const token = await signedIn(front, rawKey);
    const transaction = await front.db.startTransaction().execute();
    await transaction.deleteFrom("sessions").where("key_id", "=", id).execute();
    const sent = withCookie(front, token, { method: "POST", url: "/v1/slow" });
    await sleep(200);
    await transaction.commit().execute();
    expectError(await sent, "unauthorized");
    const done = await front.db.selectFrom("audit_log").select("id").where("action", "=", "slow.done").where(byKey(id)).execute();
    expect(done).toEqual([]);
  });

  test("waits for no other of the same session, nor for its reads", async () => {
    const token = await signedIn(front, (await newKey()).rawKey);
    const { changed, end } = await changing(token);
    expect((await withCookie(front, token, { url: NOTES })).statusCode).toBe(200);
    slow.end = Promise.resolve();
    expect((await withCookie(front, token, { method: "POST", url: "/v1/slow" })).statusCode).toBe(204);
    end();
    expect((await changed).statusCode).toBe(204);
  });
});

const byKey = (id: number) => sql<boolean>`(actor ->> 'key_id')::bigint = ${id}`;

describe("what is counted", () => {
  /** The tests share a shop, and with it the limit of all its sessions. */
  beforeEach(() => sql`delete from shop_windows`.execute(front.db));

  const left = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
    /^"([a-z]+)";r=([0-9]+)/.exec(String(headers["ratelimit"]))?.slice(1);
  const from = (address: string) => ({ "x-forwarded-for": address });

  test("a session's requests for itself, its key's for the key, and each once in the key's total", async () => {
    const { id, rawKey } = await newKey();
    const [first, second] = [await signedIn(limited, rawKey), await signedIn(limited, rawKey)];
    const ask = (token: string) => withCookie(limited, token, { url: NOTES });
    const askByKey = () => limited.send({ url: NOTES, key: rawKey });
    const answers = [await ask(first), await ask(first), await askByKey(), await ask(second)];
    expect(answers.map(left)).toEqual([
      ["session", "7"],
      ["session", "6"],
      ["merchant", "3"],
      ["session", "7"],
    ]);
    for (let request = 0; request < 6; request += 1) expect((await ask(first)).statusCode).toBe(200);
    const refused = await ask(first);
    expect(expectError(refused, "rate_limited")["message"]).toContain("A session can send 8 requests a minute");
    expect(refused.headers).toHaveProperty("retry-after");
    expect([(await askByKey()).statusCode, left(await ask(second))]).toEqual([200, ["session", "6"]]);
    await countKeyUse(front.db, new AbortController().signal);
    const { request_count: total } = await front.db
      .selectFrom("api_keys")
      .select("request_count")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(total).toBe(15);
  });

  test("a session's requests still pass when its key has none left, and the minute after the session has all of them again", async () => {
    const { rawKey } = await newKey();
    const token = await signedIn(limited, rawKey);
    for (let request = 0; request < 7; request += 1) await limited.send({ url: NOTES, key: rawKey });
    expectError(await limited.send({ url: NOTES, key: rawKey }), "rate_limited");
    expect(left(await withCookie(limited, token, { url: NOTES }))).toEqual(["session", "7"]);
    await sql`update session_windows set started_at = started_at - interval '60 seconds'`.execute(front.db);
    expect(left(await withCookie(limited, token, { url: NOTES }))).toEqual(["session", "7"]);
  });

  test.each(["shop", "organization"] as const)("all sessions of one %s together, exactly where they come at once", async (owner) => {
    const keys = await keysOfAllKinds(front.db);
    const { rawKey } = owner === "shop" ? keys.merchant : keys.organization;
    const tokens = await Promise.all([1, 2, 3].map(() => signedIn(limited, rawKey)));
    const url = owner === "shop" ? NOTES : `${NOTES}?shop_id=${keys.home.shop.shopId}`;
    const answers = await Promise.all(tokens.flatMap((token) => Array.from({ length: 8 }, () => withCookie(limited, token, { url }))));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(answers.length - refused.length).toBe(20);
    const [one] = refused;
    if (one === undefined) throw new Error("nothing was refused");
    expect(expectError(one, "rate_limited")["message"]).toContain("All sessions of a shop or an organization together can send 20");
    expect((await limited.send({ url, key: rawKey })).statusCode).toBe(200);
  });

  test("leaving is not refused to a session that has no requests left", async () => {
    const { rawKey } = await newKey();
    const token = await signedIn(limited, rawKey);
    for (let request = 0; request < 9; request += 1) await withCookie(limited, token, { url: NOTES });
    const answer = await withCookie(limited, token, { method: "DELETE", url: "/session" });
    expect([answer.statusCode, left(answer)]).toEqual([204, ["session", "0"]]);
    expect((await withCookie(front, token, { url: NOTES })).statusCode).toBe(401);
  });

  test("guesses at keys and tokens, broken bodies and leaving without a session count against the address", async () => {
    const headers = { ...json({}).headers, ...from("192.0.2.10") };
    const guess = `${COOKIE}=fws_${"A".repeat(43)}`;
    const tries = [
      () => signIn(limited, "x", { headers }),
      () => signIn(limited, "x", { payload: "{", headers }),
      () => limited.send({ url: NOTES, key: null, headers: { ...headers, ...OWN_PAGE, cookie: guess } }),
      () => limited.send({ method: "DELETE", url: "/session", key: null, headers: { ...headers, ...OWN_PAGE, cookie: guess } }),
      () => signIn(limited, "x", { headers }),
      () => signIn(limited, "x", { payload: "{", headers }),
      () => limited.send({ method: "DELETE", url: "/session", key: null, headers: { ...headers, ...OWN_PAGE } }),
      () => limited.send({ url: "/session", key: null, headers }),
    ];
    const answers = [];
    for (const attempt of tries) answers.push(await attempt());
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 400, 401, 204, 429, 429, 429, 429]);
    expect(answers.map(left)).toEqual(["3", "2", "1", "0", "0", "0", "0", "0"].map((requests) => ["anonymous", requests]));
    expect((await signIn(limited, (await newKey()).rawKey, { headers })).statusCode).toBe(204);
  });

  test("a session that is none any more counts against the address, not its key", async () => {
    const { id, rawKey } = await newKey();
    const token = await signedIn(limited, rawKey);
    await revokeKey(front.db, id);
    const answer = await withCookie(limited, token, { url: NOTES, headers: from("192.0.2.20") });
    expectError(answer, "unauthorized");
    expect(left(answer)).toEqual(["anonymous", "3"]);
  });
});
