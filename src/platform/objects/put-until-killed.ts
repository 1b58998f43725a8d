import { open } from "node:fs/promises";
import type { ObjectStore } from "./objects-port.ts";

/** What the crash case of the conformance suite puts: one byte, repeated, so that half an object can be told from a whole one. */
export const CRASH_OBJECT_BYTES = 1024 * 1024;
/** Puts at the same time: the one kill meets each of them at another moment. */
const PUTTERS = 4;
/** Far more than the suite lets it put before the kill. */
const PUTS_MAX = 5_000;

/** Runs in a process of its own that the suite kills: puts objects and prints each key once its put has resolved. */
export async function putUntilKilled(store: ObjectStore): Promise<void> {
  const scratch = await store.scratch();
  let turns = 0;
  const putOn = async (): Promise<void> => {
    for (let turn = turns++; turn < PUTS_MAX; turn = turns++) {
      const file = scratch.file(`part-${turn}`);
      const handle = await open(file, "wx");
      await handle.writeFile(Buffer.alloc(CRASH_OBJECT_BYTES, turn % 256));
      await handle.close();
      const key = `crash/${turn}/file.bin`;
      await store.put(key, file);
      process.stdout.write(`${key}\n`);
    }
  };
  await Promise.all(Array.from({ length: PUTTERS }, putOn));
}
