import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { countKeyUse, createKey } from "../../features/keys/index.ts";
import { expectError, FEED_TOKEN, httpFront, type HttpFront, json, NO_LIMITS } from "./http-front.suite.ts";

const LIMITS = { merchant: 5, organization: 7, admin: 3, anonymous: 4 };

let front: HttpFront;
beforeAll(async () => {
  front = await httpFront({ rateLimits: LIMITS, trustProxy: 1 });
});
afterAll(() => front[Symbol.asyncDispose]());

const merchantKey = () => createKey(front.db, { kind: "merchant", shopId: front.home.shop.shopId, name: "Counted", grants: ["read"] });
const ask = (key: string | null, address = "192.0.2.1", url = "/v1/notes") =>
  front.send({ url, key, headers: { "x-forwarded-for": address } });

/** All windows began so much earlier. */
const age = async (seconds: number): Promise<void> => {
  for (const table of ["key_windows", "address_windows"])
    await sql`update ${sql.table(table)} set started_at = started_at - make_interval(secs => ${seconds})`.execute(front.db);
};

/** As the draft's two structured fields of one item each. */
function standing(headers: Readonly<Record<string, unknown>>) {
  const policy = /^"([a-z]+)";q=([0-9]+);w=([0-9]+)$/.exec(String(headers["ratelimit-policy"]));
  const limit = /^"([a-z]+)";r=([0-9]+);t=([0-9]+)$/.exec(String(headers["ratelimit"]));
  expect(limit?.[1]).toBe(policy?.[1]);
  return {
    name: policy?.[1],
    quota: Number(policy?.[2]),
    window: Number(policy?.[3]),
    left: Number(limit?.[2]),
    seconds: Number(limit?.[3]),
  };
}

describe("a key", () => {
  test("has so many requests in a minute, and is told how many are left and for how long", async () => {
    const { rawKey } = await merchantKey();
    for (const left of [4, 3, 2, 1, 0]) {
      const answer = await ask(rawKey);
      expect(answer.statusCode).toBe(200);
      expect(standing(answer.headers)).toEqual({ name: "merchant", quota: 5, window: 60, left, seconds: expect.any(Number) });
    }
    const refused = await ask(rawKey);
    expect(expectError(refused, "rate_limited")["message"]).toContain("5 requests a minute");
    const { left, seconds } = standing(refused.headers);
    expect(left).toBe(0);
    expect(refused.headers["retry-after"]).toBe(String(seconds));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  test("has them again when it has waited as long as it was told, and not before", async () => {
    const { rawKey } = await merchantKey();
    for (let request = 0; request < 5; request += 1) await ask(rawKey);
    const wait = Number((await ask(rawKey)).headers["retry-after"]);
    await age(wait - 2);
    expectError(await ask(rawKey), "rate_limited");
    await age(2);
    const answer = await ask(rawKey);
    expect(answer.statusCode).toBe(200);
    expect(standing(answer.headers)).toMatchObject({ left: 4, seconds: 60 });
  });

  test("has the limit of its kind, and no other key's", async () => {
    const { id: organizationId } = await front.db
      .insertInto("organizations")
      .values({ name: "A" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const keys = [
      ["merchant", (await merchantKey()).rawKey],
      ["organization", (await createKey(front.db, { kind: "organization", organizationId, name: "A", grants: ["read"] })).rawKey],
      ["admin", (await createKey(front.db, { kind: "admin", name: "A", grants: ["read_admin"] })).rawKey],
    ] as const;
    for (const [kind, key] of keys) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(key)));
      expect(answers.filter(({ statusCode }) => statusCode !== 429)).toHaveLength(LIMITS[kind]);
      for (const { headers } of answers) expect(standing(headers)).toMatchObject({ name: kind, quota: LIMITS[kind] });
    }
  });

  test("is counted before anything else is looked at, and its limit is told with every fault", async () => {
    const { rawKey } = await merchantKey();
    const requests = [
      { url: "/v1/notes?unknown=1" },
      { url: "/v1/feeds/999999/notes" },
      { method: "PATCH", url: "/v1/feeds/1/notes", ...json("{") },
      { url: "/v1/nowhere" },
      { method: "PUT", url: "/v1/notes" },
    ] as const;
    const answers = [];
    for (const request of requests) answers.push(await front.send({ ...request, key: rawKey }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 404, 403, 404, 405]);
    expect(answers.map(({ headers }) => standing(headers).left)).toEqual([4, 3, 2, 1, 0]);
    expectError(await ask(rawKey, undefined, "/v1/feeds/999999/notes"), "rate_limited");
  });

  test("knows how often and when it was used, also refused, in whatever window", async () => {
    const { id, rawKey } = await merchantKey();
    const used = () =>
      front.db.selectFrom("api_keys").select(["request_count", "last_used_at"]).where("id", "=", id).executeTakeFirstOrThrow();
    for (let request = 0; request < 7; request += 1) await ask(rawKey);
    await age(60);
    await ask(rawKey);
    const { signal } = new AbortController();
    await countKeyUse(front.db, signal);
    const first = await used();
    expect(first).toEqual({ request_count: 8, last_used_at: expect.any(Date) });
    await countKeyUse(front.db, signal);
    expect(await used()).toEqual(first);
    await ask(rawKey);
    await countKeyUse(front.db, signal);
    expect((await used()).request_count).toBe(9);
  });

  test("is found nowhere once it is revoked: the next request counts against the address", async () => {
    const { id, rawKey } = await merchantKey();
    expect((await ask(rawKey, "192.0.2.50")).statusCode).toBe(200);
    await front.db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", id).execute();
    const answer = await ask(rawKey, "192.0.2.50");
    expectError(answer, "unauthorized");
    expect(standing(answer.headers)).toMatchObject({ name: "anonymous", left: 3 });
  });
});

describe("an address", () => {
  const nobodys = () => front.key.replace(/.$/, (last) => (last === "0" ? "1" : "0"));

  test("without a valid key has so many requests in a minute, whatever it sends", async () => {
    const answers = [];
    for (const key of [null, "x", nobodys(), null, nobodys(), null]) answers.push(await ask(key, "192.0.2.60"));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 429, 429]);
    expect(answers.map(({ headers }) => standing(headers).left)).toEqual([3, 2, 1, 0, 0, 0]);
    expectError(await ask(null, "192.0.2.60", "/v1/nowhere"), "rate_limited");
    expectError(await ask(null, "192.0.2.61", "/v1/nowhere"), "route_not_found");
  });

  test("is counted too where the path cannot be read", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(null, "192.0.2.77", "/v1/feeds/%ff")));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([400, 400, 400, 400, 429]);
    for (const { headers } of answers) expect(standing(headers)).toMatchObject({ name: "anonymous", quota: 4 });
    const { rawKey } = await merchantKey();
    expect(standing((await ask(rawKey, "192.0.2.77", "/v1/%zz")).headers)).toMatchObject({ name: "merchant", left: 4 });
  });

  test("that is past its limit may still send a valid key", async () => {
    for (let request = 0; request < 5; request += 1) await ask(null, "192.0.2.70");
    expect((await ask((await merchantKey()).rawKey, "192.0.2.70")).statusCode).toBe(200);
  });

  test("of IPv6 is a /64", async () => {
    for (let host = 1; host <= 4; host += 1) expectError(await ask(null, `2001:db8:7:7::${host}`), "unauthorized");
    expectError(await ask(null, "2001:db8:7:7:ffff::9"), "rate_limited");
    const neighbour = await ask(null, "2001:db8:7:8::1");
    expectError(neighbour, "unauthorized");
    expect(standing(neighbour.headers).left).toBe(3);
  });

  test("is the connection's own while no proxy is trusted", async () => {
    await using direct = await httpFront({ rateLimits: LIMITS });
    const send = (address: string) => direct.send({ url: "/v1/notes", key: null, headers: { "x-forwarded-for": address } });
    for (let host = 1; host <= 4; host += 1) expectError(await send(`192.0.2.${host}`), "unauthorized");
    expect(expectError(await send("192.0.2.5"), "rate_limited")["message"]).toContain("address");
  });

  test("is stored as the number of a bucket and nothing else", async () => {
    const { rows } = await sql<Record<string, unknown>>`select * from address_windows`.execute(front.db);
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(["bucket", "requests", "started_at"]);
  });

  test.each(["/healthz", "/readyz", "/docs", "/docs/errors", "/v1/openapi.json", "/"])("has no limit at %s", async (url) => {
    for (let request = 0; request < 6; request += 1) {
      const answer = await front.send({ url, key: null });
      expect(answer.statusCode).toBeLessThan(400);
      expect(answer.headers).not.toHaveProperty("ratelimit");
    }
  });
});

describe("a limit of 0", () => {
  test("is none, and nothing is said of it", async () => {
    await using open = await httpFront({ rateLimits: NO_LIMITS });
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, at) => open.send({ url: "/v1/notes", key: at % 2 === 0 ? open.key : null })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 401]));
    for (const { headers } of answers) expect(headers).not.toHaveProperty("ratelimit-policy");
  });
});

describe("keys together", () => {
  const shared = { ...LIMITS, merchant: 4, organization: 4, shop: 10, organization_keys: 10 };
  const many = async (keys: readonly string[], each: number) => {
    const answers = [];
    for (let request = 0; request < each; request += 1)
      for (const key of keys) answers.push(await together.send({ url: "/v1/notes", key, headers: { "x-forwarded-for": "192.0.2.90" } }));
    return answers;
  };
  const statuses = (answers: readonly { readonly statusCode: number }[]) => ({
    passed: answers.filter(({ statusCode }) => statusCode !== 429).length,
    refused: answers.filter(({ statusCode }) => statusCode === 429).length,
  });
  let together: HttpFront;
  beforeAll(async () => {
    together = await httpFront({ rateLimits: shared, trustProxy: 1 });
  });
  afterAll(() => together[Symbol.asyncDispose]());

  const ownerOf = async (kind: "shop" | "organization") => {
    if (kind === "shop") return { kind: "merchant", shopId: (await testShop(together.db)).shop.shopId } as const;
    const organization = together.db.insertInto("organizations").values({ name: "Together" }).returning("id");
    return { kind: "organization", organizationId: (await organization.executeTakeFirstOrThrow()).id } as const;
  };
  const keysOf = async (kind: "shop" | "organization", count: number): Promise<readonly string[]> => {
    const owner = await ownerOf(kind);
    const keys = Array.from({ length: count }, (_, at) => createKey(together.db, { ...owner, name: `Key ${at}`, grants: ["read"] }));
    return (await Promise.all(keys)).map(({ rawKey }) => rawKey);
  };

  test.each([
    ["shop", "shop", "All merchant keys of a shop together can send 10 requests a minute"],
    ["organization", "organization_keys", "All keys of an organization together can send 10 requests a minute"],
  ] as const)("of one %s have a limit of their own, and the refusal says which it was", async (owner, limited, sentence) => {
    const answers = await many(await keysOf(owner, 4), 3);
    expect(statuses(answers)).toEqual({ passed: 10, refused: 2 });
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    if (refused === undefined) throw new Error("nothing was refused");
    expect(expectError(refused, "rate_limited")["message"]).toContain(sentence);
    expect(refused.headers["ratelimit-policy"]).toBe(`"${limited}";q=10;w=60`);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("lose nothing by one of them that sends more than it may", async () => {
    const [loud = "", quiet = ""] = await keysOf("shop", 2);
    expect(statuses(await many([loud], 30))).toEqual({ passed: 4, refused: 26 });
    expect(statuses(await many([quiet], 4))).toEqual({ passed: 4, refused: 0 });
  });

  test("are counted exactly where they come at once", async () => {
    const keys = await keysOf("shop", 4);
    const answers = await Promise.all(keys.flatMap((key) => [1, 2, 3].map(() => together.send({ url: "/v1/notes", key }))));
    expect(statuses(answers)).toEqual({ passed: 10, refused: 2 });
  });
});

describe("a flood", () => {
  const windows = async () => {
    const keys = await sql<{ readonly sum: number }>`select coalesce(sum(requests), 0)::int as sum from key_windows`.execute(front.db);
    const addresses = await sql<{ readonly sum: number }>`select coalesce(sum(requests), 0)::int as sum from address_windows`.execute(
      front.db,
    );
    return [keys.rows[0]?.sum, addresses.rows[0]?.sum];
  };
  const flood = async (send: () => Promise<{ readonly statusCode: number }>, requests: number) => {
    const answers = [];
    for (let request = 0; request < requests; request += 1) answers.push(await send());
    return answers.filter(({ statusCode }) => statusCode === 429).length;
  };

  test("of a key is refused without counting once it is far past the limit", async () => {
    const { rawKey } = await merchantKey();
    expect(await flood(() => ask(rawKey), 2 * LIMITS.merchant + 1)).toBe(LIMITS.merchant + 1);
    const before = await windows();
    expect(await flood(() => ask(rawKey), 20)).toBe(20);
    expect(await windows()).toEqual(before);
    const refused = await ask(rawKey);
    expect(expectError(refused, "rate_limited")["message"]).toContain("5 requests a minute");
    expect(standing(refused.headers)).toMatchObject({ name: "merchant", left: 0 });
    expect(Number(refused.headers["retry-after"])).toBeLessThan(60);
  });

  test("of an address is refused without counting, and whoever has a valid key there is served", async () => {
    const madeUp = (at: number) => `svc_live_sk_${String(at).padStart(40, "0")}`;
    const { rawKey } = await merchantKey();
    let sent = 0;
    const guess = () => ask(madeUp((sent += 1)), "192.0.2.95");
    await flood(guess, 2 * LIMITS.anonymous + 1);
    const before = await windows();
    expect(await flood(guess, 20)).toBe(20);
    expect(await flood(() => ask(null, "192.0.2.95", "/v1/nowhere"), 5)).toBe(5);
    expect(await windows()).toEqual(before);
    expect((await ask(rawKey, "192.0.2.95")).statusCode).toBe(200);
    expectError(await ask(null, "192.0.2.96"), "unauthorized");
  });

  test("of made-up feed addresses counts against the address, those of a shop's token do not", async () => {
    const get = (token: string) => ask(null, "192.0.2.97", `/feeds/${token}/gmcfeed.txt`);
    const answers = [];
    for (let at = 1; at <= 6; at += 1) answers.push(await get(String(at).padStart(40, "0")));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 429, 429]);
    const kept = await flood(() => get(FEED_TOKEN), 20);
    expect(kept).toBe(0);
    expectError(await get(FEED_TOKEN), "resource_not_found");
  });
});
