import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { PlainError } from "../kernel/errors.ts";
import { members } from "../kernel/unsafe.ts";
import type { ObjectStore } from "../platform/objects/objects-port.ts";

/** `-` is standard output, as it is standard input elsewhere. */
export function toStandardOutput(out: string | undefined): out is undefined | "-" {
  return out === undefined || out === "-";
}

/** Writes an object to a file, or to standard output, which stays open. */
export async function writeObject(objects: ObjectStore, key: string, out: string | undefined): Promise<void> {
  const source = await objects.read(key);
  if (toStandardOutput(out)) return pipeline(source, process.stdout, { end: false });
  await pipeline(source, createWriteStream(out)).catch((error: unknown) => {
    const code = members(error)["code"];
    throw new PlainError("file_unwritable", `${out} can't be written: ${String(code ?? error)}.`, error);
  });
}
