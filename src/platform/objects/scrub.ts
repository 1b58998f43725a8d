import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Checksums, writeWhole } from "./checksums.ts";
import { walkObjects } from "./object-walk.ts";
import { ObjectDamaged, type ScrubTurn } from "./objects-port.ts";
import { unlessMissing } from "./storage-faults.ts";

interface Scrubbing {
  readonly root: string;
  readonly objects: string;
  readonly checksums: Checksums;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
}

/** Goes on behind the object that the last turn, of whichever process, ended with. A turn that reaches the end begins anew the next time. */
export async function scrubObjects({ root, objects, checksums, bytesMax, signal }: Scrubbing): Promise<ScrubTurn> {
  const place = join(root, "scrubbed");
  let after = (await unlessMissing(readFile(place, "utf8"))) ?? "";
  const turn = { objects: 0, bytes: 0, damaged: 0 };
  const isOver = (): boolean => turn.bytes >= bytesMax || signal.aborted;
  for await (const { key, bytes } of walkObjects({ objects, prefix: "", after })) {
    if (isOver()) break;
    if (!(await isWhole(checksums, key, join(objects, key)))) turn.damaged += 1;
    turn.objects += 1;
    turn.bytes += bytes;
    after = key;
  }
  if (!isOver()) after = "";
  await writeWhole(place, after, `${place}.${process.pid}`);
  return turn;
}

async function isWhole(checksums: Checksums, key: string, path: string): Promise<boolean> {
  try {
    await unlessMissing(checksums.adopt(path));
    await checksums.check(key, path, "now");
    return true;
  } catch (error) {
    if (!(error instanceof ObjectDamaged)) throw error;
    return false;
  }
}
