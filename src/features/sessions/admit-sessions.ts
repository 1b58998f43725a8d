import type { Db } from "../../platform/postgres/postgres-port.ts";
import { type AdmitCaller, admitTogether, NO_KEY_LIMITS } from "../keys/index.ts";
import { countSessionCallers } from "./session-queries.ts";
import { isSessionToken, sessionTokenHash } from "./session-token.ts";

/**
 * Finds and counts the caller that a session's token stands for: the key it was started with, as if that had been presented. What ends
 * with the key or with an organization's connection has ended for the session too, because the same statement looks.
 */
export function admitSessions(db: Db, limits = NO_KEY_LIMITS): AdmitCaller {
  return admitTogether(isSessionToken, (token, shopId, coming) =>
    countSessionCallers(db, sessionTokenHash(token), { shopId, coming, limits }),
  );
}
