import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createKey } from "../../src/features/keys/index.ts";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import type { TestDatabase } from "../harness/postgres-template.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";
import type { ApiProcess } from "../harness/service-process.ts";
import { testShop, type TestShop } from "../harness/shop-fixture.ts";

/** Several processes serve one database: limits hold over all of them, and what one was killed at another finishes or finds done. */

const MERCHANT = 200;
const STRANGERS = 30;

let home: ClonedService;
let postgres: TestDatabase;
let shop: TestShop;
let key: string;
let apis: readonly ApiProcess[];

beforeAll(async () => {
  home = await clonedService({ RATE_LIMIT_MERCHANT: String(MERCHANT), RATE_LIMIT_ANONYMOUS: String(STRANGERS) });
  await home.start();
  postgres = home.database;
  shop = await testShop(postgres.db);
  apis = await Promise.all([home.startApi(), home.startApi()]);
});
afterAll(() => home[Symbol.asyncDispose]());
beforeEach(async () => {
  await postgres.pool.query("truncate address_windows");
  const grants = ["write"];
  key = (await createKey(postgres.db, { kind: "merchant", shopId: shop.shop.shopId, name: "Asking", grants })).rawKey;
});

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Asked {
  readonly key?: string | null;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(url: string, path: string, { key: sent = key, ...init }: Asked = {}): Promise<Answered> {
  const headers = { ...(sent === null ? {} : { authorization: `Bearer ${sent}` }), "content-type": "application/json", ...init.headers };
  const answer = await fetch(`${url}/v1${path}`, { ...init, headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** The same request, whoever is asked: a key whose text is in this one answer. */
const makeKey = (url: string, name: string): Promise<Answered> =>
  ask(url, "/api_keys", {
    method: "POST",
    body: JSON.stringify({ name }),
    headers: { "idempotency-key": `make ${name}`.replaceAll(" ", "-") },
  });
const keysNamed = async (name: string) => (await postgres.db.selectFrom("api_keys").select("id").where("name", "=", name).execute()).length;
const countOf = (answers: readonly Answered[], status: number) => answers.filter((answer) => answer.status === status).length;

/** Each of them in turn. */
const spread = (times: number, one: (url: string) => Promise<Answered>) =>
  Promise.all(Array.from({ length: times }, (_, at) => one(apis[at % apis.length]?.url ?? "")));

describe("two processes on one database", () => {
  test("let 200 of 260 parallel requests of a key pass, and 30 of 60 without one, exactly", async () => {
    const answers = await spread(MERCHANT + 60, (url) => ask(url, "/feeds"));
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([MERCHANT, 60]);
    const left = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(/;r=([0-9]+);/.exec(headers.get("ratelimit") ?? "")?.[1]));
    expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: MERCHANT }, (_, at) => at));
    const strangers = await spread(2 * STRANGERS, (url) => ask(url, "/feeds", { key: null }));
    expect([countOf(strangers, 401), countOf(strangers, 429)]).toEqual([STRANGERS, STRANGERS]);
  });

  test("give fifty parallel repeats one effect and one answer", async () => {
    const answers = await spread(50, (url) => makeKey(url, "Parallel"));
    expect(countOf(answers, 201) + countOf(answers, 409)).toBe(50);
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
    expect(await keysNamed("Parallel")).toBe(1);
  });

  test("refuse a key that the other has just revoked", async () => {
    const [one, two] = apis.map(({ url }) => url);
    const { id, raw_key: made } = members(members(parseJson((await makeKey(one ?? "", "Brief")).text))["data"]);
    expect((await ask(two ?? "", "/feeds", { key: String(made) })).status).toBe(200);
    expect((await ask(one ?? "", `/api_keys/${String(id)}`, { method: "DELETE" })).status).toBe(204);
    expect((await ask(two ?? "", "/feeds", { key: String(made) })).status).toBe(401);
  });
});

describe("a process that is killed", () => {
  /** Long enough to be killed in. */
  const PAUSE_S = 3;

  /** PostgreSQL pauses at this point of every request that makes a key. */
  async function pause(point: "while it works" | "while it commits"): Promise<AsyncDisposable> {
    const kind = point === "while it works" ? "trigger" : "constraint trigger";
    const deferred = point === "while it works" ? "" : "deferrable initially deferred";
    await postgres.pool.query(`create or replace function pause() returns trigger language plpgsql as
      $$ begin perform pg_sleep(${PAUSE_S}); return null; end $$`);
    await postgres.pool.query(`create ${kind} pause after insert on audit_log ${deferred} for each row execute function pause()`);
    return { [Symbol.asyncDispose]: async () => void (await postgres.pool.query("drop trigger pause on audit_log")) };
  }

  const isPausing = async (): Promise<boolean> =>
    (await postgres.pool.query("select 1 from pg_stat_activity where wait_event = 'PgSleep'")).rows.length > 0;
  async function until(wanted: boolean): Promise<void> {
    while ((await isPausing()) !== wanted) await sleep(10);
  }

  /** Each test has one of the two to itself. */
  async function killedAt(point: "while it works" | "while it commits", name: string): Promise<void> {
    const [api] = apis;
    if (api === undefined) throw new Error("no process is left to kill");
    apis = apis.slice(1);
    await using _ = await pause(point);
    const lost = makeKey(api.url, name).then(
      () => "answered",
      () => "lost",
    );
    await until(true);
    await api.kill();
    expect(await lost).toBe("lost");
    const repeated = await makeKey(home.url, name);
    expect([repeated.status, repeated.text.includes("idempotency_key_in_use")]).toEqual([409, true]);
    await until(false);
  }

  test("after the commit and before its answer leaves the answer to a repeat", async () => {
    await killedAt("while it commits", "Committed");
    const repeated = await makeKey(home.url, "Committed");
    expect([repeated.status, repeated.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    const { raw_key: made } = members(members(parseJson(repeated.text))["data"]);
    expect((await ask(home.url, "/feeds", { key: String(made) })).status).toBe(200);
    expect(await keysNamed("Committed")).toBe(1);
  });

  test("before the commit leaves nothing: the repeat does the work, once", async () => {
    await killedAt("while it works", "Undone");
    expect(await keysNamed("Undone")).toBe(0);
    const repeated = await makeKey(home.url, "Undone");
    expect([repeated.status, repeated.headers.get("idempotent-replayed")]).toEqual([201, null]);
    expect((await makeKey(home.url, "Undone")).text).toBe(repeated.text);
    expect(await keysNamed("Undone")).toBe(1);
  });
});
