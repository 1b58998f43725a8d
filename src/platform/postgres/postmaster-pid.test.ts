import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isReady, pidFile, readPidFile, runningPostmaster } from "./postmaster-pid.ts";

const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), "feedwright-pid-"));

/** As PostgreSQL writes it: pid, data directory, start, port, socket directory, address, shared memory, status. */
const pidFileText = (pid: number, data: string, start: number, status: string) =>
  `${pid}\n${data}\n${start}\n20000\n\n127.0.0.1\n  1  2\n${status}\n`;

describe("isReady", () => {
  test("believes neither a starting server, nor another one, nor the file of a killed one that had the same pid", async () => {
    await using folder = await temporaryFolder();
    expect(await isReady(folder.path, 15, "")).toBe(false);
    await writeFile(pidFile(folder.path), pidFileText(15, folder.path, 1_000, "ready   "));
    const before = await readPidFile(folder.path);
    expect(await isReady(folder.path, 15, before)).toBe(false);
    await writeFile(pidFile(folder.path), pidFileText(15, folder.path, 1_001, "starting"));
    expect(await isReady(folder.path, 15, before)).toBe(false);
    await writeFile(pidFile(folder.path), pidFileText(15, folder.path, 1_001, "ready   "));
    expect(await isReady(folder.path, 16, before)).toBe(false);
    expect(await isReady(folder.path, 15, before)).toBe(true);
  });
});

describe("runningPostmaster", () => {
  test("is the process that works in the directory, and never another one that has the pid now", async () => {
    await using folder = await temporaryFolder();
    await using elsewhere = await temporaryFolder();
    // Two arguments as a server has them, for systems that show a process's command line only.
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()", "postgres", folder.path], {
      cwd: folder.path,
      stdio: ["pipe", "ignore", "ignore"],
    });
    const exited = once(child, "exit");
    const pid = child.pid ?? 0;
    await writeFile(pidFile(folder.path), pidFileText(pid, folder.path, 1_000, "ready   "));
    await writeFile(pidFile(elsewhere.path), pidFileText(pid, elsewhere.path, 1_000, "ready   "));
    expect(await runningPostmaster(folder.path)).toMatchObject({ pid });
    expect(await runningPostmaster(elsewhere.path)).toBeUndefined();
    child.kill();
    await exited;
    expect(await runningPostmaster(folder.path)).toBeUndefined();
  });

  test.each(["", "garbage", "-5\n", "1\n", "4194305\n"])("no server is found in a file that holds %j", async (text) => {
    await using folder = await temporaryFolder();
    await writeFile(pidFile(folder.path), text);
    expect(await runningPostmaster(folder.path)).toBeUndefined();
  });
});
