import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { admitCallers, createKey, revokeKey } from "../../features/keys/index.ts";
import { OPERATIONS } from "../../features/operations.ts";
import { holderOf, startSession } from "../../features/sessions/index.ts";
import { members } from "../../kernel/unsafe.ts";
import { expectError, httpFront, type HttpFront, json } from "./http-front.suite.ts";
import { agencyOf, COOKIE, keysOfAllKinds, OWN_PAGE, signedIn, signIn, tokenOf, withCookie } from "./session-front.suite.ts";

/** Sessions of the console, at two processes on one database. */

const KINDS = ["merchant", "organization", "admin"] as const;

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

const live = (keyId: number) => front.db.selectFrom("sessions").selectAll().where("key_id", "=", keyId).orderBy("id").execute();
const audits = (action: string, keyId: number) =>
  front.db
    .selectFrom("audit_log")
    .select(["shop_id", "actor", "facts", "request_id"])
    .where("action", "=", action)
    .where(sql<boolean>`(actor ->> 'key_id')::bigint = ${keyId}`)
    .orderBy("id")
    .execute();

describe("POST /session", () => {
  test.each(KINDS)(
    "takes a key of kind %s and answers a cookie for this host alone, out of reach of scripts, for twelve hours",
    async (kind) => {
      const answer = await signIn(front, keys[kind].rawKey);
      expect([answer.statusCode, answer.body]).toEqual([204, ""]);
      const token = tokenOf(answer);
      expect(token).toMatch(/^fws_[A-Za-z0-9_-]{43}$/);
      expect(answer.headers["set-cookie"]).toBe(`${COOKIE}=${token}; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure`);
      expect((await withCookie(front, token, { url: keys[kind].probe })).statusCode).toBe(200);
    },
  );

  test("names the cookie fw, without Secure, on plain http, and takes no other there", async () => {
    await using plain = await httpFront({ operations: OPERATIONS, db: () => front.db, publicUrl: "http://127.0.0.1:8080" });
    const answer = await signIn(plain, keys.merchant.rawKey);
    const token = tokenOf(answer);
    expect(answer.headers["set-cookie"]).toBe(`fw=${token}; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict`);
    const probe = (cookie: string) => plain.send({ url: "/v1/feeds", key: null, headers: { ...OWN_PAGE, cookie } });
    expect((await probe(`fw=${token}`)).statusCode).toBe(200);
    expect((await probe(`__Host-fw=${token}`)).statusCode).toBe(401);
    expectError(await front.send({ url: "/v1/feeds", key: null, headers: { ...OWN_PAGE, cookie: `fw=${token}` } }), "unauthorized");
  });

  test("stores a SHA-256 of the token and nothing that says more, and never gives a token twice", async () => {
    const tokens = [await signedIn(front, keys.merchant.rawKey), await signedIn(front, keys.merchant.rawKey)];
    const rows = await live(keys.merchant.id);
    expect(new Set(tokens).size).toBe(2);
    expect(rows.map(({ token_hash: hash }) => hash)).toEqual(tokens.map((token) => createHash("sha256").update(token).digest()));
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(["created_at", "expires_at", "id", "key_id", "token_hash"]);
    const { rows: texts } = await sql<{ readonly text: string }>`
      select row_to_json(s)::text as text from sessions s union all select row_to_json(a)::text from audit_log a`.execute(front.db);
    for (const secret of [...tokens, keys.merchant.rawKey]) expect(JSON.stringify(texts)).not.toContain(secret.slice(12));
  });

  test("refuses a key that nobody made, one that was revoked, and a text that is none", async () => {
    await revokeKey(front.db, keys.merchant.id);
    const nobodys = keys.admin.rawKey.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    for (const key of [nobodys, keys.merchant.rawKey, "", "x", `${keys.admin.rawKey} `, `Bearer ${keys.admin.rawKey}`, "ключ", "a\r\nb"]) {
      const answer = await signIn(front, key);
      expectError(answer, "unauthorized");
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
      expect(answer.headers).not.toHaveProperty("set-cookie");
    }
  });

  test("refuses a key whose revocation is committed while it is being looked at", async () => {
    const transaction = await front.db.startTransaction().execute();
    await revokeKey(transaction, keys.merchant.id);
    const sent = signIn(front, keys.merchant.rawKey);
    await sleep(200);
    await transaction.commit().execute();
    expectError(await sent, "unauthorized");
    expect(await live(keys.merchant.id)).toEqual([]);
  });

  test("takes one member, named key, in JSON of at most 1 KB, and no query", async () => {
    const key = keys.merchant.rawKey;
    const send = (payload: string, type: string | null = "application/json", url = "/session") =>
      signIn(front, key, { payload, url, headers: type === null ? {} : { "content-type": type } });
    const whole = JSON.stringify({ key });
    expect((await send(whole.padEnd(1_024))).statusCode).toBe(204);
    expectError(await send(whole.padEnd(1_025)), "payload_too_large");
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", null])
      expectError(await send(whole, type), "unsupported_media_type");
    expectError(await send("{"), "invalid_json");
    const details = async (payload: unknown) => expectError(await send(JSON.stringify(payload)), "validation_failed")["details"];
    expect(await details({ key, remember: true })).toMatchObject([{ param: "/remember", code: "unknown_param" }]);
    for (const none of [{}, { key: null }]) expect(await details(none)).toMatchObject([{ param: "/key", code: "missing_param" }]);
    for (const odd of [7, [key], { key }]) expect(await details({ key: odd })).toMatchObject([{ param: "/key", code: "invalid_param" }]);
    for (const odd of [null, 7, [], key]) expectError(await send(JSON.stringify(odd)), "validation_failed");
    expectError(await send(whole, "application/json", `/session?key=${key}`), "invalid_request");
    expect(await live(keys.merchant.id)).toHaveLength(1);
  });

  test("keeps at most 50 sessions of a key, however many begin at once: the oldest end", async () => {
    const bystander = await signedIn(front, keys.admin.rawKey);
    const first = await signedIn(front, keys.merchant.rawKey);
    const fronts = [front, other];
    await Promise.all(Array.from({ length: 54 }, (_, at) => signedIn(fronts[at % 2] ?? front, keys.merchant.rawKey)));
    const last = await signedIn(front, keys.merchant.rawKey);
    expect(await live(keys.merchant.id)).toHaveLength(50);
    expectError(await withCookie(other, first, { url: "/v1/feeds" }), "unauthorized");
    expect((await withCookie(other, last, { url: "/v1/feeds" })).statusCode).toBe(200);
    expect((await withCookie(other, bystander, { url: "/v1/admin/keys" })).statusCode).toBe(200);
    const ended = await audits("session.ended", keys.merchant.id);
    expect(ended.flatMap(({ facts }) => members(members(facts["answer"])["data"])["sessions"])).toHaveLength(6);
  });
});

test("a session that begins while another of its key is being begun waits for it, so that there are never 51", async () => {
  for (let at = 0; at < 50; at += 1) await signIn(front, keys.merchant.rawKey);
  const caller = await admitCallers(front.db)(keys.merchant.rawKey, null);
  if (caller === undefined) throw new Error("a key that was just made is not there");
  const transaction = await front.db.startTransaction().execute();
  await startSession(transaction, { holder: holderOf(caller), requestId: "req_test" });
  const second = signIn(other, keys.merchant.rawKey);
  await sleep(200);
  await transaction.commit().execute();
  expect((await second).statusCode).toBe(204);
  expect(await live(keys.merchant.id)).toHaveLength(50);
});

describe("a session", () => {
  test.each(KINDS)("stands for its key of kind %s with the scopes, the tenant and the audit actor of that", async (kind) => {
    const token = await signedIn(front, keys[kind].rawKey);
    const byKey = await front.send({ url: keys[kind].probe, key: keys[kind].rawKey });
    const bySession = await withCookie(front, token, { url: keys[kind].probe });
    expect(bySession.statusCode).toBe(200);
    const answers = [byKey, bySession].map((answer) =>
      JSON.stringify(answer.json()).replaceAll(/"(request_count|last_used_at)":[^,}]+/g, ""),
    );
    expect(answers[1]).toBe(answers[0]);
    const foreign = kind === "admin" ? "/v1/feeds" : "/v1/admin/keys";
    expectError(await withCookie(front, token, { url: foreign }), "wrong_key_kind");
  });

  test("changes what its key may change, and the log names the key", async () => {
    const token = await signedIn(front, keys.merchant.rawKey);
    const made = await withCookie(front, token, { method: "POST", url: "/v1/api_keys", ...own(json({ name: "By the console" })) });
    expect(made.statusCode).toBe(201);
    expect(await audits("api_key.created", keys.merchant.id)).toMatchObject([
      { shop_id: keys.home.shop.shopId, actor: { kind: "key", key_id: keys.merchant.id, key_kind: "merchant", name: "Own" } },
    ]);
  });

  test("of a key that may only read may only read", async () => {
    const { rawKey } = await createKey(front.db, { kind: "merchant", shopId: keys.home.shop.shopId, name: "Reader", grants: ["read"] });
    const token = await signedIn(front, rawKey);
    const answer = await withCookie(front, token, { method: "POST", url: "/v1/api_keys", ...own(json({ name: "x" })) });
    expect(expectError(answer, "insufficient_scope")["message"]).toContain("write_settings");
  });

  test("sees nothing of another shop, with no id and no shop_id", async () => {
    const stranger = await testShop(front.db);
    const token = await signedIn(front, keys.merchant.rawKey);
    expect((await withCookie(front, token, { url: `/v1/feeds/${keys.home.feedId}` })).statusCode).toBe(200);
    expectError(await withCookie(front, token, { url: `/v1/feeds/${stranger.feedId}` }), "resource_not_found");
    expectError(await withCookie(front, token, { url: `/v1/feeds?shop_id=${stranger.shop.shopId}` }), "wrong_key_kind");
    const agencys = await signedIn(front, keys.organization.rawKey);
    expectError(await withCookie(front, agencys, { url: `/v1/feeds?shop_id=${stranger.shop.shopId}` }), "shop_not_connected");
    expectError(await withCookie(front, agencys, { url: "/v1/feeds" }), "invalid_request");
  });

  test("costs a request no statement more than its key does", async () => {
    let statements = 0;
    const counting = front.db.withPlugin({
      transformQuery: ({ node }) => (statements++, node),
      transformResult: async ({ result }) => result,
    });
    await using counted = await httpFront({ operations: OPERATIONS, db: () => counting });
    const token = await signedIn(front, keys.merchant.rawKey);
    const cost = async (ask: () => Promise<unknown>) => {
      statements = 0;
      await ask();
      return statements;
    };
    const byKey = await cost(() => counted.send({ url: "/v1/notes", key: keys.merchant.rawKey }));
    expect(await cost(() => withCookie(counted, token, { url: "/v1/notes" }))).toBe(byKey);
    expect(await cost(() => withCookie(counted, "fws_none", { url: "/v1/notes" }))).toBe(0);
  });

  test("has its own repeats: another session's, or its key's, is refused and not done again", async () => {
    const [one, two] = [await signedIn(front, keys.merchant.rawKey), await signedIn(front, keys.merchant.rawKey)];
    const make = { method: "POST", url: "/v1/api_keys", payload: JSON.stringify({ name: "Once" }) } as const;
    const headers = { "content-type": "application/json", "idempotency-key": "make-once" };
    const first = await withCookie(front, one, { ...make, headers });
    const again = await withCookie(other, one, { ...make, headers });
    expect([again.body, again.headers["idempotent-replayed"]]).toEqual([first.body, "true"]);
    expectError(await withCookie(front, two, { ...make, headers }), "idempotency_key_reused");
    expectError(await front.send({ ...make, key: keys.merchant.rawKey, headers }), "idempotency_key_reused");
    expect(await audits("api_key.created", keys.merchant.id)).toHaveLength(1);
  });
});

/** What `json` makes, with the header of a page of our own. */
const own = ({ payload, headers }: ReturnType<typeof json>) => ({ payload, headers: { ...headers, ...OWN_PAGE } });

describe("the very next request, at whichever process, is refused", () => {
  const bothRefuse = async (token: string, url: string, code: "unauthorized" | "shop_not_connected" = "unauthorized") => {
    for (const at of [front, other]) expectError(await withCookie(at, token, { url }), code);
  };

  test.each(KINDS)("once the key, of kind %s, is revoked", async (kind) => {
    const token = await signedIn(front, keys[kind].rawKey);
    expect((await withCookie(other, token, { url: keys[kind].probe })).statusCode).toBe(200);
    await revokeKey(front.db, keys[kind].id);
    await bothRefuse(token, keys[kind].probe);
  });

  test("once the organization's connection is removed, to that shop; and of what it made there", async () => {
    const { organization, home } = keys;
    const { rawKey } = await createKey(front.db, {
      kind: "merchant",
      shopId: home.shop.shopId,
      createdBy: organization.organizationId,
      name: "Made",
      grants: ["read"],
    });
    const [token, made] = [await signedIn(front, organization.rawKey), await signedIn(front, rawKey)];
    for (const [session, url] of [
      [token, organization.probe],
      [made, "/v1/feeds"],
    ] as const)
      expect((await withCookie(other, session, { url })).statusCode).toBe(200);
    await front.send({ method: "DELETE", url: `/v1/org/connections/${home.shop.shopId}`, key: organization.rawKey });
    await bothRefuse(token, organization.probe, "shop_not_connected");
    await bothRefuse(made, "/v1/feeds");
    expect((await withCookie(other, token, { url: "/v1/org" })).statusCode).toBe(200);
  });

  test("once its twelve hours are over, however much it was used", async () => {
    const token = await signedIn(front, keys.merchant.rawKey);
    const [session] = await live(keys.merchant.id);
    const lasts = (session?.expires_at.getTime() ?? 0) - (session?.created_at.getTime() ?? 0);
    expect(lasts).toBe(43_200_000);
    const age = (seconds: number) =>
      sql`update sessions set expires_at = expires_at - make_interval(secs => ${seconds}) where key_id = ${keys.merchant.id}`.execute(
        front.db,
      );
    await age(43_200 - 60);
    expect((await withCookie(other, token, { url: "/v1/feeds" })).statusCode).toBe(200);
    await age(60);
    await bothRefuse(token, "/v1/feeds");
  });

  test("once it is ended, and no other is", async () => {
    const [leaving, staying] = [await signedIn(front, keys.merchant.rawKey), await signedIn(front, keys.merchant.rawKey)];
    expect((await withCookie(front, leaving, { method: "DELETE", url: "/session" })).statusCode).toBe(204);
    await bothRefuse(leaving, "/v1/feeds");
    expect((await withCookie(other, staying, { url: "/v1/feeds" })).statusCode).toBe(200);
  });

  test.each(["cookie", "key"] as const)("once all sessions of its key are ended, with a %s, and no other's are", async (by) => {
    const sessions = [await signedIn(front, keys.merchant.rawKey), await signedIn(front, keys.merchant.rawKey)];
    const sibling = await createKey(front.db, { kind: "merchant", shopId: keys.home.shop.shopId, name: "Sibling", grants: ["read"] });
    const others = [await signedIn(front, sibling.rawKey), await signedIn(front, (await agencyOf(front.db, keys.home)).rawKey)];
    const request = { method: "DELETE", url: "/sessions" } as const;
    const [token = ""] = sessions;
    const answer = await (by === "cookie" ? withCookie(front, token, request) : front.send({ ...request, key: keys.merchant.rawKey }));
    expect(answer.statusCode).toBe(204);
    expect(answer.headers["set-cookie"]).toBe(by === "cookie" ? CLEARED : undefined);
    for (const session of sessions) await bothRefuse(session, "/v1/feeds");
    const urls = ["/v1/feeds", keys.organization.probe];
    for (const [at, session] of others.entries()) expect((await withCookie(other, session, { url: urls[at] ?? "" })).statusCode).toBe(200);
    expect((await front.send({ url: "/v1/feeds", key: keys.merchant.rawKey })).statusCode).toBe(200);
  });
});

const CLEARED = `${COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure`;

describe("DELETE /session", () => {
  const leave = (token: string, headers: Readonly<Record<string, string>> = {}) =>
    withCookie(front, token, { method: "DELETE", url: "/session", headers });

  test("ends the session and removes the cookie, and answers the same where there is none any more", async () => {
    const token = await signedIn(front, keys.merchant.rawKey);
    for (const answer of [await leave(token), await leave(token), await leave("fws_none"), await leave("", { cookie: "" })]) {
      expect([answer.statusCode, answer.body, answer.headers["set-cookie"]]).toEqual([204, "", CLEARED]);
    }
    expect(await live(keys.merchant.id)).toEqual([]);
    expect(await audits("session.ended", keys.merchant.id)).toHaveLength(1);
  });

  test("by a page of another site, or with a key, ends nothing and removes no cookie", async () => {
    const token = await signedIn(front, keys.merchant.rawKey);
    const answers = [
      await leave(token, { "sec-fetch-site": "cross-site" }),
      await leave(token, { "sec-fetch-site": "none" }),
      await leave(token, { authorization: `Bearer ${keys.merchant.rawKey}` }),
      await front.send({ method: "DELETE", url: "/session", key: null, headers: { cookie: `${COOKIE}=${token}` } }),
    ];
    for (const answer of answers) {
      expectError(answer, "unauthorized");
      expect(answer.headers).not.toHaveProperty("set-cookie");
    }
    expect((await withCookie(front, token, { url: "/v1/feeds" })).statusCode).toBe(200);
  });

  test("and DELETE /sessions take no query, and the latter needs a session or a key", async () => {
    const token = await signedIn(front, keys.merchant.rawKey);
    for (const url of ["/session?all=1", "/sessions?all=1"])
      expectError(await withCookie(front, token, { method: "DELETE", url }), "invalid_request");
    expectError(await front.send({ method: "DELETE", url: "/sessions", key: null }), "unauthorized");
    expectError(await front.send({ method: "DELETE", url: "/sessions", key: "x" }), "unauthorized");
    expect(await live(keys.merchant.id)).toHaveLength(1);
  });
});

describe("the audit log", () => {
  test("of a shop has the sessions of its keys, begun and ended, by number", async () => {
    const token = await signedIn(front, keys.merchant.rawKey);
    const [session] = await live(keys.merchant.id);
    await withCookie(front, token, { method: "DELETE", url: "/session" });
    const log = await front.send({ url: "/v1/audit", key: keys.merchant.rawKey });
    const actor = { kind: "key", key_id: keys.merchant.id, key_kind: "merchant", name: "Own" };
    const entry = { object: "audit_entry", operation: null, actor, shop_id: `shop_${keys.home.shop.shopId}` };
    expect(members(log.json())["data"]).toMatchObject([
      { ...entry, action: "session.ended", after: { sessions: [session?.id] } },
      { ...entry, action: "session.started", after: { session: session?.id, expires_at: session?.expires_at.toISOString() } },
    ]);
    expect(log.body).not.toContain(token.slice(4));
  });

  test.each(["organization", "admin"] as const)("of no shop has those of a key of kind %s", async (kind) => {
    const token = await signedIn(front, keys[kind].rawKey);
    await withCookie(front, token, { method: "DELETE", url: "/sessions" });
    for (const action of ["session.started", "session.ended"])
      expect(await audits(action, keys[kind].id)).toMatchObject([{ shop_id: null, actor: { key_id: keys[kind].id } }]);
  });
});
