import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { describe, expect, inject, test, vi } from "vitest";
import { descendantsOf } from "../../../test/harness/child-processes.ts";
import { canMakeNamespaces, CONTAINER } from "../../../test/harness/namespaces.ts";
import { postmasterPid, temporaryDataDir } from "../../../test/harness/own-server.ts";
import { BUSY_MACHINE, IN_TIME } from "../../../test/harness/slow-machine.ts";
import { members } from "../../kernel/unsafe.ts";
import { makeLogger } from "../telemetry/make-logger.ts";
import { lockDataDir } from "./data-dir-lock.ts";
import { connectToRunning, openPostgres } from "./open-postgres.ts";
import { isRunning, processStart } from "./process-identity.ts";

const log = makeLogger({ level: "error", write: () => undefined });
const PROCESS = new URL("../../../test/harness/postgres-process.ts", import.meta.url).pathname;

/** A service's process on the data directory. Its lines tell `ready <connection string>`, `refused <sentence>`, `closed`. */
function startProcess(dataDir: string, [program = process.execPath, ...args]: readonly string[] = []) {
  const child = spawn(program, [...args, PROCESS, dataDir], { stdio: ["ignore", "pipe", "ignore"], detached: true });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = async () => String((await lines.next()).value);
  const end = async (signal: NodeJS.Signals) => {
    if (isAlive(child)) process.kill(-(child.pid ?? 0), signal);
    await exited;
  };
  return { pid: child.pid ?? 0, said, end, [Symbol.asyncDispose]: () => end("SIGTERM") };
}

const isAlive = (child: ChildProcess) => child.pid !== undefined && child.exitCode === null && child.signalCode === null;

async function query(connectionString: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The server on a data directory, even when another process has its pid. */
async function serverOf(dataDir: string) {
  const pid = await postmasterPid(dataDir);
  const start = (await processStart(pid)) ?? "";
  return { pid, isRunning: () => isRunning(pid, start) };
}

const address = (said: string) => said.replace(/^ready /, "");

describe("the built-in server", () => {
  test("keeps its data, counts in numbers, sorts by code point, knows the letter case of every script, and no server stays when it is closed", async () => {
    await using dataDir = await temporaryDataDir();
    let pid = 0;
    for (const [attempt, statement] of ["create table kept as select 9007199254740991::int8 as n", "select 1"].entries()) {
      await using postgres = await openPostgres({ dataDir: await made(dataDir.path), databaseUrl: null, log });
      expect(postgres.embedded).toBe(true);
      await postgres.pool.query(statement);
      const { rows } = await postgres.pool.query(
        "select lower('ÄÖŁΣ') as lower, 'Z' < 'a' as by_code_point, current_setting('server_encoding') as encoding",
      );
      expect(rows).toEqual([{ lower: "äöłσ", by_code_point: true, encoding: "UTF8" }]);
      expect((await postgres.pool.query("select n from kept")).rows, `start ${attempt}`).toEqual([{ n: Number.MAX_SAFE_INTEGER }]);
      pid = await postmasterPid(dataDir.path);
      expect(await processStart(pid)).toBeDefined();
    }
    expect(await processStart(pid)).toBeUndefined();
  });

  test("a start takes over the server of a killed process, recovers what was committed where that was killed too, and Ctrl-C doesn't reach it", async () => {
    await using dataDir = await temporaryDataDir();
    expect(await connectToRunning(dataDir.path, log)).toBeUndefined();
    const first = startProcess(dataDir.path);
    const connectionString = address(await first.said());
    {
      await using running = await connectToRunning(dataDir.path, log);
      expect(running?.connectionString).toBe(connectionString);
      await running?.pool.query("insert into kept values (7)");
    }
    await expect(openPostgres({ dataDir: dataDir.path, databaseUrl: null, log })).rejects.toMatchObject({ code: "data_dir_in_use" });
    const orphan = await serverOf(dataDir.path);
    await first.end("SIGKILL");
    expect(await orphan.isRunning()).toBe(true);
    expect(await connectToRunning(dataDir.path, log)).toBeUndefined();

    const second = startProcess(dataDir.path);
    expect(await query(address(await second.said()), "insert into kept values (8) returning (select n from kept)")).toEqual([{ n: 7 }]);
    expect(await orphan.isRunning()).toBe(false);
    const { pid } = await serverOf(dataDir.path);
    await second.end("SIGKILL");
    process.kill(pid, "SIGKILL");

    const third = startProcess(dataDir.path);
    const recovered = address(await third.said());
    expect(await query(recovered, "select n from kept order by n")).toEqual([{ n: 7 }, { n: 8 }]);
    const last = await serverOf(dataDir.path);
    await third.end("SIGINT");
    expect(await last.isRunning()).toBe(true);
    expect(await query(recovered, "select 1 as n")).toEqual([{ n: 1 }]);
    await using fourth = startProcess(dataDir.path);
    expect(await fourth.said()).toMatch(/^ready /);
  });

  test("a first start that was killed half-way does not stand in the way of the next", async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "feedwright-open-"));
    const killed = startProcess(folder.path);
    const inside = () => readdir(join(folder.path, "postgres"));
    await vi.waitFor(async () => expect(await inside()).toContainEqual(expect.stringMatching(/^data\.[0-9a-f]+$/)), IN_TIME);
    await killed.end("SIGKILL");
    await using next = startProcess(folder.path);
    expect(await query(address(await next.said()), "select count(*)::int as n from kept")).toEqual([{ n: 0 }]);
    expect(await inside()).toContain("data");
    await next.end("SIGTERM");
  });

  test("a server that is killed is started again at the same address; transactions fail, the process and its pool go on", async () => {
    await using dataDir = await temporaryDataDir();
    await using postgres = await openPostgres({ dataDir: await made(dataDir.path), databaseUrl: null, log });
    const inTransaction = await postgres.pool.connect();
    await inTransaction.query("begin");
    const pid = await postmasterPid(dataDir.path);
    process.kill(pid, "SIGKILL");
    await expect(postgres.pool.query("select pg_sleep(30)")).rejects.toThrow(/connect|terminat|ECONN/i);
    // A connection of before may answer until its process has seen that the server is gone.
    await vi.waitFor(async () => expect(await postmasterPid(dataDir.path)).not.toBe(pid), IN_TIME);
    await vi.waitFor(() => postgres.pool.query("select 1"), IN_TIME);
    await expect(inTransaction.query("select 1")).rejects.toThrow(/connect|terminat|ECONN/i);
    inTransaction.release(true);
  });

  test("of two starts at once one runs and the other is refused", async () => {
    await using dataDir = await temporaryDataDir();
    await using one = startProcess(dataDir.path);
    await using other = startProcess(dataDir.path);
    const said = (await Promise.all([one.said(), other.said()])).toSorted();
    expect(said).toEqual([
      expect.stringMatching(/^ready /),
      expect.stringMatching(/^refused Another Feedwright \(pid \d+, host \S+\) is already using /),
    ]);
  });
});

describe.runIf(canMakeNamespaces())("two containers on one data directory", () => {
  /** A shell is the container's first process, so that a server outlives the service that has started it. */
  const IN_CONTAINER = [...CONTAINER, "sh", "-c", '"$0" "$@"; sleep 600', process.execPath];

  test("while a service or the server that it has left behind lives in one, the other refuses to start and says who holds it", async () => {
    await using dataDir = await temporaryDataDir();
    await using container = startProcess(dataDir.path, IN_CONTAINER);
    const connectionString = address(await container.said());
    await query(connectionString, "insert into kept values (9)");
    {
      await using second = startProcess(dataDir.path);
      expect(await second.said()).toMatch(/^refused Another Feedwright \(pid \d+, host \S+\) is already using /);
      await using running = await connectToRunning(dataDir.path, log);
      expect((await running?.pool.query("select n from kept"))?.rows).toEqual([{ n: 9 }]);
    }
    const service = (await descendantsOf(container.pid)).find(({ command }) => command.startsWith(process.execPath));
    process.kill(service?.pid ?? 0, "SIGKILL");
    {
      await using second = startProcess(dataDir.path);
      expect(await second.said()).toMatch(/^refused The PostgreSQL \(pid \d+, host \S+\) of a killed Feedwright is still using /);
    }
    await query(connectionString, "insert into kept values (10)");
    await container.end("SIGKILL");
    await using next = startProcess(dataDir.path);
    expect(await query(address(await next.said()), "select n from kept order by n")).toEqual([{ n: 9 }, { n: 10 }]);
  });

  test("a container starts at once after everything in another one was killed", async () => {
    await using dataDir = await temporaryDataDir();
    const killed = startProcess(dataDir.path, [...CONTAINER, process.execPath]);
    await query(address(await killed.said()), "insert into kept values (11)");
    await killed.end("SIGKILL");
    const startedAt = Date.now();
    await using next = startProcess(dataDir.path, [...CONTAINER, process.execPath]);
    expect(await query(address(await next.said()), "select n from kept")).toEqual([{ n: 11 }]);
    expect(Date.now() - startedAt).toBeLessThan(10_000 * BUSY_MACHINE);
  });
});

describe("an external server", () => {
  test("is used as it is, without touching the data directory", async () => {
    const { connectionString } = inject("postgresServer");
    await using postgres = await openPostgres({ dataDir: "/dev/null/data", databaseUrl: connectionString, log });
    expect(postgres).toMatchObject({ embedded: false, connectionString });
    expect(await postgres.db.selectNoFrom((select) => select.lit(1).as("n")).execute()).toEqual([{ n: 1 }]);
  });

  test.each([
    ["a database that is not there", { pathname: "/nope" }, /there is no database with that name/],
    ["a user that is not there", { username: "nobody" }, /the user isn't allowed to connect|the user or the password is wrong/],
    ["a host that is not there", { hostname: "nohost.invalid" }, /there is no host with that name/],
    ["a port that nobody listens on", { port: "1" }, /nothing is listening there/],
  ])("%s is one sentence without the password", async (_what, part, reason) => {
    const url = Object.assign(new URL(inject("postgresServer").connectionString), part);
    if (url.password === "") url.password = "hunter2";
    const failure = await openPostgres({ dataDir: "/dev/null/data", databaseUrl: url.href, log }).catch((error: unknown) => error);
    const { name, code, message, cause } = members(failure);
    expect({ name, code }).toEqual({ name: "PlainError", code: "database_unreachable" });
    expect(message).toMatch(reason);
    expect(JSON.stringify([message, cause])).not.toContain(url.password);
  });

  test("an address that cannot be read is refused without repeating it", async () => {
    const failure = await openPostgres({ dataDir: "/dev/null/data", databaseUrl: "postgres://a:hunter/2@host/x", log }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: "database_unreachable", cause: undefined });
    expect(members(failure)["message"]).not.toContain("hunter");
  });
});

/** The data directory, made as `lockDataDir` does. */
async function made(dataDir: string): Promise<string> {
  await (await lockDataDir(dataDir, "service"))[Symbol.asyncDispose]();
  return dataDir;
}
