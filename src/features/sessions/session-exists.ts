import { existsTogether } from "../../kernel/asked-together.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { findSessionHashes } from "./session-queries.ts";
import { isSessionToken, sessionTokenHash } from "./session-token.ts";

/** Whether a text is the token of a session that has not ended, without counting anything. */
export function sessionExists(db: Db): (token: string) => Promise<boolean> {
  const exists = existsTogether((hashes) => findSessionHashes(db, hashes));
  return async (token) => isSessionToken(token) && exists(sessionTokenHash(token).toString("hex"));
}
