import { createHash } from "node:crypto";
import { link, readdir, readFile, stat } from "node:fs/promises";
import { BEFORE_FORK } from "../../engine/run/forked-chains.ts";
import type { Sql } from "../../kernel/sql.ts";
import type { ObjectStore, Scratch } from "../../platform/objects/objects-port.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";

/**
 * Caches the rows at the fork between the previews of a rule that is being written: they are the same each time, and take most of a preview's time. The
 * cache key is a hash of the statements that write the file and of the files that these read in the session's folder. Other files are objects, which
 * never change.
 */
interface KeptFork {
  readonly scratch: Scratch;
  readonly bytes: number;
  expiry: NodeJS.Timeout;
}

/** Longer than the pauses of someone typing a rule. */
const KEPT_MS = 120_000;
/** On disk, for each process. The least recently used are deleted first. */
const KEPT_BYTES_MAX = 512 * 1024 * 1024;
/** Files in the session's folder, which are hashed for the key. */
const HASHED_BYTES_MAX = 32 * 1024 * 1024;

const FILE = "fork.parquet";

/** One store per process. Maps are in order of last use. */
const stores = new WeakMap<ObjectStore, Map<string, KeptFork>>();

interface ForkWork {
  readonly objects: ObjectStore;
  readonly scratch: Scratch;
  readonly session: WarehouseSession;
}

/** The statements that write a fork's file, and the file. */
export interface Fork {
  readonly statements: readonly Sql[];
  readonly file: string;
}

/** Writes the fork's file, or finds it as it was written before. `readers`: the statements that read it. */
export async function makeFork(
  { objects, scratch, session }: ForkWork,
  { statements, file }: Fork,
  readers: readonly Sql[],
): Promise<void> {
  const kept = stores.get(objects) ?? new Map<string, KeptFork>();
  stores.set(objects, kept);
  // Files that were written on the way to the fork aren't kept.
  const isEnough = !readers.some(({ text }) => text.includes(scratch.file(`${BEFORE_FORK}-`)));
  const key = isEnough ? await keyOf(scratch, statements) : undefined;
  if (key !== undefined && (await take(kept, key, file))) return;
  await session.run(...statements);
  if (key !== undefined) await keep(kept, key, { file, scratch: await objects.scratch() });
}

/** Undefined if there is too much to hash. */
async function keyOf(scratch: Scratch, statements: readonly Sql[]): Promise<string | undefined> {
  const text = statements.map((statement) => statement.text).join("\n");
  const hash = createHash("sha256").update(text.replaceAll(scratch.path, ""));
  const read = (await readdir(scratch.path)).filter((name) => text.includes(scratch.file(name))).toSorted();
  let bytes = 0;
  for (const name of read) {
    bytes += (await stat(scratch.file(name))).size;
    if (bytes > HASHED_BYTES_MAX) return undefined;
    hash.update(`\n${name}\n`).update(await readFile(scratch.file(name)));
  }
  return hash.digest("hex");
}

/** Links the kept file: nothing writes to it, and the link stays valid when the kept one is deleted. */
async function take(kept: Map<string, KeptFork>, key: string, file: string): Promise<boolean> {
  const found = kept.get(key);
  if (found === undefined) return false;
  const linked = await link(found.scratch.file(FILE), file).then(
    () => true,
    () => false,
  );
  if (!linked || kept.get(key) !== found) return linked;
  // Deleted and added again, it moves to the end of the map.
  kept.delete(key);
  kept.set(key, found);
  found.expiry.refresh();
  return true;
}

async function keep(
  kept: Map<string, KeptFork>,
  key: string,
  { file, scratch }: { readonly file: string; readonly scratch: Scratch },
): Promise<void> {
  const { size: bytes } = await stat(file);
  const isKept =
    bytes <= KEPT_BYTES_MAX &&
    !kept.has(key) &&
    (await link(file, scratch.file(FILE)).then(
      () => true,
      () => false,
    ));
  if (!isKept || kept.has(key)) return scratch[Symbol.asyncDispose]();
  kept.set(key, { scratch, bytes, expiry: setTimeout(drop, KEPT_MS, kept, key).unref() });
  let total = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0);
  for (const [oldest, one] of kept) {
    if (total <= KEPT_BYTES_MAX) return;
    total -= one.bytes;
    drop(kept, oldest);
  }
}

function drop(kept: Map<string, KeptFork>, key: string): void {
  const one = kept.get(key);
  kept.delete(key);
  clearTimeout(one?.expiry);
  // If this fails, the next start deletes it.
  one?.scratch[Symbol.asyncDispose]().then(undefined, () => undefined);
}
