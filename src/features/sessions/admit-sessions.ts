import type { Db } from "../../platform/postgres/postgres-port.ts";
import { type AdmitCaller, admitTogether } from "../keys/index.ts";
import { countSessionRequests } from "./session-queries.ts";
import { isSessionToken, sessionTokenHash } from "./session-token.ts";

/**
 * Finds the caller that a session's token stands for: the key it was started with, as if that had been presented. What ends with the key
 * or with an organization's connection has ended for the session too, because the same statement looks. The window is the session's own,
 * `limit` a minute, and 0 for no limit.
 */
export function admitSessions(db: Db, limit = 0): AdmitCaller {
  return admitTogether(isSessionToken, (token, shopId, coming) =>
    countSessionRequests(db, sessionTokenHash(token), { shopId, coming, limit }),
  );
}
