import { Buffer } from "node:buffer";
import { open } from "node:fs/promises";
import type { Stretch } from "./bulk-lines.ts";

const LOOK_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

/** A file in stretches of about the same size, each of whole lines; one stretch where it is smaller than `worthBytes`. */
export async function stretchesOf(
  path: string,
  count: number,
  worthBytes: number,
): Promise<{ readonly bytes: number; readonly stretches: readonly Stretch[] }> {
  await using file = await open(path);
  const { size: bytes } = await file.stat();
  if (bytes < worthBytes) return { bytes, stretches: [{ from: 0, to: bytes }] };
  const ends: number[] = [];
  for (let nth = 1; nth < count; nth += 1) ends.push(await behindLine(file, Math.floor((bytes * nth) / count), bytes));
  ends.push(bytes);
  const stretches = ends.map((to, at) => ({ from: ends[at - 1] ?? 0, to }));
  return { bytes, stretches: stretches.filter(({ from, to }) => from < to) };
}

/** The first place from `at` on that a line begins at. */
async function behindLine(file: Awaited<ReturnType<typeof open>>, at: number, bytes: number): Promise<number> {
  const look = Buffer.alloc(LOOK_BYTES);
  for (let from = at; from < bytes; from += LOOK_BYTES) {
    const { bytesRead } = await file.read(look, 0, LOOK_BYTES, from);
    const found = look.subarray(0, bytesRead).indexOf(LINE_FEED);
    if (found !== -1) return from + found + 1;
  }
  return bytes;
}
