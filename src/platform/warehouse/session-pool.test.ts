import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { storedId } from "../../kernel/ids.ts";
import { trustedSql as sql } from "../../kernel/sql.ts";
import { openSessionPool, type SessionPool } from "./session-pool.ts";
import type { WarehouseSession } from "./warehouse-port.ts";
import { ENDLESS, failure, isAlive, pidLog, runawayPlan, TEST_SETTINGS, testFolder } from "./warehouse-under-test.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

const FEW_ROWS = 100;
const never = new AbortController().signal;

/** A pool that may read `<root>/objects`, and sessions in folders beside it. */
async function open({ idleMs = 60_000, ...settings }: Partial<typeof TEST_SETTINGS & { readonly idleMs: number }> = {}) {
  const root = await testFolder();
  const objects = join(root.path, "objects");
  await mkdir(objects);
  const { log, pids } = pidLog();
  const options = { children: 2, settings: { ...TEST_SETTINGS, ...settings }, idleMs, log };
  const pool: SessionPool = openSessionPool({ ...options, oneThreadRows: FEW_ROWS, readableOf: () => [objects] });
  let sessions = 0;
  const folder = async (name: string): Promise<string> => {
    await mkdir(join(root.path, name), { recursive: true });
    return join(root.path, name);
  };
  return {
    pool,
    pids,
    objects,
    folder,
    async session(name = "one", signal = never, deadlineMs = 60_000): Promise<WarehouseSession> {
      // Each of a shop of its own, so that all places may be taken.
      return pool.session(storedId("shop", (sessions += 1)), { signal, folder: await folder(name), deadlineMs });
    },
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]();
      await root[Symbol.asyncDispose]();
    },
  };
}

type Place = Awaited<ReturnType<typeof open>>;

/** One pool for tests that don't care which process serves them, nor how many came before. */
function shared(settings: Partial<typeof TEST_SETTINGS>): () => Place {
  let place: Place | undefined;
  beforeAll(async () => {
    place = await open(settings);
  });
  afterAll(() => place?.[Symbol.asyncDispose]());
  return () => {
    if (place === undefined) throw new Error("the tests haven't begun");
    return place;
  };
}

/** Of every thread of a process. */
function nicenessOf(pid: number | undefined): ReadonlySet<string | undefined> {
  const tasks = `/proc/${pid}/task`;
  const stats = readdirSync(tasks).map((task) => readFileSync(join(tasks, task, "stat"), "utf8"));
  return new Set(stats.map((line) => line.replace(/^.*\) /, "").split(" ")[16]));
}

const sharedPlace = shared({ threads: 4 });

describe("a session", () => {
  test("about a few rows has one thread; about more, or nobody knows how many, as many as there are", async () => {
    const place = sharedPlace();
    const threads = async (rows?: number): Promise<unknown> => {
      const options = { signal: never, folder: await place.folder("threads"), deadlineMs: 60_000, ...(rows === undefined ? {} : { rows }) };
      await using session = await place.pool.session(storedId("shop", 1), options);
      const [row] = await session.all(sql("SELECT current_setting('threads') AS threads"));
      return row?.["threads"];
    };
    expect([await threads(FEW_ROWS), await threads(FEW_ROWS + 1), await threads()]).toEqual([1, 4, 4]);
  });

  test("leaves a core to another session's statement while that is under way", async () => {
    const place = sharedPlace();
    await using session = await place.session("one");
    const threads = async () => (await session.all(sql("SELECT current_setting('threads') AS threads")))[0]?.["threads"];
    expect(await threads()).toBe(4);
    const stop = new AbortController();
    await using other = await place.session("other", stop.signal);
    const endless = failure(other.all(sql(ENDLESS)));
    expect(await threads()).toBe(3);
    stop.abort();
    expect(await endless).toMatchObject({ reason: "aborted" });
    expect(await threads()).toBe(4);
  });

  test("runs statements in order, keeps temporary tables, and goes on after one that was refused", async () => {
    await using session = await sharedPlace().session();
    await Promise.all([
      session.run(sql("CREATE TEMP TABLE t (n INTEGER)"), sql("INSERT INTO t VALUES (1)"), sql("INSERT INTO t SELECT n + 1 FROM t")),
      session.run(sql("INSERT INTO t SELECT sum(n) * 10 FROM t")),
    ]);
    await expect(
      session.run(sql("INSERT INTO t VALUES (99)"), sql("FROM nowhere"), sql("INSERT INTO t VALUES (100)")),
    ).rejects.toHaveProperty("name", "WarehouseRefused");
    expect(await session.all(sql("FROM t ORDER BY n"))).toEqual([{ n: 1 }, { n: 2 }, { n: 30 }, { n: 99 }]);
  });

  test("runs statements side by side that don't see its tables, and ends them all before it tells of one that was refused", async () => {
    const place = sharedPlace();
    const mine = await place.folder("one");
    await using session = await place.session("one");
    await session.run(sql("CREATE TEMP TABLE t AS SELECT 1 AS n"));
    const copy = (select: string, to: string) => sql(`COPY (${select}) TO '${mine}/${to}.parquet'`);
    const threads = "SELECT CAST(current_setting('threads') AS INTEGER) AS n";
    await session.sideBySide(copy(threads, "threads"), copy("SELECT 1 AS n", "a"), copy("SELECT 2 AS n", "b"));
    const during = sql(`FROM read_parquet('${mine}/threads.parquet')`);
    // The statements wait in a thread each, and those work, too.
    expect([await session.all(during), await session.all(sql(threads))]).toEqual([[{ n: 2 }], [{ n: 4 }]]);
    expect(await session.all(sql(`FROM read_parquet(['${mine}/a.parquet', '${mine}/b.parquet'])`))).toEqual([{ n: 1 }, { n: 2 }]);
    const refused = session.sideBySide(copy("FROM t", "c"), copy("SELECT max(hash(range)) AS n FROM range(1000000)", "d"));
    await expect(refused).rejects.toHaveProperty("name", "WarehouseRefused");
    expect(existsSync(join(mine, "d.parquet"))).toBe(true);
    await expect(session.sideBySide(sql(`COPY (SELECT 1) TO '${place.objects}/e.parquet'`))).rejects.toThrow(/not in the session's folder/);
    expect(await session.all(sql("FROM t"))).toEqual([{ n: 1 }]);
  });

  test("of few rows runs statements side by side too, with one thread each", async () => {
    const place = sharedPlace();
    const mine = await place.folder("few");
    const options = { signal: never, folder: mine, deadlineMs: 60_000, rows: FEW_ROWS };
    await using session = await place.pool.session(storedId("shop", 1), options);
    const copy = (select: string, to: string) => sql(`COPY (${select}) TO '${mine}/${to}.parquet'`);
    const begun = "SELECT epoch_ms(now()) AS at, CAST(current_setting('threads') AS INTEGER) AS threads";
    await session.sideBySide(copy("SELECT max(hash(range)) AS n FROM range(60000000)", "long"), copy(begun, "short"));
    const [short] = await session.all(sql(`FROM read_parquet('${mine}/short.parquet')`));
    const { mtimeMs } = await stat(join(mine, "long.parquet"));
    expect([short?.["threads"], Number(short?.["at"]) < mtimeMs]).toEqual([1, true]);
  });

  test("that is aborted, late or killed ends its child and says which; later calls say so too", async () => {
    await using place = await open();
    const stop = new AbortController();
    const cases = [
      { session: await place.session("aborted", stop.signal), reason: "aborted", end: () => stop.abort() },
      { session: await place.session("late", never, 600), reason: "deadline", end: () => undefined },
    ];
    for (const { session, reason, end } of cases) {
      const lost = failure(session.run(sql(ENDLESS)));
      await delay(50);
      end();
      expect(await lost).toMatchObject({ name: "WarehouseLost", reason });
      await expect(session.all(sql("SELECT 1"))).rejects.toMatchObject({ reason });
      await session[Symbol.asyncDispose]();
    }
    const killed = await place.session("killed");
    const lost = failure(killed.run(sql(runawayPlan())));
    await delay(50);
    process.kill(place.pids.at(-1) ?? 0, "SIGKILL");
    expect(await lost).toMatchObject({ name: "WarehouseLost", reason: "crashed" });
    expect(place.pids.map(isAlive)).toEqual([false, false, false]);
  });

  test("whose plan outgrows the memory bound ends as crashed, saying why", async () => {
    await using place = await open({ residentSetBytesMax: 200 * 1024 * 1024 });
    await using session = await place.session();
    await expect(session.run(sql(runawayPlan()))).rejects.toThrow(/crashed: .*out of memory/);
  });

  test("that someone waited for stops its statement when they leave, and its process serves the next session", async () => {
    const place = sharedPlace();
    const folder = await place.folder("waited for");
    const waitedFor = { folder, deadlineMs: 60_000, interactive: true } as const;
    const stop = new AbortController();
    const shop = storedId("shop", 1);
    const left = await place.pool.session(shop, { ...waitedFor, signal: stop.signal });
    const { length: processes } = place.pids;
    await left.run(sql("CREATE TEMP TABLE t AS SELECT 1 AS n"));
    const lost = failure(left.run(sql(ENDLESS), sql("FROM nowhere")));
    await delay(50);
    stop.abort();
    expect(await lost).toMatchObject({ name: "WarehouseLost", reason: "aborted" });
    await expect(left.all(sql("SELECT 1"))).rejects.toMatchObject({ reason: "aborted" });
    await left[Symbol.asyncDispose]();
    await using next = await place.pool.session(shop, waitedFor);
    expect(await next.all(sql("SELECT 1 AS n"))).toEqual([{ n: 1 }]);
    expect(place.pids).toHaveLength(processes);
  });

  test("ends with its child when it is disposed", async () => {
    await using place = await open();
    const session = await place.session();
    const lost = failure(session.run(sql(ENDLESS)));
    await session[Symbol.asyncDispose]();
    expect(await lost).toMatchObject({ reason: "aborted" });
    expect(place.pids.map(isAlive)).toEqual([false]);
  });
});

test.runIf(process.platform === "linux")("a session that computes for long gives way to others, and its process ends with it", async () => {
  // More than it takes to start a session, even on a slow machine.
  await using place = await open({ niceness: 1, longMs: 250, threads: 2 });
  {
    // On a busy machine, other programs leave it little time.
    await using session = await place.session("long", never, IN_TIME.timeout);
    await session.run(sql("CREATE TEMP TABLE t AS SELECT sum(hash(a.range * b.range)) AS h FROM range(5000) a, range(5000) b"));
    expect(nicenessOf(place.pids[0])).toEqual(new Set(["8"]));
  }
  expect(isAlive(place.pids[0])).toBe(false);
  await using next = await place.session("next");
  await next.run(sql("SELECT 1"));
  expect(nicenessOf(place.pids[1])).toEqual(new Set(["1"]));
});

describe("the process of a session that has ended", () => {
  const nicePlace = shared({ niceness: 1, threads: 2 });

  test("serves the next one, which finds nothing of it: no table, no setting, no access to its folder; both give way to the service", async () => {
    const place = nicePlace();
    const [mine, other] = [await place.folder("mine"), await place.folder("other")];
    {
      await using session = await place.session("mine");
      await session.run(sql("CREATE TEMP TABLE t AS SELECT range AS n FROM range(1000000)"), sql(`COPY t TO '${mine}/t.parquet'`));
      expect(nicenessOf(place.pids[0])).toEqual(new Set(["1"]));
    }
    await using session = await place.session("other");
    expect(await session.all(sql("SELECT count(*) AS n FROM duckdb_tables()"))).toEqual([{ n: 0 }]);
    await expect(session.all(sql(`FROM '${mine}/t.parquet'`))).rejects.toThrow(/Permission Error/);
    await expect(session.run(sql(`COPY (SELECT 1) TO '${mine}/u.parquet'`))).rejects.toThrow(/not in the session's folder/);
    await expect(session.run(sql("SET threads = 8"))).rejects.toHaveProperty("name", "WarehouseRefused");
    await session.run(sql(`COPY (SELECT 7 AS n) TO '${other}/n.parquet'`));
    expect(await session.all(sql(`FROM '${other}/n.parquet'`))).toEqual([{ n: 7 }]);
    expect(nicenessOf(place.pids[0])).toEqual(new Set(["1"]));
    expect(place.pids).toHaveLength(1);
  });

  test("is asked nothing by the ended one any more", async () => {
    const place = nicePlace();
    const ended = await place.session("one");
    await ended.all(sql("SELECT 1"));
    const { length: processes } = place.pids;
    await ended[Symbol.asyncDispose]();
    await using session = await place.session("two");
    await session.run(sql("CREATE TEMP TABLE t (n INTEGER)"));
    await expect(ended.run(sql("INSERT INTO t VALUES (1)"))).rejects.toMatchObject({ name: "WarehouseLost", reason: "aborted" });
    await ended[Symbol.asyncDispose]();
    expect(await session.all(sql("SELECT count(*) AS n FROM t"))).toEqual([{ n: 0 }]);
    expect(place.pids).toHaveLength(processes);
  });

  test("keeps the bounds of the next one: it is late or stopped by its own deadline and signal alone", async () => {
    const place = nicePlace();
    const stop = new AbortController();
    await (await place.session("one", stop.signal, 5_000))[Symbol.asyncDispose]();
    const { length: processes } = place.pids;
    await using session = await place.session("two", never, 5_001);
    stop.abort();
    expect(await session.all(sql("SELECT 1 AS n"))).toEqual([{ n: 1 }]);
    await vi.waitFor(() => expect(place.pool.load().children).toBe(0), IN_TIME);
    await expect(session.all(sql("SELECT 1"))).rejects.toThrow("deadline: not done within 5001 ms");
    expect(place.pids).toHaveLength(processes);
  });

  test("ends where it was killed, holds too much, or nobody comes; the next session has another", async () => {
    await using place = await open({ idleMs: 1_000 });
    const idle = async (use: (session: WarehouseSession) => Promise<unknown>): Promise<number | undefined> => {
      await using session = await place.session();
      await use(session);
      return place.pids.at(-1);
    };
    const killed = await idle((session) => session.all(sql("SELECT 1")));
    process.kill(killed ?? 0, "SIGKILL");
    await vi.waitFor(() => expect(place.pool.load().children).toBe(0), IN_TIME);
    await idle((session) => session.all(sql("SELECT repeat('x', 3000) || range AS text FROM range(10000)")));
    expect(place.pool.load().children).toBe(0);
    const left = await idle((session) => session.all(sql("SELECT 1")));
    expect(place.pool.load().children).toBe(1);
    await vi.waitFor(() => expect(isAlive(left)).toBe(false), IN_TIME);
    expect(new Set(place.pids).size).toBe(3);
    expect(place.pool.load()).toEqual({ children: 0, waiting: 0, lost: { crashed: 1, deadline: 0 } });
  });
});

describe("places for sessions", () => {
  test("the third waits for the first of two; who is stopped while waiting leaves the queue, and nobody waits for a closed pool", async () => {
    await using place = await open();
    const first = await place.session("one");
    await place.session("two");
    let admitted = false;
    const third = place.session("three").then((session) => {
      admitted = true;
      return session;
    });
    await delay(100);
    expect(admitted).toBe(false);
    await first[Symbol.asyncDispose]();
    await (await third).all(sql("SELECT 1"));
    const stop = new AbortController();
    const stopped = failure(place.session("four", stop.signal));
    const waiting = failure(place.session("five"));
    await delay(20);
    stop.abort();
    expect(await stopped).toMatchObject({ name: "WarehouseLost", reason: "aborted" });
    await place.pool[Symbol.asyncDispose]();
    expect(await waiting).toMatchObject({ name: "WarehouseLost", reason: "aborted" });
    expect(place.pids.map(isAlive)).toEqual([false, false]);
  });
});

describe("the lock", () => {
  test("lets a session read objects, and read and write its folder", async () => {
    const place = sharedPlace();
    const folder = await place.folder("one");
    await writeFile(join(place.objects, "rows.csv"), "a\n1\n2\n");
    await using session = await place.session("one");
    await session.run(sql(`COPY (SELECT sum(a) AS s FROM '${place.objects}/rows.csv') TO '${folder}/sum.parquet'`));
    expect(await session.all(sql(`FROM '${folder}/sum.parquet'`))).toEqual([{ s: 3 }]);
  });

  test("keeps a session out of everything else", async () => {
    const place = sharedPlace();
    const [mine, other] = [await place.folder("mine"), await place.folder("other")];
    await writeFile(join(other, "secret.csv"), "a\n1\n");
    await symlink(other, join(mine, "link"));
    await using session = await place.session("mine");
    const refused = [
      "SELECT * FROM read_text('/etc/passwd')",
      "SELECT * FROM read_text('/proc/self/environ')",
      "SELECT * FROM glob('/etc/*')",
      `FROM '${other}/secret.csv'`,
      `FROM '${mine}/../other/secret.csv'`,
      `FROM '${mine}/link/secret.csv'`,
      `COPY (SELECT 1) TO '${other}/mine.csv'`,
      `COPY (SELECT 1) TO '${mine}-beside.csv'`,
      `ATTACH '${other}/x.db'`,
      `EXPORT DATABASE '${other}'`,
      "FROM read_csv('http://127.0.0.1:9/x.csv')",
      "FROM 'https://127.0.0.1:9/x.parquet'",
      "FROM 's3://bucket/x.parquet'",
      "INSTALL httpfs",
      "LOAD httpfs",
      "SET threads = 8",
      "SET memory_limit = '8GB'",
      "SET allowed_directories = ['/']",
      "SET enable_external_access = true",
      "SET lock_configuration = false",
      "RESET lock_configuration",
      "PRAGMA threads = 8",
      "CREATE PERSISTENT SECRET s (TYPE http)",
    ];
    for (const text of refused) await expect(session.run(sql(text)), text).rejects.toHaveProperty("name", "WarehouseRefused");
    expect(readdirSync(other)).toEqual(["secret.csv"]);
    await expect(session.pack(join(other, "secret.csv"), join(mine, "x.gz"))).rejects.toThrow("not in the session's folder");
    await expect(session.pack(join(mine, "../other/secret.csv"), join(mine, "x.gz"))).rejects.toThrow("not in the session's folder");
  });

  test.runIf(process.platform === "linux")("leaves the child no environment but its time zone and where compiled code is", async () => {
    await using place = await open();
    await using session = await place.session();
    expect(await session.all(sql("SELECT current_setting('TimeZone') LIKE '%UTC' AS utc"))).toEqual([{ utc: true }]);
    const names = readFileSync(`/proc/${place.pids[0]}/environ`, "utf8")
      .split("\0")
      .map((entry) => entry.split("=")[0] ?? "");
    expect(names.filter((name) => !["", "TZ", "NODE_COMPILE_CACHE"].includes(name) && !name.startsWith("NODE_CHANNEL_"))).toEqual([]);
  });
});

describe("packing", () => {
  /** Several reads of a file. */
  const LINES = 50_000;
  const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

  test("says size and hash of the file and of its gzip, and says the same each time", async () => {
    const place = sharedPlace();
    const folder = await place.folder("one");
    const [file, first, second] = [join(folder, "feed.txt"), join(folder, "1.gz"), join(folder, "2.gz")];
    await using session = await place.session("one");
    await session.run(sql(`COPY (SELECT range, hash(range) AS h FROM range(20000)) TO '${file}' (FORMAT csv)`));
    const packed = await session.pack(file, first);
    const [plain, gzip] = [await readFile(file), await readFile(first)];
    expect(packed).toEqual({ bytes: plain.length, sha256: sha256(plain), gzipBytes: gzip.length, gzipSha256: sha256(gzip) });
    expect(gunzipSync(gzip).equals(plain)).toBe(true);
    // RFC 1952: no flags, so no name; then four bytes of time.
    expect([...gzip.subarray(3, 8)]).toEqual([0, 0, 0, 0, 0]);
    await delay(1_100);
    expect(await session.pack(file, second)).toEqual(packed);
  });

  test("puts a file together from its parts", async () => {
    const place = sharedPlace();
    const folder = await place.folder("parts");
    const [file, rest, gzip] = [join(folder, "feed.txt"), join(folder, "feed.rest"), join(folder, "feed.gz")];
    const ends = ["a", "b"].map((end) => join(folder, end));
    for (const end of ends) await writeFile(end, `${end}\n`);
    await writeFile(file, "first\n".repeat(LINES));
    await writeFile(rest, "second\n".repeat(LINES));
    await using session = await place.session("parts");
    const packed = await session.pack(file, gzip, [rest, ...ends]);
    const whole = await readFile(file);
    expect(whole.toString()).toBe(["first\n".repeat(LINES), "second\n".repeat(LINES), ...ends.map((end) => `${end}\n`)].join(""));
    expect(packed).toMatchObject({ bytes: whole.length, sha256: sha256(whole) });
    expect(gunzipSync(await readFile(gzip)).equals(whole)).toBe(true);
    expect(existsSync(rest)).toBe(false);
    await expect(session.pack(file, join(folder, "2.gz"), [join(place.objects, "x")])).rejects.toThrow("not in the session's folder");
  });

  test("packs a file of several pieces alike, whatever its parts are", async () => {
    const place = sharedPlace();
    const folder = await place.folder("pieces");
    const whole = Buffer.from(Array.from({ length: 900_000 }, (_, at) => `line ${at * 7919}\n`).join(""));
    const at = Math.floor(whole.length / 3) + 1;
    const pack = async (called: string, parts: readonly Buffer[]) => {
      const files = parts.map((_, part) => join(folder, `${called}-${part}`));
      for (const [part, bytes] of parts.entries()) await writeFile(files[part] ?? "", bytes);
      await using session = await place.session("pieces");
      const gzip = join(folder, `${called}.gz`);
      const packed = await session.pack(files[0] ?? "", gzip, files.slice(1));
      return { packed, gzip: await readFile(gzip), file: await readFile(files[0] ?? "") };
    };
    const one = await pack("one", [whole]);
    const three = await pack("three", [whole.subarray(0, at), whole.subarray(at, at + 10), whole.subarray(at + 10)]);
    expect(gunzipSync(one.gzip).equals(whole)).toBe(true);
    expect(three.file.equals(whole)).toBe(true);
    expect(three.gzip.equals(one.gzip)).toBe(true);
    expect(three.packed).toEqual(one.packed);
  });

  test("takes an empty file, refuses a missing one, and overwrites nothing", async () => {
    const place = sharedPlace();
    const folder = await place.folder("empty");
    await writeFile(join(folder, "empty"), "");
    await using session = await place.session("empty");
    expect(await session.pack(join(folder, "empty"), join(folder, "empty.gz"))).toMatchObject({
      bytes: 0,
      sha256: sha256(Buffer.alloc(0)),
    });
    expect(gunzipSync(await readFile(join(folder, "empty.gz")))).toHaveLength(0);
    await expect(session.pack(join(folder, "none"), join(folder, "none.gz"))).rejects.toThrow("ENOENT");
    expect(existsSync(join(folder, "none.gz"))).toBe(false);
    await expect(session.pack(join(folder, "empty"), join(folder, "empty.gz"))).rejects.toThrow("EEXIST");
  });

  test("goes on beside statements and ends with the session", async () => {
    await using place = await open();
    const folder = await place.folder("big");
    await writeFile(join(folder, "big"), Buffer.alloc(64 * 1024 * 1024, "feed\tof a shop\n"));
    const session = await place.session("big");
    const lost = failure(session.pack(join(folder, "big"), join(folder, "big.gz")));
    expect(await session.all(sql("SELECT 1 AS n"))).toEqual([{ n: 1 }]);
    await session[Symbol.asyncDispose]();
    expect(await lost).toMatchObject({ name: "WarehouseLost", reason: "aborted" });
    await vi.waitFor(() => expect(isAlive(place.pids[0])).toBe(false), IN_TIME);
  });
});
