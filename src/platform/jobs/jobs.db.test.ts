import { runMigrations } from "graphile-worker";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { testDatabase, type TestDatabase } from "../../../test/harness/postgres-template.ts";
import type { Logger } from "../telemetry/telemetry-port.ts";
import { makeLogger } from "../telemetry/make-logger.ts";
import { graphileQueue } from "./graphile-queue.ts";
import { startRunner } from "./graphile-runner.ts";
import { migrateJobs, NEWEST_MIGRATION } from "./graphile-schema.ts";
import { isLostCompletion } from "./lost-completion.ts";
import { beatWorker, forgetWorker, hasLivingWorker, sweepWorkers } from "./worker-registry.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

const SILENT_AFTER_S = 20;

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase("migrated");
  await migrateJobs(database.pool);
});
afterEach(() => database[Symbol.asyncDispose]());

const log = makeLogger({ level: "error" });

/** A runner that keeps the numbers of the runs it was told of. */
function listeningRunner(runnerLog: Logger = log) {
  const told: number[] = [];
  const handlers = {
    "run.look": async ({ run_id: id }: { readonly run_id: number }) => void told.push(id),
    "extract.look": async () => undefined,
    "scope.look": async () => undefined,
    "shopify.act": async () => undefined,
    "objects.remove": async () => undefined,
  };
  return { told, runner: startRunner({ pool: database.pool, handlers, concurrency: 2, log: runnerLog }) };
}

const enqueue = (id: number) => graphileQueue.enqueue(database.db, "run.look", { run_id: id });
const jobs = async () => (await database.pool.query("select key, locked_by from graphile_worker.jobs order by id")).rows;

describe("the queue", () => {
  test("holds one job for a piece of work, however often it is asked for", async () => {
    await enqueue(1);
    await enqueue(1);
    await enqueue(2);
    expect(await jobs()).toMatchObject([{ key: "run.look:1" }, { key: "run.look:2" }]);
  });

  test("joins the caller's transaction: no commit, no job", async () => {
    const failing = database.db.transaction().execute(async (transaction) => {
      await graphileQueue.enqueue(transaction, "run.look", { run_id: 1 });
      throw new Error("changed its mind");
    });
    await expect(failing).rejects.toThrow("changed its mind");
    expect(await jobs()).toEqual([]);
  });

  test("is made by several processes at once without one failing", async () => {
    await using fresh = await testDatabase("empty");
    await Promise.all(Array.from({ length: 4 }, () => migrateJobs(fresh.pool)));
    await graphileQueue.enqueue(fresh.db, "run.look", { run_id: 1 });
    const { rows } = await fresh.pool.query("select key from graphile_worker.jobs");
    expect(rows).toHaveLength(1);
  });

  test("is brought to the library's newest version, which is the one that is named here, from none and from an older one", async () => {
    await using fresh = await testDatabase("empty");
    const newest = async () => (await fresh.pool.query("select max(id) as id from graphile_worker.migrations")).rows;
    await runMigrations({ pgPool: fresh.pool });
    expect(await newest()).toEqual([{ id: NEWEST_MIGRATION }]);
    await fresh.pool.query("delete from graphile_worker.migrations where id = $1", [NEWEST_MIGRATION]);
    await migrateJobs(fresh.pool);
    expect(await newest()).toEqual([{ id: NEWEST_MIGRATION }]);
  });
});

describe("the job runner", () => {
  test("takes jobs that wait and jobs that come", async () => {
    await enqueue(1);
    const { told, runner } = listeningRunner();
    await using _running = runner;
    await vi.waitFor(() => expect(told).toEqual([1]), IN_TIME);
    await enqueue(2);
    await vi.waitFor(() => expect(told).toEqual([1, 2]), IN_TIME);
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), IN_TIME);
  });

  test("goes on taking jobs after all its connections were cut, again and again", async () => {
    const { told, runner } = listeningRunner();
    await using _running = runner;
    for (let round = 1; round <= 3; round += 1) {
      await cutConnections();
      await enqueueWhenBack(round);
      // A connection that is being cut can still take the job, and nobody hears of it: the sweep gives it back, as in the service.
      await vi.waitFor(async () => {
        await sweepWorkers(database.db, 1);
        expect(told).toContain(round);
      }, IN_TIME);
    }
  });

  test("goes on when the connection breaks just as a finished job is removed", async () => {
    const warned: string[] = [];
    const connect = database.pool.connect.bind(database.pool);
    const value = (...given: readonly unknown[]): unknown => {
      const broken = new Error("the connection broke");
      return isLostCompletion(broken) ? Promise.reject(broken) : Reflect.apply(connect, undefined, given);
    };
    Object.defineProperty(database.pool, "connect", { value, configurable: true });
    const listening = { ...log, warn: (_: object, message: string) => void warned.push(message) };
    const { told, runner } = listeningRunner(listening);
    await using _running = runner;
    await enqueue(1);
    await vi.waitFor(() => expect(warned).toContain("a finished job could not be removed"), IN_TIME);
    Reflect.deleteProperty(database.pool, "connect");
    expect(await jobs()).toMatchObject([{ locked_by: expect.any(String) }]);
    await enqueue(1);
    await vi.waitFor(() => expect(told).toEqual([1, 1]), IN_TIME);
  });

  test("takes jobs although the connection broke while it was starting, which its library never forgets", async () => {
    const warned: string[] = [];
    const connect = database.pool.connect.bind(database.pool);
    let broken = 0;
    const value = (...given: readonly unknown[]): unknown => {
      const reason = new Error("the connection broke");
      if (broken > 0 || !/taskIdentifiers\.js/.test(reason.stack ?? "")) return Reflect.apply(connect, undefined, given);
      broken += 1;
      return Promise.reject(reason);
    };
    Object.defineProperty(database.pool, "connect", { value, configurable: true });
    const { told, runner } = listeningRunner({ ...log, warn: (_: object, message: string) => void warned.push(message) });
    await using _running = runner;
    await enqueue(1);
    await vi.waitFor(() => expect(told).toEqual([1]), IN_TIME);
    expect(broken).toBe(1);
    expect(warned).toContain("the job runner can't look for jobs; restarting it");
    Reflect.deleteProperty(database.pool, "connect");
  });

  test("stopped while it starts, it stops", async () => {
    for (const delayMs of [0, 1, 5, 20]) {
      const { runner } = listeningRunner();
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await runner[Symbol.asyncDispose]();
    }
    await enqueue(1);
    expect(await jobs()).toMatchObject([{ key: "run.look:1", locked_by: null }]);
  });

  test("stops while its database is away", async () => {
    const { told, runner } = listeningRunner();
    await enqueue(1);
    await vi.waitFor(() => expect(told).toEqual([1]), IN_TIME);
    await cutConnections();
    await runner[Symbol.asyncDispose]();
    await enqueueWhenBack(2);
    expect(told).toEqual([1]);
  });
});

/** As the end of the server's process would: every connection but the one that asks. */
async function cutConnections(): Promise<void> {
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usename = current_user",
  );
}

/** The pool may still hand out a connection that was cut. */
const enqueueWhenBack = (id: number) => vi.waitFor(() => enqueue(id), IN_TIME);

describe("the sweep of workers", () => {
  const lockJob = (ageS: number) =>
    database.pool.query(
      "update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - make_interval(secs => $1), attempts = 1",
      [ageS],
    );

  test("frees the jobs of a dead worker, and another takes them", async () => {
    await enqueue(1);
    await lockJob(SILENT_AFTER_S + 1);
    const { told, runner } = listeningRunner();
    await using _running = runner;
    await enqueue(2);
    await vi.waitFor(() => expect(told).toEqual([2]), IN_TIME);
    await sweepWorkers(database.db, SILENT_AFTER_S);
    await vi.waitFor(() => expect(told).toEqual([2, 1]), IN_TIME);
  });

  test("removes what a dead worker held of work that was enqueued again since", async () => {
    await enqueue(1);
    await lockJob(SILENT_AFTER_S + 1);
    await enqueue(1);
    expect(await jobs()).toHaveLength(2);
    await sweepWorkers(database.db, SILENT_AFTER_S);
    expect(await jobs()).toMatchObject([{ key: expect.any(String), locked_by: null }]);
  });

  test("leaves a job alone that was just taken", async () => {
    await enqueue(1);
    await lockJob(SILENT_AFTER_S - 10);
    await sweepWorkers(database.db, SILENT_AFTER_S);
    expect(await jobs()).toMatchObject([{ locked_by: "dead" }]);
  });

  test("forgets silent workers and keeps those that beat", async () => {
    await beatWorker(database.db, "alive");
    await beatWorker(database.db, "silent");
    await database.pool.query("update workers set beat_at = now() - interval '21 seconds'");
    expect(await hasLivingWorker(database.db, SILENT_AFTER_S)).toBe(false);
    await beatWorker(database.db, "alive");
    expect(await hasLivingWorker(database.db, SILENT_AFTER_S)).toBe(true);
    await sweepWorkers(database.db, SILENT_AFTER_S);
    expect((await database.pool.query("select id from workers")).rows).toEqual([{ id: "alive" }]);
    await forgetWorker(database.db, "alive");
    expect(await hasLivingWorker(database.db, SILENT_AFTER_S)).toBe(false);
  });
});
