import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, test, vi } from "vitest";
import { storedId } from "../../kernel/ids.ts";
import { trustedSql as sql, type WarehouseRow } from "../../kernel/sql.ts";
import type { Asker } from "./fair-queue.ts";
import { openQueryPool, type QueryPool, type QueryPoolOptions } from "./query-pool.ts";
import type { ResidentTable } from "./warehouse-port.ts";
import { ENDLESS, failure, isAlive, pidLog, runawayPlan, TEST_SETTINGS } from "./warehouse-under-test.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

/** No child of a busy machine takes as long to start and to answer what these tests ask. */
const PATIENT_MS = 280_000;
const DEADLINE_MS = 700;
const [A, B] = [storedId("shop", 1), storedId("shop", 2)];
const PATIENCE = { what: "reads", waitingOfShopMax: 32, waitingMax: 64, waitMs: PATIENT_MS };
/** A query's deadline is that of the pool at the time, so that a test of it can wait for its children first. */
interface Place extends AsyncDisposable {
  readonly pool: QueryPool;
  readonly pids: number[];
  deadlineMs: number;
}

function open(options: Partial<QueryPoolOptions> = {}): Place {
  const { log, pids } = pidLog();
  const given = { children: 1, settings: TEST_SETTINGS, idleMs: 60_000, log, patience: PATIENCE, ...options };
  const pool = openQueryPool({
    ...given,
    get deadlineMs() {
      return place.deadlineMs;
    },
  });
  const place = { pool, pids, deadlineMs: PATIENT_MS, [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose]() };
  return place;
}

async function one(pool: QueryPool, text: string, asker: Asker = A): Promise<WarehouseRow | undefined> {
  return (await pool.query(asker, sql(text)))[0];
}

/** A new value at every load, so that two answers tell whether they come from one load. */
const resident = (name: string, rows = 1): ResidentTable => ({
  name,
  load: sql(`SELECT uuid() AS load, repeat('x', 1000) || range AS fill FROM range(${rows})`),
});

async function loadOf(pool: QueryPool, table: ResidentTable): Promise<WarehouseRow[string] | undefined> {
  const [row] = await pool.query(A, sql(`SELECT min(load) AS load FROM ${table.name}`), { resident: [table] });
  return row?.["load"];
}

/** A pool for all tests that don't care which child serves them, nor how many came before. A child takes longer to start than to answer. */
const shared = open();
const { pool, pids } = shared;
/** Two children, and one that has no room for a table beside another. */
const [two, tight] = [open({ children: 2 }), open({ settings: { ...TEST_SETTINGS, residentTablesBytesMax: 1 } })];
afterAll(async () => {
  for (const place of [shared, two, tight]) await place[Symbol.asyncDispose]();
});

describe("values", () => {
  test.each([
    ["9007199254740991::BIGINT", 9007199254740991],
    ["9007199254740993::BIGINT", "9007199254740993"],
    ["(-9223372036854775808)::BIGINT", "-9223372036854775808"],
    ["18446744073709551615::UBIGINT", "18446744073709551615"],
    ["170141183460469231731687303715884105727::HUGEINT", "170141183460469231731687303715884105727"],
    ["12::HUGEINT", 12],
    ["7::TINYINT", 7],
    ["12.50::DECIMAL(9, 2)", "12.50"],
    ["0.1::DOUBLE", 0.1],
    ["'nan'::DOUBLE", "NaN"],
    ["'-inf'::DOUBLE", "-Infinity"],
    ["true", true],
    ["NULL", null],
    ["'grün\t🛍'", "grün\t🛍"],
    ["DATE '2026-02-28'", "2026-02-28"],
    ["TIMESTAMP '2026-02-28 03:04:05.12'", "2026-02-28T03:04:05.12"],
    ["TIMESTAMPTZ '2026-02-28 03:04:05+02'", "2026-02-28T01:04:05Z"],
    ["[1, NULL, 2]", "[1,null,2]"],
    ["{'a': 'x', 'b': [true]}", '{"a":"x","b":[true]}'],
    ["MAP {'k': 5}", '[{"key":"k","value":5}]'],
    ["NULL::INTEGER[]", null],
    ["'red'::ENUM('red', 'blue')", "red"],
    ["encode('grün')", Buffer.from("grün")],
  ])("%s arrives as %j", async (expression, value) => {
    await expect(one(pool, `SELECT ${expression} AS v`)).resolves.toEqual({ v: value });
  });
});

describe("a query", () => {
  test("answers its rows in order, also over many chunks, and none when there are none", async () => {
    const rows = await pool.query(A, sql("SELECT range AS n, 'r' || range AS t FROM range(10000)"));
    expect(rows).toHaveLength(10_000);
    expect(rows[4_999]).toEqual({ n: 4_999, t: "r4999" });
    expect(await pool.query(A, sql("SELECT 1 AS n WHERE false"))).toEqual([]);
  });

  test("with more rows or bytes than an answer holds is refused, and the child goes on", async () => {
    await pool.query(A, sql("SELECT 1"));
    const { length: processes } = pids;
    await expect(pool.query(A, sql("FROM range(10001)"))).rejects.toMatchObject({
      name: "WarehouseRefused",
      message: "the answer has more than 10000 rows",
    });
    await expect(pool.query(A, sql("SELECT repeat('x', 10000000) FROM range(7)"))).rejects.toMatchObject({
      message: "the answer has more than 67108864 bytes",
    });
    expect(await one(pool, "SELECT 1 AS n")).toEqual({ n: 1 });
    expect(pids).toHaveLength(processes);
  });

  test.each(["CREATE TABLE t AS SELECT 1", "COPY (SELECT 1) TO '/tmp/x.csv'", "SELECT 1; SELECT 2", "DROP TABLE x", "SELEC"])(
    "%s is refused",
    async (text) => {
      await expect(pool.query(A, sql(text))).rejects.toHaveProperty("name", "WarehouseRefused");
    },
  );

  test("whose child is killed is lost as crashed, and the next one works", async () => {
    await pool.query(A, sql("SELECT 1"));
    const { length: processes } = pids;
    const lost = failure(pool.query(A, sql(ENDLESS)));
    await delay(50);
    process.kill(pids.at(-1) ?? 0, "SIGKILL");
    expect(await lost).toMatchObject({ name: "WarehouseLost", reason: "crashed" });
    expect(await one(pool, "SELECT 2 AS n")).toEqual({ n: 2 });
    expect(pids).toHaveLength(processes + 1);
  });

  // A child that gets no time to hear of the interruption is killed, as one that can't hear of it.
  test("is answered at the deadline and interrupted; the child stays", { retry: 5 }, async () => {
    await pool.query(A, sql("SELECT 1"));
    const { length: processes } = pids;
    shared.deadlineMs = DEADLINE_MS;
    const late = failure(pool.query(A, sql(ENDLESS)));
    shared.deadlineMs = PATIENT_MS;
    // Two timers of one process: however busy the machine is, they end in this order.
    expect(await Promise.race([late, delay(DEADLINE_MS + 500)])).toMatchObject({ name: "WarehouseLost", reason: "deadline" });
    // Longer than the grace after which a child that has not stopped is killed.
    await delay(800);
    expect(await one(pool, "SELECT 2 AS n")).toEqual({ n: 2 });
    expect(pids).toHaveLength(processes);
  });

  test("that never finishes planning is answered at the deadline, and its child is killed", async () => {
    await pool.query(A, sql("SELECT 1"));
    const child = pids.at(-1);
    shared.deadlineMs = DEADLINE_MS;
    // A plan that a busy machine has only just begun by the deadline can still be interrupted; then another one is asked for.
    do {
      await expect(pool.query(A, sql(runawayPlan()))).rejects.toMatchObject({ name: "WarehouseLost", reason: "deadline" });
      await delay(1_000);
    } while (isAlive(child));
    shared.deadlineMs = PATIENT_MS;
    expect(await one(pool, "SELECT 2 AS n")).toEqual({ n: 2 });
  });

  test("whose child is killed for another is asked again", async () => {
    await pool.query(A, sql("SELECT 1"));
    const { length: processes } = pids;
    // A plan that has just begun can still be interrupted, and on a busy machine it begins late: then it gets more time.
    for (let waitMs = 100; pids.length === processes; waitMs *= 2) {
      const stop = new AbortController();
      const plan = pool.query(A, sql(runawayPlan()), { signal: stop.signal });
      const beside = one(pool, "SELECT count(*) AS n FROM range(300000000) WHERE range % 3 = 1", B);
      await delay(waitMs);
      stop.abort();
      await expect(plan).rejects.toMatchObject({ name: "WarehouseLost", reason: "aborted" });
      expect(await beside).toEqual({ n: 100_000_000 });
    }
    expect(pids).toHaveLength(processes + 1);
  });

  test("whose child is killed for others, one after another, is asked again each time", async () => {
    const left = new AbortController();
    const beside = failure(pool.query(B, sql(ENDLESS), { signal: left.signal }));
    for (let kills = 0; kills < 2; kills += 1) {
      const { length: processes } = pids;
      for (let waitMs = 100; pids.length === processes; waitMs *= 2) {
        const stop = new AbortController();
        const plan = failure(pool.query(A, sql(runawayPlan()), { signal: stop.signal }));
        await delay(waitMs);
        stop.abort();
        expect(await plan).toMatchObject({ reason: "aborted" });
        // Longer than the grace after which a child that has not stopped is killed.
        await delay(1_000);
      }
    }
    left.abort();
    expect(await beside).toMatchObject({ name: "WarehouseLost", reason: "aborted" });
  });

  test("of nobody is not asked, and one that waits leaves the queue when its caller does", async () => {
    await expect(pool.query(A, sql("SELECT 1"), { signal: AbortSignal.abort() })).rejects.toMatchObject({ reason: "aborted" });
    const stop = new AbortController();
    const endless = [A, B].map((asker) => pool.query(asker, sql(ENDLESS), { signal: stop.signal }));
    const patience = new AbortController();
    const waiting = pool.query(A, sql("SELECT 1"), { signal: patience.signal });
    patience.abort();
    await expect(waiting).rejects.toMatchObject({ reason: "aborted" });
    stop.abort();
    for (const query of endless) await expect(query).rejects.toMatchObject({ reason: "aborted" });
    expect(await one(pool, "SELECT 2 AS n")).toEqual({ n: 2 });
  });

  test("that finds its shop's queue full is told so, while another shop's is answered", async () => {
    const stop = new AbortController();
    const asked = Array.from({ length: 33 }, () => pool.query(A, sql(ENDLESS), { signal: stop.signal }));
    const all = Promise.allSettled(asked);
    await expect(pool.query(A, sql("SELECT 1"))).rejects.toMatchObject({ code: "rate_limited", headers: { "retry-after": "2" } });
    expect(await one(pool, "SELECT 2 AS n", B)).toEqual({ n: 2 });
    stop.abort();
    for (const outcome of await all)
      expect(outcome).toMatchObject({ status: "rejected", reason: { name: "WarehouseLost", reason: "aborted" } });
  });

  test("whose turn does not come in time is told to come again, not that it is slow", async () => {
    await using place = open({ patience: { ...PATIENCE, waitMs: 100 } });
    const stop = new AbortController();
    const endless = failure(place.pool.query(A, sql(ENDLESS), { signal: stop.signal }));
    await expect(place.pool.query(A, sql("SELECT 1"))).rejects.toMatchObject({ name: "RequestError", code: "unavailable" });
    stop.abort();
    expect(await endless).toMatchObject({ reason: "aborted" });
  });
});

describe("children of the pool", () => {
  test("a second one is made when the first is busy, no third, and both answer", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => one(two.pool, `SELECT ${n} AS n, count(*) AS c FROM range(2000000)`)),
    );
    expect(answers.map((row) => row?.["n"])).toEqual(Array.from({ length: 12 }, (_, n) => n));
    expect(two.pids).toHaveLength(2);
  });

  test("end when nobody asks, and come back", async () => {
    await using place = open({ idleMs: 50 });
    await place.pool.query(A, sql("SELECT 1"));
    await vi.waitFor(() => expect(isAlive(place.pids[0])).toBe(false), IN_TIME);
    expect(await one(place.pool, "SELECT 2 AS n")).toEqual({ n: 2 });
    expect(place.pids).toHaveLength(2);
  });

  test("end with the pool, with what they spilled, and nobody is left waiting", async () => {
    const place = open();
    await place.pool.query(A, sql("SELECT 1"));
    const spills = async (): Promise<string[]> => (await readdir(tmpdir())).filter((name) => name.startsWith("feedwright-query-"));
    const during = await spills();
    const lost = failure(place.pool.query(A, sql(ENDLESS)));
    await place[Symbol.asyncDispose]();
    expect(await lost).toMatchObject({ reason: "aborted" });
    expect(isAlive(place.pids[0])).toBe(false);
    const left = await spills();
    // Other tests come and go meanwhile.
    expect(during.some((name) => !left.includes(name))).toBe(true);
    await expect(place.pool.query(A, sql("SELECT 1"))).rejects.toMatchObject({ reason: "aborted" });
  });
});

describe("a resident table", () => {
  test("is loaded once, by however many at once and again later, in the child that has it", async () => {
    await Promise.all([1, 2, 3].map((n) => two.pool.query(A, sql(`SELECT ${n} AS n`))));
    const loads = await Promise.all([loadOf(two.pool, resident("run_1")), loadOf(two.pool, resident("run_1"))]);
    for (let turn = 0; turn < 3; turn += 1) loads.push(await loadOf(two.pool, resident("run_1")));
    expect(new Set(loads).size).toBe(1);
    expect(two.pids).toHaveLength(2);
  });

  test("makes room for others, the longest unused first", async () => {
    await using place = open({ settings: { ...TEST_SETTINGS, residentTablesBytesMax: 30 * 1024 * 1024 } });
    const [a, b, c] = [resident("a", 10_000), resident("b", 10_000), resident("c", 10_000)];
    const first = { a: await loadOf(place.pool, a), b: await loadOf(place.pool, b) };
    expect(await loadOf(place.pool, a)).toBe(first.a);
    await loadOf(place.pool, c);
    expect(await loadOf(place.pool, a)).toBe(first.a);
    expect(await loadOf(place.pool, b)).not.toBe(first.b);
  });

  test("stays while a statement reads it, however many others are loaded", async () => {
    const reading = tight.pool.query(A, sql("SELECT count(*) AS n FROM a, range(1000) WHERE length(fill) + range % 2 > 1003"), {
      resident: [resident("a", 10_000)],
    });
    const others = await Promise.all(["b", "c", "d"].map((name) => loadOf(tight.pool, resident(name, 1_000))));
    expect(others.every((load) => typeof load === "string")).toBe(true);
    expect((await reading)[0]?.["n"]).toBeGreaterThan(0);
  });

  test("that cannot be loaded refuses its query and is tried again", async () => {
    const broken: ResidentTable = { name: "late", load: sql("FROM nowhere") };
    await expect(loadOf(pool, broken)).rejects.toHaveProperty("name", "WarehouseRefused");
    expect(await loadOf(pool, resident("late"))).toBeTypeOf("string");
  });

  test("may have a key to find its rows by, which is made again with it, and has to be a name too", async () => {
    const keyed = (name: string): ResidentTable => ({ name, load: sql("SELECT range AS ord FROM range(100000)"), key: "ord" });
    for (const other of ["b", "c"]) {
      const rows = await tight.pool.query(A, sql("SELECT ord FROM a WHERE ord IN (70000, 3, 100000) ORDER BY ord"), {
        resident: [keyed("a")],
      });
      expect(rows).toEqual([{ ord: 3 }, { ord: 70_000 }]);
      expect(
        JSON.stringify(await tight.pool.query(A, sql("SELECT index_name FROM duckdb_indexes()"), { resident: [keyed("a")] })),
      ).toContain("a_key");
      await tight.pool.query(A, sql(`SELECT count(*) AS n FROM ${other}`), { resident: [keyed(other)] });
    }
    await expect(pool.query(A, sql("SELECT 1"), { resident: [{ ...keyed("d"), key: 'a"' }] })).rejects.toThrow("not a table name");
  });

  test.each(["", "A", "a b", 'a"', "1a", "a-b"])("cannot be called %j", async (name) => {
    await expect(pool.query(A, sql("SELECT 1"), { resident: [{ name, load: sql("SELECT 1") }] })).rejects.toThrow("not a table name");
  });
});
