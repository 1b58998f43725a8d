import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { CRASH_OBJECT_BYTES } from "./put-until-killed.ts";
import { below, type StoreUnderTest } from "./store-under-test.ts";

/** After the first put has resolved, while others are under way. */
const KILL_AFTER_MS = 7;

/** What a store keeps when its process is killed. */
export function describeCrashes(make: () => Promise<StoreUnderTest>): void {
  test("a process killed amid its puts leaves whole objects, all that it was promised, and no scratch folder after the next start", async () => {
    const place = await make();
    const promised = await putsOfKilledProcess(place);
    await using store = await place.open();
    await using scratch = await store.scratch();
    await using parent = await open(`${scratch.path}/..`, "r");
    expect((await parent.stat()).nlink).toBe(3);
    const visible = await below(store, "crash/");
    for (const key of promised) expect(visible.map((info) => info.key)).toContain(key);
    for (const info of visible) {
      const fill = Number(info.key.split("/")[1]) % 256;
      expect((await buffer(await store.read(info.key))).equals(Buffer.alloc(CRASH_OBJECT_BYTES, fill)), info.key).toBe(true);
    }
  });
}

async function putsOfKilledProcess(place: StoreUnderTest): Promise<string[]> {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(place.crash.script), ...place.crash.args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  const exited = once(child, "exit");
  await new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => resolve((output += chunk.toString())));
    child.once("exit", () => reject(new Error("the process ended before its first put")));
  });
  await delay(KILL_AFTER_MS);
  child.kill("SIGKILL");
  await exited;
  return output.split("\n").slice(0, -1);
}
