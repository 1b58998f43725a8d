import { readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { secretsKeyId } from "../../platform/secrets/open-secrets.ts";
import { diskFault } from "../../platform/objects/storage-faults.ts";
import { findSecretsKeys } from "../../platform/secrets/secrets-key.ts";
import type { Progress } from "../backup/check-backup.ts";
import { makeBackup, type MadeBackup } from "../backup/make-backup.ts";
import { packFolder } from "../backup/tar-file.ts";
import { openCommandApp } from "../command-app.ts";
import { bytesText } from "../bytes-text.ts";
import { progressLine } from "../progress-line.ts";

export interface BackupOptions {
  readonly out: string;
  readonly withSecretsKey?: boolean;
  readonly json?: boolean;
}

export async function backup({ out, withSecretsKey = false, json = false }: BackupOptions): Promise<void> {
  await using app = await openCommandApp();
  const keys = (await findSecretsKeys(app.config)).map((key) => ({ id: secretsKeyId(key), key }));
  const line = progressLine(process.stderr);
  const version = await ownVersion();
  const file = out.endsWith(".tar") ? resolve(out) : undefined;
  // Stays where this is killed, so that the next one goes on from there.
  const parts = file === undefined ? out : `${file}.parts`;
  const progress: Progress = (label, percent) => line.show(label, percent);
  const write = async (): Promise<MadeBackup> => {
    const written = await makeBackup(app, { out: parts, keys, withKeys: withSecretsKey, version, progress });
    if (file !== undefined) await pack(parts, file, progress);
    return written;
  };
  const made = await write().catch((error: unknown) => {
    throw diskFault(`The backup in ${out}`, error) ?? error;
  });
  line.done();
  process.stdout.write(json ? `${JSON.stringify(answerOf(made, out))}\n` : textOf(made, out));
}

async function pack(parts: string, file: string, progress: Progress): Promise<void> {
  progress(`writing ${file}`, null);
  await packFolder(parts, file);
  await rm(parts, { recursive: true, force: true });
}

function answerOf({ id, manifest, newObjects, newBytes }: MadeBackup, out: string) {
  const { database, objects, secrets, schema } = manifest;
  return {
    ...{ id, folder: out, version: manifest.version, schema_version: schema.version },
    ...{ tables: database.tables.length, rows: database.tables.reduce((sum, { rows }) => sum + rows, 0) },
    ...{
      objects: objects.count,
      object_bytes: objects.total_bytes,
      new_objects: newObjects,
      new_bytes: newBytes,
      lost_objects: objects.lost,
    },
    ...{ secrets_key_ids: secrets.key_ids, has_secrets_key: secrets.keys !== null },
  };
}

function textOf(made: MadeBackup, out: string): string {
  const facts = answerOf(made, out);
  const lines = [
    `Backup ${facts.id} in ${out}: ${facts.rows} rows of ${facts.tables} tables, ${facts.objects} objects (${bytesText(facts.object_bytes)}), of which ${facts.new_objects} new (${bytesText(facts.new_bytes)}).`,
    ...facts.lost_objects.map(({ name, owner }) => `Not in the store: ${name} (${owner}). To see what to do: npx feedwright objects check`),
    facts.has_secrets_key
      ? "The backup contains SECRETS_KEY. Anyone who can read it can decrypt the stored tokens."
      : `SECRETS_KEY (key ${facts.secrets_key_ids[0] ?? "unknown"}) isn't in the backup. Keep it somewhere else: without it, the tokens of shops and channels in this backup are lost.`,
  ];
  return `${lines.join("\n")}\n`;
}

async function ownVersion(): Promise<string> {
  return String(members(parseJson(await readFile(new URL("../../../package.json", import.meta.url), "utf8")))["version"]);
}
