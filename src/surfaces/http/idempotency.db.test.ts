import { randomBytes } from "node:crypto";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { removeExpiredAnswers } from "../../features/idempotency/index.ts";
import { createKey } from "../../features/keys/index.ts";
import { read, type ShopChange, write } from "../../features/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { expectError, httpFront, type HttpFront, json } from "./http-front.suite.ts";

/** Every row of `organizations` is an effect: nothing else here makes one. */
const added = { wait: async () => {}, looks: 0 };

const quiet = { mcp: { hidden: "a test" }, errors: [] } as const;
const Mark = z.strictObject({ label: z.string(), size: z.int().optional(), preview: z.boolean().optional() });

const mark = write({
  ...quiet,
  name: "marks.add",
  title: "Do a thing",
  summary: "Makes a mark and answers a secret.",
  scope: "write_feeds",
  http: { method: "POST", path: "/marks", status: 201 },
  query: z.strictObject({ dry_run: z.enum(["true", "false"]).optional() }),
  body: Mark,
  output: dataOf(z.strictObject({ id: z.int(), raw_key: z.string() })),
  audit: "mark.added",
  preview: { member: "preview", dryRun: true, show: (call, { body }) => addMark(call, body) },
  secrets: ["raw_key"],
  run: (call, { body }) => addMark(call, body),
});

async function addMark({ shop }: Pick<ShopChange, "shop">, { label, size = 0 }: z.output<typeof Mark>) {
  const { id } = await shop.db.insertInto("organizations").values({ name: label }).returning("id").executeTakeFirstOrThrow();
  await added.wait();
  return { data: { id, raw_key: randomBytes(20).toString("hex") + "x".repeat(size) } };
}

const look = read({
  ...quiet,
  name: "looks.take",
  title: "Do a thing",
  summary: "Answers how often it was asked.",
  scope: "read_feeds",
  http: { method: "POST", path: "/looks", status: 200 },
  body: Mark,
  output: dataOf(z.string()),
  run: (_call, { body }) => Promise.resolve({ data: `${++added.looks}${"x".repeat(body.size ?? 0)}` }),
});

const erase = write({
  ...quiet,
  name: "marks.erase",
  title: "Do a thing",
  summary: "Makes a mark too.",
  scope: "write_feeds",
  http: { method: "DELETE", path: "/marks", status: 204 },
  output: z.undefined(),
  audit: "mark.erased",
  async run({ shop }) {
    await shop.db.insertInto("organizations").values({ name: "erased" }).execute();
    return undefined;
  },
});

let front: HttpFront;
beforeAll(async () => {
  front = await httpFront({ operations: [mark, look, erase] });
});
afterAll(() => front[Symbol.asyncDispose]());
beforeEach(() => {
  added.wait = async () => {};
});

let keysUsed = 0;
const newKey = (): string => `key-${++keysUsed}`;

type Request = InjectOptions & { readonly key?: string };
const repeatOf = (idempotencyKey: string, { headers, ...request }: Request = {}) =>
  front.send({ method: "POST", url: "/v1/marks", ...json({ label: "a" }), ...request, headers: withKey(idempotencyKey, headers) });
const withKey = (idempotencyKey: string, headers: InjectOptions["headers"] = json("").headers) => ({
  ...headers,
  "idempotency-key": idempotencyKey,
});
const body = (label: string, more: object = {}) => ({ payload: JSON.stringify({ label, ...more }) });

const effects = async (): Promise<number> => (await front.db.selectFrom("organizations").select("id").execute()).length;

/** What a client sees of an answer. */
const seen = (answer: LightMyRequestResponse) => ({
  status: answer.statusCode,
  body: answer.body,
  type: answer.headers["content-type"],
  replayed: answer.headers["idempotent-replayed"],
});
const replayOf = (first: LightMyRequestResponse) => ({ ...seen(first), replayed: "true" });

describe("a repeat with the same Idempotency-Key", () => {
  test("is answered with the bytes of the first, which had the only effect", async () => {
    const [key, before] = [newKey(), await effects()];
    const first = await repeatOf(key);
    expect(first).toMatchObject({ statusCode: 201, headers: { "idempotency-key": key } });
    expect(first.headers).not.toHaveProperty("idempotent-replayed");
    const second = await repeatOf(key);
    expect(seen(second)).toEqual(replayOf(first));
    expect(second.headers["idempotency-key"]).toBe(key);
    expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
    expect(await effects()).toBe(before + 1);
  });

  test("is named in answers that come before it is looked at, too, where it is a key at all", async () => {
    const key = newKey();
    const strange = await repeatOf(key, { headers: { ...json("").headers, authorization: "Bearer svc_live_sk_no" } });
    const nowhere = await repeatOf(key, { url: "/v1/nowhere" });
    const wrong = await repeatOf(key, { method: "PUT" });
    expect([strange, nowhere, wrong].map(({ statusCode, headers }) => [statusCode, headers["idempotency-key"]])).toEqual([
      [401, key],
      [404, key],
      [405, key],
    ]);
    expect((await repeatOf("x".repeat(65))).headers).not.toHaveProperty("idempotency-key");
  });

  test("has no body when the first had none", async () => {
    const [key, before] = [newKey(), await effects()];
    const request = { method: "DELETE", url: "/v1/marks", payload: "" } as const;
    const first = await repeatOf(key, request);
    const second = await repeatOf(key, request);
    expect([first.statusCode, second.statusCode, second.body]).toEqual([204, 204, ""]);
    expect(second.headers["idempotent-replayed"]).toBe("true");
    expect(await effects()).toBe(before + 1);
  });

  test("has one effect among fifty at once; the others are told it is in flight, or are given its answer", async () => {
    const [key, before] = [newKey(), await effects()];
    const answers = await Promise.all(Array.from({ length: 50 }, () => repeatOf(key)));
    const done = answers.filter(({ statusCode }) => statusCode === 201);
    for (const answer of answers) if (answer.statusCode !== 201) expectError(answer, "idempotency_key_in_use");
    expect(new Set(done.map((answer) => answer.body)).size).toBe(1);
    expect(done.filter(({ headers }) => headers["idempotent-replayed"] === undefined)).toHaveLength(1);
    expect(await effects()).toBe(before + 1);
  });

  test("is refused at once while the first is in flight, and answered once it has ended", async () => {
    const key = newKey();
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    added.wait = () => {
      begun.resolve();
      return end.promise;
    };
    const first = repeatOf(key);
    await begun.promise;
    expectError(await repeatOf(key), "idempotency_key_in_use");
    expectError(await repeatOf(key, body("another")), "idempotency_key_in_use");
    end.resolve();
    const answered = await first;
    expect(seen(await repeatOf(key))).toEqual(replayOf(answered));
  });

  test("finds what the path named, also when it is gone by then", async () => {
    const key = newKey();
    const { feedId, shop } = await testShop(front.db);
    const { rawKey } = await createKey(front.db, { kind: "merchant", shopId: shop.shopId, name: "Own", grants: ["write"] });
    const request = { method: "PATCH", url: `/v1/feeds/${feedId}/notes`, key: rawKey, payload: JSON.stringify({ name: "b" }) } as const;
    const first = await repeatOf(key, request);
    expect(first.statusCode).toBe(200);
    await front.db.deleteFrom("feeds").where("id", "=", feedId).execute();
    expect(seen(await repeatOf(key, request))).toEqual(replayOf(first));
  });
});

describe("the same Idempotency-Key with another request", () => {
  test.each([
    ["another body", body("b")],
    ["another query", { url: "/v1/marks?dry_run=false" }],
    ["no body", { payload: "" }],
  ])("is refused for %s, and the first answer can still be had", async (_, other) => {
    const [key, before] = [newKey(), await effects()];
    const first = await repeatOf(key);
    expectError(await repeatOf(key, other), "idempotency_key_reused");
    expect(seen(await repeatOf(key))).toEqual(replayOf(first));
    expect(await effects()).toBe(before + 1);
  });

  test.each([
    ["white space", `{"label":"é","size":1}`, `{ "label": "é", "size": 1 }`],
    ["the order of members", `{"label":"é","size":1}`, `{"size":1,"label":"é"}`],
    ["the form of a number", `{"label":"é","size":1}`, `{"label":"é","size":1.0}`],
    ["an escaped character", `{"label":"é","size":1}`, `{"label":"\\u00e9","size":1}`],
    ["a character's Unicode form", `{"label":"é"}`, `{"label":"${"é".normalize("NFD")}"}`],
  ])("is refused where the bodies differ in %s alone: bytes are compared, not what they mean", async (_, one, other) => {
    const key = newKey();
    const first = await repeatOf(key, { payload: one });
    expectError(await repeatOf(key, { payload: other }), "idempotency_key_reused");
    expect(seen(await repeatOf(key, { payload: one }))).toEqual(replayOf(first));
  });

  test("is another request on another path, by another method, with another API key or for another shop", async () => {
    const [key, before] = [newKey(), await effects()];
    const { id: organizationId } = await front.db
      .insertInto("organizations")
      .values({ name: "agency" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const shops = [front.home.shop.shopId, (await testShop(front.db)).shop.shopId];
    for (const shop_id of shops)
      await front.db
        .insertInto("organization_connections")
        .values({ organization_id: organizationId, shop_id, domain: `${shop_id}.example`, status: "active" })
        .execute();
    const merchant = await createKey(front.db, { kind: "merchant", shopId: front.home.shop.shopId, name: "Second", grants: ["write"] });
    const agency = await createKey(front.db, { kind: "organization", organizationId, name: "Agency", grants: ["write"] });
    const requests: readonly Request[] = [
      {},
      { method: "DELETE", payload: "" },
      { url: "/v1/looks" },
      { key: merchant.rawKey },
      ...shops.map((shopId) => ({ key: agency.rawKey, url: `/v1/marks?shop_id=${shopId}` })),
    ];
    const answers = [];
    for (const request of requests) answers.push(await repeatOf(key, request));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 204, 200, 201, 201, 201]);
    for (const answer of answers) expect(answer.headers).not.toHaveProperty("idempotent-replayed");
    expect(await effects()).toBe(before + 6);
  });
});

describe("an error", () => {
  const notes = () => ({ method: "PATCH", url: `/v1/feeds/${front.home.feedId}/notes` }) as const;
  test.each([
    ["a refusal", "refuse", "feed_inactive"],
    ["a failure of ours", "fail", "internal_error"],
    ["a value that cannot be", "x".repeat(21), "validation_failed"],
  ] as const)("is not kept: %s leaves the key free", async (_, name, code) => {
    const key = newKey();
    expectError(await repeatOf(key, { ...notes(), payload: JSON.stringify({ name }) }), code);
    const corrected = { ...notes(), payload: JSON.stringify({ name: "good" }) };
    const first = await repeatOf(key, corrected);
    expect(first.statusCode).toBe(200);
    expect(seen(await repeatOf(key, corrected))).toEqual(replayOf(first));
  });

  test("of a body that cannot be read comes before what is stored", async () => {
    const key = newKey();
    await repeatOf(key);
    const answer = await repeatOf(key, { headers: { "content-type": "text/plain" } });
    expectError(answer, "unsupported_media_type");
    expect(answer.headers["idempotency-key"]).toBe(key);
  });
});

describe("what changes nothing", () => {
  test.each([
    ["a read", { url: "/v1/looks" }, {}],
    ["a preview", {}, { preview: true }],
    ["a dry run", { url: "/v1/marks?dry_run=true" }, {}],
  ])("is kept up to 256 KiB: %s", async (_, request, more) => {
    const [small, large] = [newKey(), newKey()];
    const first = await repeatOf(small, { ...request, ...body("a", more) });
    expect(seen(await repeatOf(small, { ...request, ...body("a", more) }))).toEqual(replayOf(first));
    const big = { ...request, ...body("a", { ...more, size: 256 * 1024 }) };
    const answers = [await repeatOf(large, big), await repeatOf(large, big)];
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(2);
    for (const answer of answers) expect(answer.headers).not.toHaveProperty("idempotent-replayed");
  });

  test("may be done beside itself: every repeat is answered what was kept first", async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => repeatOf(key, { url: "/v1/looks" })));
    expect(new Set(answers.map(({ statusCode, body: text }) => `${statusCode} ${text}`)).size).toBe(1);
    expectError(await repeatOf(key, { url: "/v1/looks", ...body("b") }), "idempotency_key_reused");
  });

  test("is not kept where the shop has 4,000 answers; a change is, and so are reads of another shop", async () => {
    const fill = sql`insert into idempotent_answers (shop_id, request_hash, fingerprint, sealed)
      select ${front.home.shop.shopId}, sha256(convert_to('full ' || n, 'UTF8')), sha256(''), '' from generate_series(1, 4000) n`;
    await fill.execute(front.db);
    const empty = sql`delete from idempotent_answers where sealed = ''`;
    onTestFinished(async () => void (await empty.execute(front.db)));
    const { shop } = await testShop(front.db);
    const { rawKey: other } = await createKey(front.db, { kind: "merchant", shopId: shop.shopId, name: "Own", grants: ["write"] });
    const isReplayed = async (request: Request) => {
      const key = newKey();
      await repeatOf(key, request);
      return (await repeatOf(key, request)).headers["idempotent-replayed"] === "true";
    };
    expect(await isReplayed({ url: "/v1/looks" })).toBe(false);
    expect(await isReplayed({ url: "/v1/marks?dry_run=true" })).toBe(false);
    expect(await isReplayed({})).toBe(true);
    expect(await isReplayed({ url: "/v1/looks", key: other })).toBe(true);
  });

  test("does not bound a change", async () => {
    const [key, big] = [newKey(), body("a", { size: 300_000 })];
    const first = await repeatOf(key, big);
    expect(seen(await repeatOf(key, big))).toEqual(replayOf(first));
  });
});

describe("the header", () => {
  test.each([
    ["empty", ""],
    ["of 65 characters", "k".repeat(65)],
    ["of 256 characters", "k".repeat(256)],
    ["with a space", "a b"],
    ["that is not ASCII", "schlüssel"],
    ["with a control character", "a\u0007"],
  ])("is refused when it is %s, before what the path names is looked for", async (_, key) => {
    const answer = await repeatOf(key, { method: "PATCH", url: "/v1/feeds/999999/notes" });
    expectError(answer, "invalid_idempotency_key");
    expect(answer.headers).not.toHaveProperty("idempotency-key");
  });

  test.each(["k", "k".repeat(64), `"quoted"`, "!~"])("is taken as it is: %j", async (key) => {
    const first = await repeatOf(key);
    expect(first).toMatchObject({ statusCode: 201, headers: { "idempotency-key": key } });
    expect(seen(await repeatOf(key))).toEqual(replayOf(first));
  });

  test("is refused when it comes twice", async () => {
    const answer = await front.send({ method: "POST", url: "/v1/marks", headers: { "idempotency-key": ["a", "b"] } });
    expect(expectError(answer, "invalid_idempotency_key")["message"]).toContain("1 to 64");
  });

  test("is ignored by GET", async () => {
    const answer = await front.send({ url: "/v1/notes", headers: { "idempotency-key": "k".repeat(65) } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).not.toHaveProperty("idempotency-key");
  });
});

describe("a stored answer", () => {
  const shift = (seconds: number) => sql`update idempotent_answers set expires_at = expires_at - make_interval(secs => ${seconds})`;
  const DAY = 24 * 3600;

  test("is given for 24 hours, and then the request is a new one", async () => {
    const key = newKey();
    const first = await repeatOf(key);
    await shift(DAY - 10).execute(front.db);
    expect(seen(await repeatOf(key))).toEqual(replayOf(first));
    await shift(11).execute(front.db);
    const again = await repeatOf(key, body("another"));
    expect(again).toMatchObject({ statusCode: 201 });
    expect(seen(await repeatOf(key, body("another")))).toEqual(replayOf(again));
  });

  test("is removed once it has expired, batch by batch, and no other", async () => {
    await shift(DAY).execute(front.db);
    await sql`insert into idempotent_answers (request_hash, fingerprint, sealed, expires_at)
      select sha256(n::text::bytea), sha256(''), '', now() from generate_series(1, 1200) n`.execute(front.db);
    const [key, first] = [newKey(), await repeatOf("kept")];
    await removeExpiredAnswers(front.db, new AbortController().signal);
    expect(await front.db.selectFrom("idempotent_answers").select("request_hash").execute()).toHaveLength(1);
    expect(seen(await repeatOf("kept"))).toEqual(replayOf(first));
    expect((await repeatOf(key)).statusCode).toBe(201);
  });

  test("cannot be read from the database: neither its secret nor its body is in any row", async () => {
    const first = await repeatOf(newKey());
    const secret = first.json<{ data: { raw_key: string } }>().data.raw_key;
    const tables = ["idempotent_answers", "audit_log", "api_keys", "organizations"];
    for (const table of tables) {
      const { rows } = await sql<{ text: string | null }>`select json_agg(t)::text as text from ${sql.table(table)} t`.execute(front.db);
      expect(rows[0]?.text?.length ?? 0).toBeGreaterThan(10);
      expect(rows[0]?.text).not.toContain(secret.slice(0, 16));
    }
  });

  test("goes with its shop", async () => {
    const { shop } = await testShop(front.db);
    const { rawKey } = await createKey(front.db, { kind: "merchant", shopId: shop.shopId, name: "Own", grants: ["write"] });
    await repeatOf(newKey(), { key: rawKey });
    await front.db.deleteFrom("shops").where("id", "=", shop.shopId).execute();
    const left = await front.db.selectFrom("idempotent_answers").selectAll().where("shop_id", "=", shop.shopId).execute();
    expect(left).toEqual([]);
  });

  test("is for who may still do it: not with a revoked key, a lost scope or a lost connection", async () => {
    const shopId = front.home.shop.shopId;
    const organization = await front.db.insertInto("organizations").values({ name: "leaving" }).returning("id").executeTakeFirstOrThrow();
    const connection = { organization_id: organization.id, shop_id: shopId, domain: "leaving.example", status: "active" } as const;
    await front.db.insertInto("organization_connections").values(connection).execute();
    const [one, two] = [
      await createKey(front.db, { kind: "merchant", shopId, name: "Leaving", grants: ["write"] }),
      await createKey(front.db, { kind: "organization", organizationId: organization.id, name: "Leaving", grants: ["write"] }),
    ];
    const [key, url] = [newKey(), `/v1/marks?shop_id=${shopId}`];
    for (const { rawKey } of [one, two]) expect((await repeatOf(key, { key: rawKey, url })).statusCode).toBe(201);
    await front.db
      .updateTable("api_keys")
      .set({ grants: ["read"] })
      .where("id", "=", one.id)
      .execute();
    expectError(await repeatOf(key, { key: one.rawKey, url }), "insufficient_scope");
    await front.db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", one.id).execute();
    expectError(await repeatOf(key, { key: one.rawKey, url }), "unauthorized");
    await front.db.deleteFrom("organization_connections").where("organization_id", "=", organization.id).execute();
    expectError(await repeatOf(key, { key: two.rawKey, url }), "shop_not_connected");
  });
});
