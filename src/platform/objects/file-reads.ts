import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { ByteRange } from "./objects-port.ts";

/** An open file with an object's bytes. */
export interface OpenObject {
  readonly handle: FileHandle;
  readonly key: string;
  readonly bytes: number;
}

/** The stream closes the file. */
export async function readRange({ handle, key, bytes }: OpenObject, range?: ByteRange): Promise<Readable> {
  if (range === undefined) return handle.createReadStream();
  const { start, end } = range;
  if (start >= 0 && start <= end && start < bytes) return handle.createReadStream({ start, end });
  await handle.close();
  throw outside(key, bytes, range);
}

/** The caller closes the file. */
export async function readParts({ handle, key, bytes }: OpenObject, ranges: readonly ByteRange[]): Promise<readonly Buffer[]> {
  return Promise.all(
    ranges.map(async (range) => {
      const { start, end } = range;
      if (start < 0 || start > end || end >= bytes) throw outside(key, bytes, range);
      const part = Buffer.allocUnsafe(end - start + 1);
      const { bytesRead } = await handle.read(part, 0, part.length, start);
      if (bytesRead < part.length) throw outside(key, start + bytesRead, range);
      return part;
    }),
  );
}

function outside(key: string, bytes: number, { start, end }: ByteRange): RangeError {
  return new RangeError(`object ${key} has ${bytes} bytes; ${start} to ${end} are not among them`);
}
