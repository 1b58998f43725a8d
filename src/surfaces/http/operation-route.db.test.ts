import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";
import { findPublicFile } from "../../features/feeds/index.ts";
import { read, write } from "../../features/operation.ts";
import { PreparationOutdated } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { branded } from "../../kernel/unsafe.ts";
import { workerRegistry } from "../../platform/jobs/worker-registry.ts";
import { openConnections } from "../../platform/postgres/connection-pool.ts";
import { transact } from "../../platform/postgres/postgres-port.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { ObjectMissing } from "../../platform/objects/objects-port.ts";
import { WarehouseLost, WarehouseRefused } from "../../platform/warehouse/warehouse-port.ts";
import { expectError, httpFront, type HttpFront, json } from "./http-front.suite.ts";
import { TRANSACTION_RETRIES_MAX } from "./server-limits.ts";

/** Operations whose next behaviour the test sets. */
const behaviour: { work: () => Promise<unknown>; calls: number } = { work: () => Promise.resolve("done"), calls: 0 };

const base = {
  title: "Do a thing",
  summary: "Does what the test says.",
  errors: [],
  output: dataOf(z.literal("done")),
  mcp: { hidden: "a test" },
} as const;

const work = async () => {
  behaviour.calls += 1;
  const data = await behaviour.work();
  return { data: branded<"done">(data) };
};

const previewed = write({
  ...base,
  name: "work.try",
  scope: "write_feeds",
  http: { method: "POST", path: "/tries", status: 200 },
  query: z.strictObject({ dry_run: z.enum(["true"]).optional() }),
  audit: "work.tried",
  prepare: async (call) => {
    behaviour.calls += 1;
    await behaviour.work();
    return call.objects;
  },
  undo: async () => void (change.undone += 1),
  preview: { dryRun: true, show: async () => ({ data: "done" as const }) },
  async run() {
    await change.run();
    return { data: "done" as const };
  },
});

/** What happens within the transaction of a change that is prepared. */
const change: { run: () => Promise<void>; undone: number } = { run: () => Promise.resolve(), undone: 0 };

const reading = read({ ...base, name: "work.read", scope: "read_feeds", http: { method: "GET", path: "/work", status: 200 }, run: work });
const writing = write({
  ...base,
  name: "work.write",
  scope: "write_feeds",
  http: { method: "POST", path: "/work", status: 200 },
  audit: "work.done",
  run: work,
});

let front: HttpFront;
beforeAll(async () => {
  front = await httpFront({ operations: [reading, writing, previewed] });
});
afterAll(() => front[Symbol.asyncDispose]());

const url = "/v1/work";
const notes = () => `/v1/feeds/${front.home.feedId}/notes`;

/** As `postgres-template.ts` opens for a test. */
const MANY_CONNECTIONS = 6;

/** The work fails so often, and then succeeds. */
function failing(times: number, error: unknown): void {
  behaviour.calls = 0;
  behaviour.work = () => (behaviour.calls <= times ? Promise.reject(error) : Promise.resolve("done"));
}

const auditOf = (requestId: unknown) => front.db.selectFrom("audit_log").selectAll().where("request_id", "=", String(requestId)).execute();
const nameOfFeed = async () => (await front.send({ url: notes() })).json<{ data: string }>().data;

describe("a read whose files were removed before it came to read them", () => {
  const removed = [new ObjectMissing("shops/1/rows.parquet"), new WarehouseRefused('IO Error: No files found that match the pattern "x"')];

  test.each(removed)("is done once more: %s", async (error) => {
    failing(1, error);
    expect((await front.send({ url })).statusCode).toBe(200);
    expect(behaviour.calls).toBe(2);
  });

  test.each(removed)("is 503 to be tried again where they are gone still: %s", async (error) => {
    failing(100, error);
    const answer = await front.send({ url });
    expectError(answer, "unavailable");
    expect([answer.headers["retry-after"], behaviour.calls]).toEqual(["5", 2]);
  });

  test("is not done again for any other fault", async () => {
    failing(100, new WarehouseRefused("Parser Error: syntax error"));
    expectError(await front.send({ url }), "internal_error");
    expect(behaviour.calls).toBe(1);
  });
});

describe("a write", () => {
  test("commits with an audit row that says who asked for what, without its secrets", async () => {
    const answer = await front.send({ method: "PATCH", url: `${notes()}?dry=yes`, ...json({ name: "changed", hush: "s3cret" }) });
    expect(await nameOfFeed()).toBe("changed");
    const rows = await auditOf(answer.headers["x-request-id"]);
    expect(rows).toMatchObject([
      {
        shop_id: front.home.shop.shopId,
        action: "notes.changed",
        actor: { kind: "key", key_kind: "merchant", name: "Everything" },
        facts: {
          operation: "notes.change",
          path: { id: String(front.home.feedId) },
          query: { dry: "yes" },
          body: { name: "changed", hush: "[redacted]" },
        },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain("s3cret");
  });

  test.each([
    [true, 0],
    [false, 1],
  ])("that only previews (%j) leaves no audit row, because it changes nothing", async (preview, rows) => {
    const answer = await front.send({ method: "PATCH", url: notes(), ...json({ name: "previewed", preview }) });
    expect(answer.statusCode).toBe(200);
    expect(await auditOf(answer.headers["x-request-id"])).toHaveLength(rows);
  });

  test.each([
    ["true", 0],
    ["false", 1],
  ])("that is a dry run (%j) leaves none either", async (dryRun, rows) => {
    const answer = await front.send({ method: "PATCH", url: `${notes()}?dry_run=${dryRun}`, ...json({ name: "tried" }) });
    expect(answer.statusCode).toBe(200);
    expect(await auditOf(answer.headers["x-request-id"])).toHaveLength(rows);
  });

  test.each([
    ["refused", "refuse", "feed_inactive"],
    ["failing", "fail", "internal_error"],
  ] as const)("that ends %s leaves neither its change nor an audit row", async (_, name, code) => {
    const before = await nameOfFeed();
    const answer = await front.send({ method: "PATCH", url: notes(), ...json({ name }) });
    expectError(answer, code);
    expect(await nameOfFeed()).toBe(before);
    expect(await auditOf(answer.headers["x-request-id"])).toEqual([]);
  });

  test.each(["40001", "40P01"])("that PostgreSQL undid for the sake of another is done again: %s", async (code) => {
    failing(TRANSACTION_RETRIES_MAX, Object.assign(new Error("could not serialize access"), { code }));
    const answer = await front.send({ method: "POST", url });
    expect(answer).toMatchObject({ statusCode: 200 });
    expect(behaviour.calls).toBe(TRANSACTION_RETRIES_MAX + 1);
    expect(await auditOf(answer.headers["x-request-id"])).toHaveLength(1);
  });

  test("that is undone again and again is given up", async () => {
    failing(100, Object.assign(new Error("deadlock detected"), { code: "40P01" }));
    expect(expectError(await front.send({ method: "POST", url }), "unavailable")).toMatchObject({ details: [] });
    expect(behaviour.calls).toBe(TRANSACTION_RETRIES_MAX + 1);
  });
});

describe("a failure of ours", () => {
  test("tells the client nothing but the request's id, and the log what happened", async () => {
    const answer = await front.send({ method: "PATCH", url: notes(), ...json({ name: "fail" }) });
    expect(expectError(answer, "internal_error")["message"]).toBe(
      "Something went wrong on our side. Try again, and contact us with the request id if it keeps failing.",
    );
    expect(answer.body).not.toMatch(/secret_table|\/var\/lib/);
    const line = front.logged.find((entry) => entry["request_id"] === answer.headers["x-request-id"] && entry["level"] === "error");
    expect(JSON.stringify(line)).toContain("secret_table");
  });

  test.each([undefined, null, "text", { message: "an object" }])("may be anything that can be thrown: %j", async (thrown) => {
    failing(100, thrown);
    expect(expectError(await front.send({ url }), "internal_error")).toMatchObject({ param: null });
  });

  test("is to answer something else than the operation promises", async () => {
    behaviour.work = () => Promise.resolve("something else");
    expect(expectError(await front.send({ url }), "internal_error")).toMatchObject({ param: null });
  });

  test.each([
    [
      "out_of_memory",
      new WarehouseRefused("Out of Memory Error", { code: "out_of_memory", message: "Raise DUCKDB_MEMORY_LIMIT.", passes: false }),
    ],
    ["storage_full", Object.assign(new Error("could not extend file"), { code: "53100" })],
    ["storage_full", Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })],
  ] as const)("of memory or disk that ran out is 503 with its own code and sentence: %s", async (code, error) => {
    failing(100, error);
    const answer = await front.send({ url });
    const said = expectError(answer, code)["message"];
    expect([answer.statusCode, said]).toEqual([503, expect.stringMatching(/Raise DUCKDB_MEMORY_LIMIT\.|disk is full/)]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });

  test.each([
    ["a query that took too long", new WarehouseLost("deadline", "10 s are over"), "Ask for less"],
    ["a query process that died", new WarehouseLost("crashed", "signal SIGKILL"), "Try again shortly."],
    ["PostgreSQL stopping", Object.assign(new Error("terminating connection"), { code: "57P01" }), "Try again shortly."],
    ["a connection that broke", new Error("Connection terminated unexpectedly"), "Try again shortly."],
    ["no free connection", new Error("timeout exceeded when trying to connect"), "Try again shortly."],
  ])("that passes is said so: %s", async (_, error, sentence) => {
    failing(100, error);
    const answer = await front.send({ url });
    expect(expectError(answer, "unavailable")["message"]).toContain(sentence);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("requests that wait for something else than the database", () => {
  /** More than there are connections in a test, with and without one for each to be admitted by. */
  const MANY = 40;

  test.each(["", "?dry_run=true"])("hold no connection meanwhile, whether they change something or not: %j", async (query) => {
    const waiting = Promise.withResolvers<void>();
    behaviour.calls = 0;
    behaviour.work = () => waiting.promise;
    const asked = Array.from({ length: MANY }, () => front.send({ method: "POST", url: `/v1/tries${query}` }));
    await vi.waitFor(() => expect(behaviour.calls).toBe(MANY), IN_TIME);
    expect(await front.send({ url: "/v1/notes" })).toMatchObject({ statusCode: 200 });
    waiting.resolve();
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ statusCode: 200 });
  });
});

describe("a change that is prepared", () => {
  const tries = { method: "POST", url: "/v1/tries" } as const;
  beforeEach(() => {
    Object.assign(behaviour, { calls: 0, work: () => Promise.resolve() });
    Object.assign(change, { undone: 0, run: () => Promise.resolve() });
  });

  test("and repeated is answered what it was, without being prepared again", async () => {
    const headers = { "idempotency-key": "prepared-once" };
    expect(await front.send({ ...tries, headers })).toMatchObject({ statusCode: 200 });
    expect((await front.send({ ...tries, headers })).headers["idempotent-replayed"]).toBe("true");
    expect(behaviour.calls).toBe(1);
    expect(change.undone).toBe(0);
  });

  test("is taken back where it has not come about", async () => {
    change.run = () => Promise.reject(new Error("it did not work out"));
    expectError(await front.send(tries), "internal_error");
    expect(change.undone).toBe(1);
  });

  test("is prepared anew where that is out of date by then, and refused where it is again and again", async () => {
    change.run = () => (behaviour.calls < 3 ? Promise.reject(new PreparationOutdated()) : Promise.resolve());
    expect(await front.send(tries)).toMatchObject({ statusCode: 200 });
    expect([behaviour.calls, change.undone]).toEqual([3, 2]);
    change.run = () => Promise.reject(new PreparationOutdated());
    expectError(await front.send(tries), "unavailable");
  });
});

describe("while all connections are busy", () => {
  test("callers are admitted, heartbeats are written and feed files are looked up all the same", async () => {
    const busy = Promise.withResolvers<void>();
    const begun = Array.from({ length: MANY_CONNECTIONS }, () => Promise.withResolvers<void>());
    const holding = begun.map(({ resolve }) =>
      transact(front.db, async (transaction) => {
        await sql`select 1`.execute(transaction);
        resolve();
        await busy.promise;
      }),
    );
    try {
      await Promise.all(begun.map(({ promise }) => promise));
      expectError(await front.send({ url: "/v1/notes", key: "fw_live_0000000000000000000000000000000000000000" }), "unauthorized");
      expectError(await front.send({ url: "/v1/admin/keys" }), "route_not_found");
      await workerRegistry(front.reserve).beat("a worker");
      expect(await findPublicFile(front.reserve, front.home.token, "gmcfeed.txt")).toBeUndefined();
    } finally {
      busy.resolve();
      await Promise.all(holding);
    }
  });
});

describe("without its database", () => {
  test("the service answers 503 to a key, and 401 to what can be no key", async () => {
    const log = makeLogger({ level: "error", write: () => undefined });
    await using nobody = openConnections("postgres://127.0.0.1:1/none", log, 1);
    await using away = await httpFront({ db: () => nobody.db });
    const answer = await away.send({ url: "/v1/notes" });
    expectError(answer, "unavailable");
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expectError(await away.send({ url: "/v1/notes", key: "no-key" }), "unauthorized");
    expect(await away.send({ url: "/healthz" })).toMatchObject({ statusCode: 200 });
  });
});

describe("a service that stops", () => {
  test("finishes what it is answering, refuses what is new, and closes its connections", async () => {
    await using stopping = await httpFront({ operations: [reading] });
    await stopping.app.listen({ host: "127.0.0.1", port: 0 });
    const port = Number(new URL(stopping.app.listeningOrigin).port);
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<string>();
    behaviour.work = () => {
      begun.resolve();
      return finish.promise;
    };
    const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${stopping.key}\r\n\r\n`;
    const [busy, waiting] = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
    // Half a request keeps its connection from being closed as idle.
    waiting.write("GET /v1/notes HTTP/1.1\r\nHost: x\r\n");
    busy.write(request("/v1/work"));
    await begun.promise;
    const closed = stopping.app.close();
    waiting.write(`Authorization: Bearer ${stopping.key}\r\n\r\n`);
    const refused = await text(waiting);
    finish.resolve("done");
    const answered = await text(busy);
    await closed;
    expect(refused).toMatch(/^HTTP\/1\.1 503 [\s\S]*"code":"unavailable"/);
    expect(answered).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"data":"done"\}/);
    for (const answer of [refused, answered]) expect(answer.toLowerCase()).toContain("connection: close");
    const [error] = await once(connect(port, "127.0.0.1"), "error").then(([thrown]) => [String(thrown)]);
    expect(error).toContain("ECONNREFUSED");
  });
});
