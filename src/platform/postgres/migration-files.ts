import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";

/** `db/migrations/NNNN-name.sql`: applied in the order of their numbers, each number once, never edited once applied. Numbers may have gaps. */
export interface Migration {
  readonly version: number;
  /** Of the file: `0001-shops-and-keys.sql`. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export const MIGRATIONS_FOLDER = new URL("../../../db/migrations/", import.meta.url);

/** In order. A file that is out of line is a mistake of ours, so it is a plain `Error`. */
export async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)));
  for (const [at, { name, version }] of migrations.entries())
    if (migrations[at + 1]?.version === version) throw new Error(`migrations ${name} and ${migrations[at + 1]?.name} have the same number`);
  return migrations;
}

async function readMigration(folder: URL, name: string): Promise<Migration> {
  const version = Number(/^([0-9]{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
  if (!(version > 0)) throw new Error(`migration ${name} should be named NNNN-what-it-does.sql`);
  // A checkout may have turned line ends into those of Windows.
  const sql = (await readFile(new URL(name, folder), "utf8")).replaceAll("\r\n", "\n");
  return { version, name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}
