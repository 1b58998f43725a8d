import { join } from "node:path";
import { Readable } from "node:stream";
import type { App } from "../../app.ts";
import { holdObjects } from "../../features/backups/index.ts";
import { beginBackup, newBackupId, openBackupFolder } from "./backup-folder.ts";
import { type Copied, copyObjects } from "./copy-objects.ts";
import { dumpDatabase, type Dump, writeReadme } from "./dump-database.ts";
import { type Manifest, writeManifest } from "./manifest.ts";
import { openObjectIndex } from "./object-index.ts";
import { packLines } from "./packed-file.ts";

interface BackupWanted {
  readonly out: string;
  /** The keys that open the secrets; written into the backup where somebody asked for that. */
  readonly keys: readonly { readonly id: string; readonly key: Buffer }[];
  readonly withKeys: boolean;
  readonly version: string;
  readonly progress: (label: string, percent: number | null) => void;
}

export interface MadeBackup {
  readonly id: string;
  readonly manifest: Manifest;
  readonly newObjects: number;
  readonly newBytes: number;
}

/** What was removed between a hold's beginning and the dump is missing once; what is missing twice is lost. */
const ROUNDS = 2;

/**
 * The database first, then every object its rows name. Objects never change, and none is removed while they are held; so what the dump names
 * is there until it has been copied.
 */
export async function makeBackup({ postgres, services }: Pick<App, "postgres" | "services">, wanted: BackupWanted): Promise<MadeBackup> {
  const folder = await openBackupFolder(wanted.out);
  await writeReadme(folder.path);
  await using index = await openObjectIndex(folder);
  const id = newBackupId(new Date());
  await using hold = await holdObjects(postgres.db, id);
  await using backup = await beginBackup(folder, id);
  const total = { objects: 0, bytes: 0 };
  for (let round = 1; ; round += 1) {
    const dump = await dumpDatabase(postgres, backup.databasePath, (done, of) => wanted.progress("database", percent(done, of)));
    const copied = await copyObjects(
      { store: services.objects, folder, index, progress: (done, of) => wanted.progress("objects", percent(done, of)) },
      dump.named,
    );
    total.objects += copied.newObjects;
    total.bytes += copied.newBytes;
    if (copied.lost.length > 0 && round < ROUNDS) continue;
    const manifest = await describe({ id, path: backup.path, wanted }, dump, copied);
    await hold.require();
    await writeManifest(backup.path, manifest);
    await backup.finish();
    return { id, manifest, newObjects: total.objects, newBytes: total.bytes };
  }
}

const percent = (done: number, of: number): number => (of === 0 ? 100 : (100 * done) / of);

interface Describing {
  readonly id: string;
  readonly path: string;
  readonly wanted: BackupWanted;
}

async function describe({ id, path, wanted }: Describing, { schema, database }: Dump, { objects, lost }: Copied): Promise<Manifest> {
  const lines = Readable.from(
    objects.map((object) => `${JSON.stringify(object)}\n`),
    { objectMode: false },
  );
  const { rows: count, ...file } = await packLines(lines, join(path, "objects.jsonl.gz"));
  return {
    format: 1,
    id,
    created_at: new Date().toISOString(),
    version: wanted.version,
    schema,
    secrets: { key_ids: wanted.keys.map((key) => key.id), keys: wanted.withKeys ? await writeKeys(path, wanted.keys) : null },
    database,
    objects: {
      count,
      total_bytes: objects.reduce((sum, { bytes }) => sum + bytes, 0),
      ...file,
      lost: lost.map(({ name, owner }) => ({ name, owner })),
    },
  };
}

/** One key a line, the one in use first. */
async function writeKeys(path: string, keys: BackupWanted["keys"]) {
  const text = keys.map(({ key }) => `${key.toString("hex")}\n`);
  const { rows: _, ...file } = await packLines(Readable.from(text, { objectMode: false }), join(path, "secrets.keys.gz"));
  return file;
}
