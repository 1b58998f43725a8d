import type { Db } from "../../platform/postgres/postgres-port.ts";
import { holdCaller } from "../keys/index.ts";
import { auditSessions, type SessionChange } from "./session-audit.ts";
import { deleteOlderSessions, deleteSession } from "./session-queries.ts";
import { sessionTokenHash } from "./session-token.ts";

/** Both wait for changes that were asked for with what they end; `db` is a transaction. */

/** Ends one; nothing happens when it has ended already. */
export async function endSession(db: Db, token: string, change: SessionChange): Promise<void> {
  const id = await deleteSession(db, sessionTokenHash(token));
  if (id !== undefined) await auditSessions(db, change, { action: "session.ended", data: { sessions: [id] } });
}

/** Ends all of the caller's key. Throws `unauthorized` when the key was revoked after the caller was admitted. */
export async function endEverySession(db: Db, change: SessionChange): Promise<void> {
  await holdCaller(db, change.caller, null);
  const ended = await deleteOlderSessions(db, change.caller.keyId, 0);
  if (ended.length > 0) await auditSessions(db, change, { action: "session.ended", data: { sessions: ended } });
}
