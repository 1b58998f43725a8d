import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtempDisposable, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { lockDataDir, readDataDirLock, refuseForeignLock } from "./data-dir-lock.ts";
import { isRunning, processStart } from "./process-identity.ts";
import { canMakeNamespaces, CONTAINER } from "../../../test/harness/namespaces.ts";
import { BUSY_MACHINE, IN_TIME } from "../../../test/harness/slow-machine.ts";

const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), "feedwright-lock-"));

/** Pids end below 2^22, so this one is nobody's. */
const DEAD_PID = 4_194_305;

/** A process that takes the lock, says `held` or why not, and keeps it until its input ends. */
const CONTENDER = `
const { lockDataDir } = await import(process.argv[1]);
try {
  const lock = await lockDataDir(process.argv[2], process.argv[3]);
  console.log("held");
  process.stdin.on("end", () => lock[Symbol.asyncDispose]()).resume();
} catch (error) { console.log(error.message); }`;

async function contender(dataDir: string, purpose: "service" | "command", container: readonly string[] = []) {
  const module = new URL("data-dir-lock.ts", import.meta.url).href;
  const [program, ...args] = [...container, process.execPath, "--input-type=module", "-e", CONTENDER, module, dataDir, purpose];
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
  let complained = "";
  child.stderr.on("data", (text: Buffer) => (complained += text.toString("utf8")));
  const exited = once(child, "exit");
  const said: unknown = (await once(child.stdout, "data")).at(0);
  return {
    pid: child.pid ?? 0,
    said: String(said).trim(),
    complained: () => complained,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await exited;
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function plantClaim(dataDir: string, name: string, text = ""): Promise<void> {
  await mkdir(join(dataDir, "locks"), { recursive: true });
  for (const file of [name, `${name}.held`]) await writeFile(join(dataDir, "locks", file), text);
}

describe("lockDataDir", () => {
  test("makes the directory for its owner alone, and leaves nothing of the lock behind", async () => {
    await using folder = await temporaryFolder();
    const dataDir = join(folder.path, "a", "data");
    {
      await using lock = await lockDataDir(dataDir, "service");
      expect(lock).toMatchObject({ dataDir, pid: process.pid, purpose: "service" });
      expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
      expect(await readDataDirLock(dataDir)).toEqual({ pid: process.pid, host: hostname(), purpose: "service" });
    }
    expect(await readdir(join(dataDir, "locks"))).toEqual(["kernel.lock"]);
    expect(await readDataDirLock(dataDir)).toBeUndefined();
  });

  test("a second service is refused at once, by name of the first, also in the same process", async () => {
    await using folder = await temporaryFolder();
    await using first = await contender(folder.path, "service");
    const sentence = `Another Feedwright (pid ${first.pid}, host ${hostname()}) is already using ${folder.path}. Stop it, or set DATA_DIR to another directory.`;
    const startedAt = Date.now();
    await expect(lockDataDir(folder.path, "service")).rejects.toMatchObject({ name: "PlainError", message: sentence });
    expect(Date.now() - startedAt).toBeLessThan(1_000 * BUSY_MACHINE);
    await expect(refuseForeignLock(folder.path)).rejects.toThrow(sentence);
    await using other = await temporaryFolder();
    await using own = await lockDataDir(other.path, "service");
    expect(own.pid).toBe(process.pid);
    await expect(lockDataDir(other.path, "service")).rejects.toMatchObject({ code: "data_dir_in_use" });
    await refuseForeignLock(other.path);
  });

  test("of many starts at the same moment exactly one wins", async () => {
    await using folder = await temporaryFolder();
    const contenders = await Promise.all(Array.from({ length: 4 }, () => contender(folder.path, "service")));
    await using resources = new AsyncDisposableStack();
    for (const one of contenders) resources.use(one);
    const winner = contenders.filter(({ said }) => said === "held");
    expect(winner).toHaveLength(1);
    for (const { said } of contenders)
      expect([
        "held",
        `Another Feedwright (pid ${winner[0]?.pid}, host ${hostname()}) is already using ${folder.path}. Stop it, or set DATA_DIR to another directory.`,
      ]).toContain(said);
  });

  test("the lock of a killed process never blocks, and is tidied away", async () => {
    await using folder = await temporaryFolder();
    const killed = await contender(folder.path, "service");
    expect(killed.said).toBe("held");
    await killed.kill();
    expect(await readDataDirLock(folder.path)).toBeUndefined();
    await using lock = await lockDataDir(folder.path, "service");
    expect(lock.pid).toBe(process.pid);
    expect(await readdir(join(folder.path, "locks"))).toHaveLength(3);
  });

  test("nor does the lock of a dead process whose pid somebody else has now", async () => {
    await using folder = await temporaryFolder();
    await plantClaim(folder.path, `${process.ppid}.00000000-1.service`);
    await plantClaim(folder.path, `${process.pid}.00000000-1.service`);
    await plantClaim(folder.path, `${DEAD_PID}.00000000-1.command`);
    await using lock = await lockDataDir(folder.path, "service");
    expect(await readDataDirLock(folder.path)).toEqual({ pid: lock.pid, host: hostname(), purpose: "service" });
  });

  test.runIf(canMakeNamespaces())(
    "a service in another container refuses by pid and host, and blocks nobody once it was killed",
    async () => {
      await using folder = await temporaryFolder();
      const first = await contender(folder.path, "service", CONTAINER);
      expect(first.said).toBe("held");
      const sentence = `Another Feedwright (pid 1, host ${hostname()}) is already using ${folder.path}.`;
      await expect(lockDataDir(folder.path, "service")).rejects.toThrow(sentence);
      expect(await readDataDirLock(folder.path)).toMatchObject({ pid: 1, purpose: "service" });
      await first.kill();
      // The container's processes end a moment after the one that has made it.
      await vi.waitFor(async () => expect(await readDataDirLock(folder.path)).toBeUndefined(), IN_TIME);
      await using lock = await lockDataDir(folder.path, "service");
      expect(lock.pid).toBe(process.pid);
    },
  );

  test("a claim of another machine stands while its heartbeat goes on, and for a minute after the last", async () => {
    await using folder = await temporaryFolder();
    const name = "4711.00000000-1.0123abcd-0123abcd.service";
    await plantClaim(folder.path, name, JSON.stringify({ host: "machine-2" }));
    const claim = join(folder.path, "locks", name);
    const beat = (secondsAgo: number) => utimes(claim, new Date(), new Date(Date.now() - secondsAgo * 1_000));
    {
      await beat(1);
      const beating = setInterval(() => void beat(0), 200);
      await expect(lockDataDir(folder.path, "service").finally(() => clearInterval(beating))).rejects.toThrow(
        `Another Feedwright (pid 4711, host machine-2) is already using ${folder.path}.`,
      );
      expect(await stat(claim)).toBeDefined();
    }
    await beat(58);
    await using lock = await lockDataDir(folder.path, "service");
    expect(lock.pid).toBe(process.pid);
    await expect(stat(claim)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("is taken without a word on standard error", async () => {
    await using folder = await temporaryFolder();
    await using silent = await contender(folder.path, "service");
    expect([silent.said, silent.complained()]).toEqual(["held", ""]);
  });

  test("a service waits for a command that ends soon", async () => {
    await using folder = await temporaryFolder();
    const command = await contender(folder.path, "command");
    expect(command.said).toBe("held");
    const waiting = lockDataDir(folder.path, "service");
    await command[Symbol.asyncDispose]();
    await using lock = await waiting;
    expect(lock.purpose).toBe("service");
  });

  test.each(["/dev/null/data", "/sys/feedwright", "/proc/feedwright"])(
    "a directory that cannot be made (%s) is one sentence that names it",
    async (dataDir) => {
      await expect(lockDataDir(dataDir, "service")).rejects.toMatchObject({ name: "PlainError", code: "data_dir_unusable" });
      await expect(lockDataDir(dataDir, "service")).rejects.toThrow(`The data directory ${dataDir} can't be used: `);
    },
  );
});

describe("processStart", () => {
  test("is the same for a process while it lives, and undefined afterwards", async () => {
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
    const pid = child.pid ?? 0;
    const start = await processStart(pid);
    expect(start).toBeDefined();
    expect(await isRunning(pid, start ?? "")).toBe(true);
    expect(await isRunning(pid, `${start}1`)).toBe(false);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await processStart(pid)).toBeUndefined();
    expect(await processStart(DEAD_PID)).toBeUndefined();
  });
});
