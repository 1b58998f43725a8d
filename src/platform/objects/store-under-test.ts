import { createHash } from "node:crypto";
import { stat, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import type { ObjectInfo, ObjectStore } from "./objects-port.ts";

/** A place for objects that outlives the store that works on it. */
export interface StoreUnderTest {
  open(): Promise<ObjectStore>;
  /** Changes one bit of a stored object behind the store's back. */
  damage(key: string): Promise<void>;
  /** A script that opens the same place from its arguments and runs `putUntilKilled`. */
  readonly crash: { readonly script: URL; readonly args: readonly string[] };
}

export async function putText(store: ObjectStore, key: string, content: string): Promise<void> {
  await using scratch = await store.scratch();
  await writeFile(scratch.file("part"), content);
  await store.put(key, scratch.file("part"));
}

export async function below(store: ObjectStore, prefix: string): Promise<ObjectInfo[]> {
  const infos: ObjectInfo[] = [];
  for await (const info of store.list(prefix)) infos.push(info);
  return infos;
}

export async function keysBelow(store: ObjectStore, prefix: string): Promise<string[]> {
  return (await below(store, prefix)).map((info) => info.key);
}

export async function textOf(store: ObjectStore, key: string, range?: { start: number; end: number }): Promise<string> {
  return text(await store.read(key, range));
}

/** The gzip form is there afterwards. */
export async function putWithGzip(store: ObjectStore, key: string, content: string): Promise<void> {
  await using scratch = await store.scratch();
  const [file, gzipFile] = [scratch.file("part"), scratch.file("part.gz")];
  await writeFile(file, content);
  await writeFile(gzipFile, gzipSync(content));
  await store.put(key, file, { sha256: createHash("sha256").update(content).digest("hex"), gzipFile });
  await expect(stat(file)).rejects.toThrow("ENOENT");
  expect((await stat(gzipFile)).size).toBeGreaterThan(0);
}
