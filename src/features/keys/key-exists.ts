import { existsTogether } from "../../kernel/asked-together.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { isKeyText, keyHash } from "./api-key.ts";
import { findKeyHashes } from "./keys-queries.ts";

/** Whether a text is a key that is valid, without counting anything. */
export function keyExists(db: Db): (presented: string) => Promise<boolean> {
  const exists = existsTogether((hashes) => findKeyHashes(db, hashes));
  return async (presented) => isKeyText(presented) && exists(keyHash(presented).toString("hex"));
}
