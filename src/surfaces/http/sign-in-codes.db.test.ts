import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { consoleKey, revokeKey } from "../../features/keys/index.ts";
import { OPERATIONS } from "../../features/operations.ts";
import { makeSignInCode, removeExpiredSessions } from "../../features/sessions/index.ts";
import { members } from "../../kernel/unsafe.ts";
import { openShop, transact } from "../../platform/postgres/postgres-port.ts";
import { expectError, httpFront, type HttpFront, json } from "./http-front.suite.ts";
import { COOKIE, keysOfAllKinds, signedIn, tokenOf, withCookie } from "./session-front.suite.ts";

/** Signing in by a link from the command line, and what a console reads of its session. */

let front: HttpFront;
let other: HttpFront;
let keys: Awaited<ReturnType<typeof keysOfAllKinds>>;
beforeAll(async () => {
  front = await httpFront({ operations: OPERATIONS });
  other = await httpFront({ operations: OPERATIONS, db: () => front.db });
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await front[Symbol.asyncDispose]();
});
beforeEach(async () => {
  keys = await keysOfAllKinds(front.db);
});

const newCode = (keyId = keys.merchant.id) =>
  transact(front.db, (transaction) => makeSignInCode(transaction, { id: keyId, shopId: keys.home.shop.shopId }));
const newConsoleKey = () =>
  transact(front.db, (transaction) => consoleKey({ shop: openShop(transaction, keys.home.shop.shopId), clock: { now: () => new Date() } }));
const signInBy = (code: unknown, at = front, url = "/session") => at.send({ method: "POST", url, ...json({ code }), key: null });
const read = async (token: string, url: string) => {
  const answer = await withCookie(front, token, { url });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ readonly data: unknown }>().data;
};

describe("a sign-in code", () => {
  test.each(["/session", "/v1/session"])("starts a session of its key at %s, once", async (url) => {
    const code = await newCode();
    const answer = await signInBy(code, front, url);
    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
    expect(members(members(await read(tokenOf(answer), "/v1/session"))["key"])["id"]).toBe(keys.merchant.id);
    const again = await signInBy(code, other, url);
    expectError(again, "unauthorized");
    expect(again.headers).not.toHaveProperty("set-cookie");
  });

  test("starts one session when many requests race", async () => {
    const code = await newCode();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => signInBy(code, at % 2 === 0 ? front : other)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, ...Array.from({ length: 7 }, () => 401)]);
    expect(await front.db.selectFrom("sessions").select("id").where("key_id", "=", keys.merchant.id).execute()).toHaveLength(1);
  });

  test("gets the same refusal when it is unknown, used, expired, of a revoked key or no code at all", async () => {
    const [used, expired, revoked] = [await newCode(), await newCode(), await newCode(keys.organization.id)];
    await signInBy(used);
    await sql`update sign_in_codes set expires_at = now() where code_hash = ${hash(expired)}`.execute(front.db);
    await revokeKey(front.db, keys.organization.id);
    const codes = [used, expired, revoked, `fwc_${"A".repeat(32)}`, "", "x", keys.merchant.rawKey];
    const messages = [];
    for (const code of codes) messages.push(expectError(await signInBy(code), "unauthorized")["message"]);
    expect(new Set(messages).size).toBe(1);
    expect(messages[0]).toContain("feedwright console");
  });

  test("lasts ten minutes, is stored as a SHA-256, and leaves an audit entry without it", async () => {
    const code = await newCode();
    const row = await front.db.selectFrom("sign_in_codes").selectAll().where("key_id", "=", keys.merchant.id).executeTakeFirstOrThrow();
    expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(600_000);
    expect(row.code_hash).toEqual(hash(code));
    const log = await front.send({ url: "/v1/audit", key: keys.merchant.rawKey });
    expect(members(log.json())["data"]).toMatchObject([
      { action: "sign_in_code.created", actor: { kind: "command_line" }, after: { key: keys.merchant.id } },
    ]);
    expect(log.body).not.toContain(code.slice(4));
    await sql`update sign_in_codes set expires_at = now()`.execute(front.db);
    await removeExpiredSessions(front.db, new AbortController().signal);
    expect(await front.db.selectFrom("sign_in_codes").selectAll().execute()).toEqual([]);
  });

  test("is counted against the address, right or wrong, and refused past its limit", async () => {
    await using limited = await httpFront({
      db: () => front.db,
      rateLimits: { merchant: 9, organization: 9, admin: 9, anonymous: 3 },
      trustProxy: 1,
    });
    const send = (code: string, address: string) => {
      const { payload, headers } = json({ code });
      return limited.send({ method: "POST", url: "/session", key: null, payload, headers: { ...headers, "x-forwarded-for": address } });
    };
    const code = await newCode();
    const answers = [];
    for (const guess of ["a", "b", "c", code]) answers.push((await send(guess, "192.0.2.30")).statusCode);
    expect(answers).toEqual([401, 401, 401, 429]);
    const elsewhere = await send(code, "192.0.2.31");
    expect([elsewhere.statusCode, elsewhere.headers["ratelimit"]]).toEqual([204, expect.stringContaining('"anonymous";r=2')]);
  });

  test("or a key, and exactly one of them", async () => {
    const code = await newCode();
    const both = await front.send({ method: "POST", url: "/session", key: null, ...json({ code, key: keys.merchant.rawKey }) });
    expect(expectError(both, "validation_failed")["message"]).toContain("either `key` or `code`");
    for (const odd of [7, null, [code]]) expectError(await signInBy(odd), "validation_failed");
    expectError(await front.send({ method: "POST", url: "/session", key: null, ...json({}) }), "validation_failed");
    expect((await signInBy(code)).statusCode).toBe(204);
  });

  test("from the command line stands for the shop's key Console, which is made where there is none", async () => {
    const first = await newConsoleKey();
    expect(await newConsoleKey()).toBe(first);
    await revokeKey(front.db, first);
    const second = await newConsoleKey();
    expect(second).not.toBe(first);
    const made = await front.db.selectFrom("api_keys").select(["kind", "name", "grants", "shop_id"]).where("id", "=", second).execute();
    expect(made).toEqual([{ kind: "merchant", name: "Console", grants: ["full_access"], shop_id: keys.home.shop.shopId }]);
  });
});

describe("GET /session", () => {
  test.each(["merchant", "organization", "admin"] as const)("says who asks with a session of a key of kind %s", async (kind) => {
    const token = await signedIn(front, keys[kind].rawKey);
    const told = members(await read(token, "/v1/session"));
    const { shopId } = keys.home.shop;
    expect(told).toMatchObject({
      object: "session",
      kind,
      key: { id: keys[kind].id, key_prefix: keys[kind].rawKey.slice(0, 16) },
      shop: kind === "merchant" ? { id: `shop_${shopId}` } : null,
      organization: kind === "organization" ? { id: `org_${keys.organization.organizationId}`, name: "An agency" } : null,
      secure_cookie: true,
    });
    expect(Date.parse(String(told["expires_at"])) - Date.parse(String(told["created_at"]))).toBe(43_200_000);
    expect(await read(token, "/session")).toEqual(told);
    expect(JSON.stringify(told)).not.toContain(token.slice(4));
  });

  test("answers a key too, which has no session, and refuses everyone else", async () => {
    const answer = await front.send({ url: "/v1/session", key: keys.merchant.rawKey });
    expect(members(answer.json())["data"]).toMatchObject({ id: null, kind: "merchant", expires_at: null });
    expectError(await front.send({ url: "/v1/session", key: null }), "unauthorized");
    expectError(await front.send({ url: "/v1/sessions", key: "x" }), "unauthorized");
  });

  test("says that the cookie of a plain http service isn't secure", async () => {
    await using plain = await httpFront({ operations: OPERATIONS, db: () => front.db, publicUrl: "http://127.0.0.1:8080" });
    const answer = await plain.send({ url: "/v1/session", key: keys.merchant.rawKey });
    expect(members(members(answer.json())["data"])["secure_cookie"]).toBe(false);
  });
});

describe("the sessions of a key", () => {
  const list = async (token: string) => {
    const listed = await read(token, "/v1/sessions");
    return Array.isArray(listed) ? listed.map(members) : [];
  };
  const end = (token: string, id: unknown) => withCookie(front, token, { method: "DELETE", url: `/v1/sessions/${String(id)}` });

  test("are listed, newest first, with the current one marked and nothing secret", async () => {
    const [first, second] = [await signedIn(front, keys.merchant.rawKey), await signedIn(front, keys.merchant.rawKey)];
    await signedIn(front, keys.admin.rawKey);
    expect((await list(first)).map(({ current }) => current)).toEqual([false, true]);
    const [session] = await list(second);
    expect(Object.keys(session ?? {}).toSorted()).toEqual(["created_at", "current", "expires_at", "id", "object"]);
  });

  test("end one by one: another's, then one's own, which removes the cookie", async () => {
    const [first, second] = [await signedIn(front, keys.merchant.rawKey), await signedIn(front, keys.merchant.rawKey)];
    const [newer, older] = (await list(first)).map(({ id }) => id);
    const ended = await end(first, newer);
    expect([ended.statusCode, ended.headers["set-cookie"]]).toEqual([204, undefined]);
    expectError(await withCookie(other, second, { url: "/v1/feeds" }), "unauthorized");
    expectError(await end(first, newer), "resource_not_found");
    const own = await end(first, older);
    expect([own.statusCode, own.headers["set-cookie"]]).toEqual([204, expect.stringContaining(`${COOKIE}=; Path=/; Max-Age=0`)]);
    expectError(await withCookie(other, first, { url: "/v1/feeds" }), "unauthorized");
  });

  test("of another key aren't found, and neither is what is no number", async () => {
    const [own, foreign] = [await signedIn(front, keys.merchant.rawKey), await signedIn(front, keys.organization.rawKey)];
    const [session] = await list(foreign);
    for (const id of [session?.["id"], "x", "0", "999999999999"]) expectError(await end(own, id), "resource_not_found");
    expect(await list(foreign)).toHaveLength(1);
    const elsewhere = {
      method: "DELETE",
      url: `/v1/sessions/${String(session?.["id"])}`,
      headers: { "sec-fetch-site": "cross-site" },
    } as const;
    expectError(await withCookie(front, foreign, elsewhere), "unauthorized");
  });

  test("start and end audited, by number", async () => {
    const token = await signedIn(front, keys.merchant.rawKey);
    const [session] = await list(token);
    await end(token, session?.["id"]);
    const log = await front.send({ url: "/v1/audit", key: keys.merchant.rawKey });
    expect(members(log.json())["data"]).toMatchObject([
      { action: "session.ended", after: { sessions: [session?.["id"]] } },
      { action: "session.started" },
    ]);
  });
});

const hash = (code: string): Buffer => createHash("sha256").update(code).digest();
