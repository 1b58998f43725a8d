import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { CRASH_OBJECT_BYTES } from "./put-until-killed.ts";
import { below, type StoreUnderTest } from "./store-under-test.ts";

/** Moments of the kill, in ms after the first put has resolved: between, before and in the middle of puts. */
const KILL_AFTER_MS = [0, 7, 23];

/** What a store keeps when its process is killed. */
export function describeCrashes(make: () => Promise<StoreUnderTest>): void {
  test.each(KILL_AFTER_MS)("a process killed %i ms into its puts leaves whole objects, and all that it was promised", async (afterMs) => {
    const place = await make();
    const promised = await putsOfKilledProcess(place, afterMs);
    await using store = await place.open();
    const visible = await below(store, "crash/");
    for (const key of promised) expect(visible.map((info) => info.key)).toContain(key);
    for (const info of visible) {
      const fill = Number(info.key.split("/")[1]) % 256;
      expect((await buffer(await store.read(info.key))).equals(Buffer.alloc(CRASH_OBJECT_BYTES, fill)), info.key).toBe(true);
    }
  });

  test("the scratch folder of a killed process is removed at the next start", async () => {
    const place = await make();
    await putsOfKilledProcess(place, 5);
    await using store = await place.open();
    await using scratch = await store.scratch();
    await using parent = await open(`${scratch.path}/..`, "r");
    expect((await parent.stat()).nlink).toBe(3);
  });
}

async function putsOfKilledProcess(place: StoreUnderTest, afterMs: number): Promise<string[]> {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(place.crash.script), ...place.crash.args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  const exited = once(child, "exit");
  await new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => resolve((output += chunk.toString())));
    child.once("exit", () => reject(new Error("the process ended before its first put")));
  });
  await delay(afterMs);
  child.kill("SIGKILL");
  await exited;
  return output.split("\n").slice(0, -1);
}
