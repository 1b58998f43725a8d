import type { Config } from "./config.ts";
import type { Postgres } from "./platform/postgres/open-postgres.ts";
import { openSecrets } from "./platform/secrets/open-secrets.ts";
import { recordedKeyId, requireRecordedKey, secretsKeyLost } from "./platform/secrets/recorded-key.ts";
import { findSecretsKey, loadSecretsKeys } from "./platform/secrets/secrets-key.ts";
import type { Secrets } from "./platform/secrets/secrets-port.ts";

/** Opens secrets with the configured key and the previous ones. Rejects with one sentence if none of them is this installation's, unless `anyKey`. */
export async function openAppSecrets(config: Config, { reserve }: Postgres, { anyKey }: { readonly anyKey: boolean }): Promise<Secrets> {
  const recorded = await recordedKeyId(reserve);
  if (recorded !== undefined && config.databaseUrl === null && (await findSecretsKey(config)) === undefined)
    throw secretsKeyLost(config.dataDir, recorded);
  const [key, ...previous] = await loadSecretsKeys(config);
  const secrets = openSecrets(key, previous);
  if (!anyKey) await requireRecordedKey(reserve, secrets.keyIds);
  return secrets;
}
