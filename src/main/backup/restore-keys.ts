import { join } from "node:path";
import type { Config } from "../../config.ts";
import { PlainError } from "../../kernel/errors.ts";
import { secretsKeyId } from "../../platform/secrets/open-secrets.ts";
import { decodeSecretsKey, findSecretsKeys } from "../../platform/secrets/secrets-key.ts";
import type { FoundBackup } from "./manifest.ts";
import { readLines } from "./packed-file.ts";

export interface RestoreKeys {
  /** To be kept in the data directory, which has none. */
  readonly toKeep: Buffer | null;
  /** Id of the key that encrypted the newest restored secrets; null if some of them can't be decrypted. */
  readonly keyId: string | null;
  /** Whether the key came from SECRETS_KEY, so that the service needs it at every start. */
  readonly isGiven: boolean;
}

/** Before anything is written: whether this installation has the keys that the backup's secrets were sealed with. */
export async function requireKeys(
  config: Config,
  backup: FoundBackup,
  { withoutSecrets }: { readonly withoutSecrets: boolean },
): Promise<RestoreKeys> {
  const { key_ids: wanted, keys: file } = backup.manifest.secrets;
  const own = await findSecretsKeys(config);
  const brought = file === null ? [] : await readKeys(backup, file.file);
  const has = (keys: readonly Buffer[], id: string): boolean => keys.some((key) => secretsKeyId(key) === id);
  const [first = ""] = wanted;
  if (wanted.every((id) => has(own, id))) return { toKeep: null, keyId: first, isGiven: config.secretsKey !== null };
  const isFree = own.length === 0 && config.databaseUrl === null;
  if (isFree && wanted.length === 1 && has(brought, first)) return { toKeep: brought[0] ?? null, keyId: first, isGiven: false };
  if (withoutSecrets) return { toKeep: null, keyId: null, isGiven: config.secretsKey !== null };
  throw keyMissing(backup, own.length > 0);
}

async function readKeys({ path }: FoundBackup, file: string): Promise<readonly Buffer[]> {
  const keys: Buffer[] = [];
  for await (const line of readLines(join(path, file))) {
    const key = decodeSecretsKey(line);
    if (key !== undefined) keys.push(key);
  }
  return keys;
}

function keyMissing({ path, manifest: { secrets } }: FoundBackup, hasOther: boolean): PlainError {
  const ids = secrets.key_ids.join(", ");
  const found = hasOther ? "SECRETS_KEY is another key" : "there is no SECRETS_KEY";
  const where = secrets.keys === null ? "" : ` The backup holds it: gunzip -c ${join(path, secrets.keys.file)}.`;
  const several = secrets.key_ids.length === 1 ? "" : " The first goes into SECRETS_KEY, the others into SECRETS_KEY_PREVIOUS.";
  return new PlainError(
    "restore_key",
    `The backup's secrets were encrypted with the key ${ids}, and ${found}. Nothing was restored. Set SECRETS_KEY to the key the backup was made with.${several}${where} If the key is lost, add --without-secrets: every shop and channel has to be connected again, and webhook secrets have to be rotated.`,
  );
}
