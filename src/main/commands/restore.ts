import { mkdtempDisposable, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PlainError } from "../../kernel/errors.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import type { BackupFolder } from "../backup/backup-folder.ts";
import { type FoundBackup, readBackup } from "../backup/manifest.ts";
import { checkBackup, restoreBackup, type Restored } from "../backup/restore-backup.ts";
import { unpackFile } from "../backup/tar-file.ts";
import { commandConfig } from "../command-app.ts";
import { progressLine } from "../progress-line.ts";

export interface RestoreOptions {
  readonly from: string;
  readonly backup?: string;
  readonly check?: boolean;
  readonly withoutSecrets?: boolean;
  readonly json?: boolean;
}

export async function restore({ from, backup: id, check = false, withoutSecrets = false, json = false }: RestoreOptions): Promise<void> {
  await using folder = await openSource(resolve(from));
  const found = await readBackup(folder, id);
  const line = progressLine(process.stderr);
  const progress = (label: string, percent: number | null): void => line.show(label, percent);
  if (check) {
    await checkBackup(found, progress);
    line.done();
    return print(json, answerOf(found), [`The backup ${describe(found)} is whole.`, ...lostText(found)].join("\n"));
  }
  const config = commandConfig();
  const log = makeLogger({ level: "error", pretty: true });
  const restored = await restoreBackup(config, { backup: found, withoutSecrets, progress, log });
  line.done();
  const start = `Start the service as before${restored.keyIsGiven ? ", with SECRETS_KEY" : ""}.`;
  const text = [`Restored the backup ${describe(found)}.`, ...lostText(found), secretsText(restored), start].join("\n");
  print(json, { ...answerOf(found), ...restoredFacts(restored) }, text);
}

/** A folder of backups, or a file that one was packed into, which is unpacked for the time of the restore. */
async function openSource(path: string): Promise<BackupFolder & AsyncDisposable> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined)
    throw new PlainError("backup_missing", `${path} doesn't exist. Give the folder or file that feedwright backup wrote to.`);
  if (facts.isDirectory()) return { path, [Symbol.asyncDispose]: async () => undefined };
  await using stack = new AsyncDisposableStack();
  const unpacked = stack.use(await mkdtempDisposable(join(tmpdir(), "feedwright-restore-")));
  await unpackFile(path, unpacked.path);
  const kept = stack.move();
  return { path: unpacked.path, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

function print(json: boolean, answer: object, text: string): void {
  process.stdout.write(json ? `${JSON.stringify(answer)}\n` : `${text}\n`);
}

function answerOf({ manifest: { id, created_at: createdAt, version, schema, database, objects } }: FoundBackup) {
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
  return {
    id,
    created_at: createdAt,
    version,
    schema_version: schema.version,
    rows,
    objects: objects.count,
    object_bytes: objects.total_bytes,
    lost_objects: objects.lost,
  };
}

function restoredFacts({ objectsFound, secretsOpen }: Restored) {
  return { objects_found: objectsFound, secrets_readable: secretsOpen };
}

function describe(found: FoundBackup): string {
  const { id, version, rows, objects } = answerOf(found);
  return `${id} of Feedwright ${version} (${rows} rows, ${objects} objects)`;
}

/** The store had lost them before the backup was made. */
function lostText({ manifest: { objects } }: FoundBackup): readonly string[] {
  return objects.lost.map(({ name, owner }) => `Not in the backup: ${name} (${owner}). To see what to do: npx feedwright objects check`);
}

function secretsText({ secretsOpen }: Restored): string {
  return secretsOpen
    ? "Stored tokens and webhook secrets can be decrypted."
    : "Stored tokens and webhook secrets can't be decrypted: connect every shop and channel again, and rotate the secrets of webhooks.";
}
