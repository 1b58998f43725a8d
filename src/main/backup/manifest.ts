import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { PlainError } from "../../kernel/errors.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { writeWhole } from "../../platform/objects/checksums.ts";
import { type BackupFolder, backupPath, listBackupIds } from "./backup-folder.ts";

/** Of the layout in `backup-folder.ts`; one that this version doesn't know is refused. */
const FORMAT = 1;
const MANIFEST = "manifest.json";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A name in the backup's own folder: whatever a manifest says, nothing else is read. */
const FileName = z.string().regex(/^[a-z0-9_]+(?:\.[a-z]+)+$/);
const StoredFile = z.strictObject({ file: FileName, bytes: z.int(), sha256: Sha256 });
export type StoredFile = z.infer<typeof StoredFile>;

const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  id: z.string(),
  created_at: z.string(),
  /** Of Feedwright. */
  version: z.string(),
  schema: z.strictObject({
    version: z.int(),
    migrations: z.array(z.strictObject({ version: z.int(), name: z.string(), checksum: z.string() })),
  }),
  /** Which keys open the secrets in the database, and whether they're here. */
  secrets: z.strictObject({ key_ids: z.array(z.string()), keys: StoredFile.nullable() }),
  database: z.strictObject({
    tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.int(), ...StoredFile.shape })),
    sequences: z.array(z.strictObject({ name: z.string(), value: z.string(), is_called: z.boolean() })),
    jobs: z.strictObject({ rows: z.int(), ...StoredFile.shape }),
  }),
  objects: z.strictObject({
    count: z.int(),
    total_bytes: z.int(),
    ...StoredFile.shape,
    /** What rows name and the store doesn't have, or only with other bytes. */
    lost: z.array(z.strictObject({ name: z.string(), owner: z.string() })),
  }),
});
export type Manifest = z.infer<typeof Manifest>;

/** With its own SHA-256, so that a manifest that was changed is noticed too. */
export async function writeManifest(path: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify({ ...manifest, sha256: sumOf(manifest) }, null, 2);
  const file = join(path, MANIFEST);
  await writeWhole(file, `${text}\n`, `${file}.new`);
}

function sumOf(manifest: unknown): string {
  return createHash("sha256").update(JSON.stringify(manifest)).digest("hex");
}

export interface FoundBackup {
  readonly folder: BackupFolder;
  readonly path: string;
  readonly manifest: Manifest;
}

/** The newest finished backup, or the one that is named. */
export async function readBackup(folder: BackupFolder, id?: string): Promise<FoundBackup> {
  const ids = await listBackupIds(folder);
  const chosen = id ?? ids.at(-1);
  if (chosen === undefined)
    throw new PlainError(
      "backup_missing",
      `There is no finished backup in ${folder.path}. Make one with: feedwright backup --out ${folder.path}`,
    );
  if (!ids.includes(chosen))
    throw new PlainError("backup_missing", `There is no finished backup ${chosen} in ${folder.path}. It has: ${ids.join(", ") || "none"}.`);
  const path = backupPath(folder, chosen);
  return { folder, path, manifest: await readManifest(path) };
}

async function readManifest(path: string): Promise<Manifest> {
  const text = await readFile(join(path, MANIFEST), "utf8").catch((error: unknown) => {
    throw damaged(path, "its manifest can't be read", error);
  });
  const { sha256, ...rest } = members(parsed(text, path));
  if (rest["format"] !== FORMAT && typeof rest["format"] === "number")
    throw new PlainError("backup_newer", `The backup in ${path} was made by a newer Feedwright. Restore it with that version.`);
  if (sha256 !== sumOf(rest)) throw damaged(path, "its manifest was changed");
  const read = Manifest.safeParse(rest);
  if (!read.success) throw damaged(path, "its manifest isn't complete", read.error);
  return read.data;
}

function parsed(text: string, path: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw damaged(path, "its manifest isn't JSON", error);
  }
}

export function damaged(path: string, what: string, cause?: unknown): PlainError {
  return new PlainError(
    "backup_damaged",
    `The backup in ${path} is damaged: ${what}. Nothing of it was used. Restore another backup.`,
    cause,
  );
}
