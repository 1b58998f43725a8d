import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { createCrc32c } from "./crc32c.ts";

/** A finished file of lines, and what the link to it states. */
export interface ResultFile {
  readonly path: string;
  readonly bytes: number;
  /** In base64, as Google Cloud Storage writes them. */
  readonly md5: string;
  readonly crc32c: string;
}

export interface ResultWriter {
  /** Takes text until there is enough to be worth a write. */
  append(text: string): void;
  /** Writes what is due. */
  flush(): Promise<void>;
  isDue(): boolean;
  finish(): Promise<ResultFile>;
  /** Instead of finishing it. */
  abandon(): Promise<void>;
}

const CHUNK_CHARACTERS = 512 * 1024;

export async function createResultFile(path: string): Promise<ResultWriter> {
  const file = await open(path, "wx", 0o600);
  const md5 = createHash("md5");
  const crc32c = createCrc32c();
  let bytes = 0;
  let parts: string[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    if (parts.length === 0) return;
    const chunk = Buffer.from(parts.join(""));
    parts = [];
    characters = 0;
    md5.update(chunk);
    crc32c.update(chunk);
    bytes += chunk.length;
    await file.writeFile(chunk);
  };
  return {
    append: (text) => {
      parts.push(text);
      characters += text.length;
    },
    isDue: () => characters >= CHUNK_CHARACTERS,
    flush,
    finish: async () => {
      await flush();
      await file.close();
      return { path, bytes, md5: md5.digest("base64"), crc32c: crc32c.digest() };
    },
    abandon: async () => {
      await file.close();
      await rm(path, { force: true });
    },
  };
}
