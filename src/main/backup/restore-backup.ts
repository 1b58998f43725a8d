import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dirname } from "node:path/posix";
import type { Config } from "../../config.ts";
import { releaseAllExtracts } from "../../features/extracts/index.ts";
import { releaseAllRuns } from "../../features/runs/index.ts";
import { releaseAllScopes } from "../../features/scopes/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { parseJson } from "../../kernel/unsafe.ts";
import { addStoredJobs, StoredJob } from "../../platform/jobs/stored-jobs.ts";
import { migrateJobs } from "../../platform/jobs/graphile-schema.ts";
import { loadTables } from "../../platform/postgres/load-tables.ts";
import { migrate } from "../../platform/postgres/migrate.ts";
import { MIGRATIONS_FOLDER, readMigrations } from "../../platform/postgres/migration-files.ts";
import { forgetKeyId, recordKeyId } from "../../platform/secrets/recorded-key.ts";
import { keepSecretsKey } from "../../platform/secrets/secrets-key.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import { objectPath } from "./backup-folder.ts";
import { checkFiles, checkObjects, listObjects, type Progress } from "./check-backup.ts";
import type { CopiedObject } from "./copy-objects.ts";
import { damaged, type FoundBackup, type Manifest } from "./manifest.ts";
import { everyObject, openTarget, type RestoreTarget } from "./open-target.ts";
import { hashStream, readLines, storeStream, unpackLines } from "./packed-file.ts";
import { type RestoreKeys, requireKeys } from "./restore-keys.ts";

interface RestoreWanted {
  readonly backup: FoundBackup;
  readonly withoutSecrets: boolean;
  readonly progress: Progress;
  readonly log: Logger;
}

export interface Restored {
  readonly rows: number;
  readonly objects: number;
  /** Which were there already, from a restore that was ended. */
  readonly objectsFound: number;
  readonly secretsOpen: boolean;
  /** Whether the key came from SECRETS_KEY, so that the service needs it at every start. */
  readonly keyIsGiven: boolean;
}

/**
 * Objects first, then the database in one transaction: a restore that is killed leaves an empty database, and goes on with the objects that
 * are missing when it's started again. Nothing is written before everything that can be known has been checked.
 */
export async function restoreBackup(config: Config, wanted: RestoreWanted): Promise<Restored> {
  const { backup, withoutSecrets, progress, log } = wanted;
  progress("checking the backup", null);
  await checkFiles(backup);
  await requireKnownSchema(backup.manifest);
  const keys = await requireKeys(config, backup, { withoutSecrets });
  await using target = await openTarget(config, log);
  await requireOlderSchema(target, backup.manifest);
  const found = await requireOwnObjects(target, backup);
  if (keys.toKeep !== null) await keepSecretsKey(config.dataDir, keys.toKeep);
  await noteBegun(target, backup);
  await restoreObjects(target, { backup, found, progress }).catch(async (error: unknown) => {
    if (error instanceof PlainError && error.code === "backup_damaged") await removeRestored(target, backup);
    throw error;
  });
  await restoreDatabase(target, { ...wanted, keyId: keys.keyId });
  await target.store.remove(BEGUN);
  return summary(backup.manifest, found, keys);
}

function summary({ database, objects }: Manifest, found: ReadonlySet<string>, { keyId, isGiven }: RestoreKeys): Restored {
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
  return { rows, objects: objects.count, objectsFound: found.size, secretsOpen: keyId !== null, keyIsGiven: isGiven };
}

/** Refuses a backup that isn't whole, or that this version couldn't restore. */
export async function checkBackup(backup: FoundBackup, progress: Progress): Promise<void> {
  await checkFiles(backup);
  await requireKnownSchema(backup.manifest);
  await checkObjects(backup, progress);
}

export async function requireKnownSchema({ schema, version }: Pick<Manifest, "schema" | "version">): Promise<void> {
  const own = await readMigrations(MIGRATIONS_FOLDER);
  const unknown = schema.migrations.find((each) => own.every((known) => known.version !== each.version));
  if (unknown !== undefined)
    throw new PlainError(
      "backup_newer",
      `The backup was made by Feedwright ${version}, whose database has ${unknown.name}. This version doesn't know it. Restore the backup with that version or a newer one.`,
    );
  const changed = schema.migrations.find((each) => own.some((known) => known.version === each.version && known.checksum !== each.checksum));
  if (changed !== undefined)
    throw new PlainError(
      "backup_other",
      `The backup's ${changed.name} differs from this version's. Restore it with the build that made it.`,
    );
}

/** An empty database may have been migrated already, as far as the backup's at most. */
async function requireOlderSchema({ postgres: { pool } }: RestoreTarget, { schema }: Manifest): Promise<void> {
  const { rows } = await pool.query<{ readonly there: boolean }>("select to_regclass('public.schema_migrations') is not null as there");
  if (rows[0]?.there !== true) return;
  const applied = await pool.query<{ readonly version: number }>("select coalesce(max(version), 0) as version from schema_migrations");
  if ((applied.rows[0]?.version ?? 0) > schema.version)
    throw new PlainError(
      "restore_not_empty",
      "The database has no rows, but its schema is newer than the backup's. Restore into a new database: it's migrated afterwards.",
    );
}

/** Prefix of the object that names the backup being restored into a store. */
const BEGUN = "restores/";
const begunKey = ({ manifest: { id } }: FoundBackup): string => `${BEGUN}${id}`;

async function noteBegun({ store }: RestoreTarget, backup: FoundBackup): Promise<void> {
  if ((await store.head(begunKey(backup))) !== undefined) return;
  await using scratch = await store.scratch();
  const file = scratch.file("begun");
  await writeFile(file, new Date().toISOString());
  await store.put(begunKey(backup), file);
}

/**
 * Keys of the objects that an interrupted restore of this backup has already written. Any other object is refused, even one of the backup's own:
 * without the mark of a restore, this is the store that the backup was made from.
 */
async function requireOwnObjects({ store }: RestoreTarget, backup: FoundBackup): Promise<ReadonlySet<string>> {
  const present = new Map<string, number>();
  for await (const { key, bytes } of everyObject(store)) present.set(key, bytes);
  const found = new Set<string>();
  const [any] = present.keys();
  if (any === undefined) return found;
  if ((await store.head(begunKey(backup))) === undefined) throw storeTaken(any);
  for await (const object of listObjects(backup)) {
    if (!present.has(object.key)) continue;
    const { sha256 } = await hashStream(await store.read(object.key));
    if (sha256 !== object.sha256) throw storeTaken(object.key);
    found.add(object.key);
    present.delete(object.key);
  }
  const [foreign] = present.keys();
  if (foreign !== undefined) throw storeTaken(foreign);
  return found;
}

function storeTaken(key: string): PlainError {
  return new PlainError(
    "restore_not_empty",
    `The object store isn't empty: it has ${key}, which no restore of this backup has written. Restore into a new DATA_DIR, or an empty STORAGE_URL.`,
  );
}

interface RestoringObjects extends Pick<RestoreWanted, "backup" | "progress"> {
  readonly found: ReadonlySet<string>;
}

async function restoreObjects({ store }: RestoreTarget, { backup, found, progress }: RestoringObjects): Promise<void> {
  let done = 0;
  for await (const object of listObjects(backup)) {
    progress("objects", (100 * done++) / backup.manifest.objects.count);
    if (found.has(object.key)) continue;
    await using scratch = await store.scratch();
    const file = scratch.file("restored");
    await copyChecked(backup, object, { draft: scratch.file("draft"), file });
    await store.put(object.key, file, { sha256: object.sha256 });
  }
}

/** Removes everything a damaged backup has put into the store, so that another one can be restored. The store was empty before. */
async function removeRestored({ store }: RestoreTarget, backup: FoundBackup): Promise<void> {
  const folders = new Set<string>();
  for await (const { key } of listObjects(backup)) folders.add(`${dirname(key)}/`);
  for (const each of folders) await store.remove(each);
  await store.remove(BEGUN);
}

async function copyChecked(
  { folder, path }: FoundBackup,
  { key, sha256 }: CopiedObject,
  { draft, file }: { readonly draft: string; readonly file: string },
): Promise<void> {
  const source = createReadStream(objectPath(folder, sha256));
  const copied = await storeStream(source, draft, async () => file).catch((error: unknown) => {
    throw damaged(path, `the bytes of ${key} can't be read`, error);
  });
  if (copied.sha256 !== sha256) throw damaged(path, `the bytes of ${key} differ from what was written`);
}

async function restoreDatabase(
  { postgres: { pool, db } }: RestoreTarget,
  { backup, progress, log, keyId }: RestoreWanted & Pick<RestoreKeys, "keyId">,
): Promise<void> {
  const { path, manifest } = backup;
  const { tables, sequences, jobs } = manifest.database;
  const file = (name: string): string => join(path, "database", name);
  progress("database", null);
  await migrate(pool, log, MIGRATIONS_FOLDER, manifest.schema.version);
  await migrateJobs(pool);
  const stored: StoredJob[] = [];
  for await (const line of readLines(file(jobs.file))) stored.push(StoredJob.parse(parseJson(line)));
  await loadTables(pool, {
    tables: tables.map((table) => ({ ...table, open: () => unpackLines(file(table.file)) })),
    sequences: sequences.map(({ name, value, is_called: isCalled }) => ({ name, value, isCalled })),
    progress: (table) => progress(`table ${table}`, null),
    also: (client) => addStoredJobs(client, stored),
  });
  await migrate(pool, log);
  await releaseAllRuns(db);
  await releaseAllScopes(db);
  await releaseAllExtracts(db);
  // If the secrets can't be decrypted, the next start records its own key.
  await (keyId === null ? forgetKeyId(db) : recordKeyId(db, keyId));
}
