import { readFile, stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { CONFIG_BYTES_MAX } from "../features/config/index.ts";
import { PlainError } from "../kernel/errors.ts";
import { members, parseJson } from "../kernel/unsafe.ts";

/** The bytes of a feed's configuration, from a file or (`-`) standard input. Looked at before they are read: a path may name anything. */
export async function readConfigFile(file: string): Promise<Buffer> {
  const bytes = file === "-" ? await buffer(process.stdin) : await bytesOf(file);
  const called = file === "-" ? "Standard input" : file;
  if (bytes.length > CONFIG_BYTES_MAX) throw tooLarge(called, bytes.length);
  try {
    parseJson(bytes.toString("utf8"));
  } catch (error) {
    throw new PlainError("invalid_json", `${called} isn't valid JSON: ${error instanceof Error ? error.message : String(error)}`, error);
  }
  return bytes;
}

async function bytesOf(file: string): Promise<Buffer> {
  const unreadable = (error: unknown): never => {
    throw new PlainError("file_unreadable", `${file} can't be read: ${String(members(error)["code"])}.`, error);
  };
  const { size } = await stat(file).catch(unreadable);
  if (size > CONFIG_BYTES_MAX) throw tooLarge(file, size);
  return readFile(file).catch(unreadable);
}

function tooLarge(called: string, bytes: number): PlainError {
  return new PlainError("payload_too_large", `${called} has ${bytes} bytes, but a configuration can have at most ${CONFIG_BYTES_MAX}.`);
}
