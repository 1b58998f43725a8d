import { sql } from "kysely";
import { PlainError } from "../../kernel/errors.ts";
import type { Db } from "../postgres/postgres-port.ts";

/** The database names the key of its secrets by an id, so that a process with a different key notices before it encrypts anything. */

/** Undefined before the first process has opened this database. */
export async function recordedKeyId(db: Db): Promise<string | undefined> {
  return (await db.selectFrom("secrets_key").select("key_id").executeTakeFirst())?.key_id;
}

/** Records the first process's key. Rejects with one sentence if the recorded key is neither the process's key nor one of its previous keys. */
export async function requireRecordedKey(db: Db, [own = "", ...previous]: readonly string[]): Promise<void> {
  await db
    .insertInto("secrets_key")
    .values({ key_id: own })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const recorded = await recordedKeyId(db);
  if (recorded === undefined || recorded === own || previous.includes(recorded)) return;
  throw new PlainError(
    "secrets_key_other",
    `This installation's secrets were encrypted with the key ${recorded}, and this process has the key ${own}. Set SECRETS_KEY to the former, or unset it if secrets.key in DATA_DIR has that key. To change keys, also add the former to SECRETS_KEY_PREVIOUS and run feedwright secrets rotate. ${IF_LOST}`,
  );
}

/** For an installation whose key file is gone. */
export function secretsKeyLost(dataDir: string, recorded: string): PlainError {
  return new PlainError(
    "secrets_key_lost",
    `This installation's secrets were encrypted with the key ${recorded}, but SECRETS_KEY isn't set and ${dataDir} has no secrets.key. Set SECRETS_KEY to that key, or write it into that file. ${IF_LOST}`,
  );
}

const IF_LOST =
  "If it's lost, set SECRETS_KEY to a new one and run feedwright secrets rotate --accept-losses; every shop and channel then has to be connected again.";

/** Records the key that secrets are encrypted with from now on. */
export async function recordKeyId(db: Db, keyId: string): Promise<void> {
  await sql`insert into secrets_key (key_id) values (${keyId})
    on conflict (only_row) do update set key_id = excluded.key_id, recorded_at = now()`.execute(db);
}

/** Lets the next process record its own key. */
export async function forgetKeyId(db: Db): Promise<void> {
  await db.deleteFrom("secrets_key").execute();
}
