import { Buffer } from "node:buffer";
import { writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import { EDITION_BYTES_MAX } from "../../engine/taxonomy/taxonomy-limits.ts";
import { PlainError } from "../../kernel/errors.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";

/**
 * Editions that `feedwright taxonomy update` has loaded, as numbered objects: `taxonomies/google/00000002/edition.br`. The one with the highest
 * number is in use, everywhere, from the moment it is stored: it is whole then, and a key is never written again.
 */
export type EditionKind = "google" | "shopify";

const FILE = "edition.br";
const DIGITS = 8;
/** The newest, and the one before it, which a process may be reading. */
const KEPT = 2;

const prefixOf = (kind: EditionKind): string => `taxonomies/${kind}/`;

/** The key of the newest edition; undefined where none was loaded. */
export async function findEdition(objects: ObjectStore, kind: EditionKind): Promise<string | undefined> {
  return (await storedKeys(objects, kind)).at(-1);
}

export async function readEdition(objects: ObjectStore, key: string): Promise<string> {
  return unpackEdition(await buffer(await objects.read(key)));
}

/** Stores an edition as the newest and removes those that nobody reads any more. */
export async function storeEdition(objects: ObjectStore, kind: EditionKind, text: string): Promise<void> {
  const before = await storedKeys(objects, kind);
  const number = numberOf(before.at(-1) ?? "") + 1;
  await using scratch = await objects.scratch();
  const file = scratch.file(FILE);
  await writeFile(file, await packEdition(text));
  const key = `${folderOf(kind, number)}${FILE}`;
  await objects.put(key, file).catch(async (error: unknown) => {
    // Two updates at the same time have the same number, and the second one is refused.
    if ((await objects.head(key)) === undefined) throw error;
    throw new PlainError("taxonomy_updated", "Another taxonomy update has just been stored. Try again.", error);
  });
  for (const old of before.slice(0, 1 - KEPT)) await objects.remove(folderOf(kind, numberOf(old)));
}

async function storedKeys(objects: ObjectStore, kind: EditionKind): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of objects.list(prefixOf(kind))) if (key.endsWith(`/${FILE}`)) keys.push(key);
  return keys;
}

function folderOf(kind: EditionKind, number: number): string {
  return `${prefixOf(kind)}${String(number).padStart(DIGITS, "0")}/`;
}

function numberOf(key: string): number {
  return Number(key.split("/")[2] ?? 0);
}

export async function packEdition(text: string): Promise<Buffer> {
  return promisify(brotliCompress)(Buffer.from(text), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
}

export async function unpackEdition(packed: Buffer): Promise<string> {
  return (await promisify(brotliDecompress)(packed, { maxOutputLength: 2 * EDITION_BYTES_MAX })).toString("utf8");
}
