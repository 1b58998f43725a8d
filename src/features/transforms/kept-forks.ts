import { createHash } from "node:crypto";
import { link, readdir, readFile, stat } from "node:fs/promises";
import type { Sql } from "../../kernel/sql.ts";
import type { ObjectStore, Scratch } from "../../platform/objects/objects-port.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";

/**
 * Someone who writes a rule asks for one preview after another, and what their plans share is the same each time: the rows at the fork. They
 * take most of a preview's time, so their file is kept for a while. It's known by the statements that write it and the content of what these
 * read: objects never change, and the files of the session's own folder are compared byte by byte.
 */
interface KeptFork {
  readonly scratch: Scratch;
  readonly bytes: number;
  expiry: NodeJS.Timeout;
}

/** Longer than the pauses of someone who writes. */
const KEPT_MS = 120_000;
/** On the disk of a process, over all shops; those used longest ago go first. */
const KEPT_BYTES_MAX = 512 * 1024 * 1024;
/** Of the session's own files that are compared. */
const COMPARED_BYTES_MAX = 32 * 1024 * 1024;

const FILE = "fork.parquet";
/** What the names of files begin with that the shared part of the plans writes for itself. */
const BEFORE_FORK = "shared-";

/** For each store, as there's one in a process; in the order of their last use. */
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
  // What was written on the way to the fork isn't kept with it.
  const isEnough = !readers.some(({ text }) => text.includes(scratch.file(BEFORE_FORK)));
  const key = isEnough ? await keyOf(scratch, statements) : undefined;
  if (key !== undefined && (await take(kept, key, file))) return;
  await session.run(...statements);
  if (key !== undefined) await keep(kept, key, { file, scratch: await objects.scratch() });
}

/** Undefined where there's too much to compare. */
async function keyOf(scratch: Scratch, statements: readonly Sql[]): Promise<string | undefined> {
  const text = statements.map((statement) => statement.text).join("\n");
  const hash = createHash("sha256").update(text.replaceAll(scratch.path, ""));
  const read = (await readdir(scratch.path)).filter((name) => text.includes(scratch.file(name))).toSorted();
  let bytes = 0;
  for (const name of read) {
    bytes += (await stat(scratch.file(name))).size;
    if (bytes > COMPARED_BYTES_MAX) return undefined;
    hash.update(`\n${name}\n`).update(await readFile(scratch.file(name)));
  }
  return hash.digest("hex");
}

/** A link, because nobody writes into a fork's file, and it outlives the one it's made from. */
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
  // What can't be removed now is removed at the next start.
  one?.scratch[Symbol.asyncDispose]().then(undefined, () => undefined);
}
