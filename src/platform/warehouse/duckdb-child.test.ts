import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { parseJson } from "../../kernel/unsafe.ts";
import { forkDuckDb } from "./duckdb-child.ts";
import { ENDLESS, failure, isAlive, pidLog, TEST_SETTINGS, testFolder } from "./warehouse-under-test.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

const spillsOf = async (pid: number | undefined): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`feedwright-doomed-${pid}-`));

describe("a child", () => {
  test("ends when its parent is killed: at rest, while it computes and while it plans", async () => {
    const parent = spawn(process.execPath, [fileURLToPath(new URL("./doomed-parent.crash.ts", import.meta.url))], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = z.tuple([z.instanceof(Buffer)]).parse(await once(parent.stdout, "data"));
    const pids = z.array(z.int()).length(3).parse(parseJson(line.toString()));
    await delay(100);
    expect(pids.map(isAlive)).toEqual([true, true, true]);
    expect(await spillsOf(parent.pid)).toHaveLength(3);
    parent.kill("SIGKILL");
    await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false, false]), IN_TIME);
    expect(await spillsOf(parent.pid)).toEqual([]);
  });

  test("is not stopped by the signals of Ctrl-C and of a service manager", async () => {
    await using folder = await testFolder();
    const { log, pids } = pidLog();
    const child = forkDuckDb({ ...TEST_SETTINGS, spillFolder: join(folder.path, "spill") }, log);
    await child.call("all", { sql: "SELECT 1" });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.kill(pids[0] ?? 0, signal);
    await delay(50);
    await expect(child.call("all", { sql: "SELECT 2 AS n" })).resolves.toEqual({ names: ["n"], columns: [[2]] });
    child.kill("aborted", "done");
    await child.gone;
  });

  test("that cannot open says why to every call", async () => {
    await using folder = await testFolder();
    const child = forkDuckDb({ ...TEST_SETTINGS, threads: 0, spillFolder: join(folder.path, "spill") }, pidLog().log);
    await expect(child.call("all", { sql: "SELECT 1" })).rejects.toThrow("Failed to set config");
    await child.gone;
    await expect(child.call("all", { sql: "SELECT 1" })).rejects.toMatchObject({ reason: "crashed" });
  });

  test("that is killed twice keeps the first reason", async () => {
    await using folder = await testFolder();
    const child = forkDuckDb({ ...TEST_SETTINGS, spillFolder: join(folder.path, "spill") }, pidLog().log);
    const lost = failure(child.call("all", { sql: ENDLESS }));
    child.kill("deadline", "first");
    child.kill("aborted", "second");
    expect(await lost).toMatchObject({ reason: "deadline" });
    await child.gone;
    expect(child.isLost()).toBe(true);
  });
});
