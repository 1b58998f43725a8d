import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";

/** `db/migrations/NNNN-name.sql`: numbered from 1 without a gap, never edited once applied. */
export interface Migration {
  readonly version: number;
  /** Of the file: `0001-shops-and-keys.sql`. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** Of a contract step: the oldest schema whose processes work with what it leaves. 0: any. */
  readonly needs: number;
}

/** Marks a migration that takes something away: the release that stopped using it, and that release's newest migration. */
const CONTRACT = /^-- contract: unused since [0-9]+\.[0-9]+\.[0-9]+, schema ([0-9]{4})$/m;

export const MIGRATIONS_FOLDER = new URL("../../../db/migrations/", import.meta.url);

/** In order. A file that is out of line is a mistake of ours, so it is a plain `Error`. */
export async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  return Promise.all(names.map((name, at) => readMigration(folder, name, at + 1)));
}

async function readMigration(folder: URL, name: string, expectedVersion: number): Promise<Migration> {
  const version = Number(/^([0-9]{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
  if (version !== expectedVersion) throw new Error(`migration ${name} should be number ${expectedVersion}`);
  // A checkout may have turned line ends into those of Windows.
  const sql = (await readFile(new URL(name, folder), "utf8")).replaceAll("\r\n", "\n");
  const needs = Number(CONTRACT.exec(sql)?.[1] ?? 0);
  return { version, name, sql, needs, checksum: createHash("sha256").update(sql).digest("hex") };
}
