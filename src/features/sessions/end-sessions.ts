import { RequestError } from "../../kernel/errors.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { holdCaller } from "../keys/index.ts";
import { auditSessions, type SessionChange } from "./session-audit.ts";
import { deleteOlderSessions, deleteSession, deleteSessionOfKey } from "./session-queries.ts";
import { sessionTokenHash } from "./session-token.ts";

/** All wait for changes that were asked for with what they end; `db` is a transaction. */

/** Ends one; nothing happens when it has ended already. */
export async function endSession(db: Db, token: string, change: SessionChange): Promise<void> {
  const id = await deleteSession(db, sessionTokenHash(token));
  if (id !== undefined) await auditSessions(db, change, { action: "session.ended", data: { sessions: [id] } });
}

/** Ends all of the caller's key. Throws `unauthorized` when the key was revoked after the caller was admitted. */
export async function endEverySession(db: Db, change: SessionChange): Promise<void> {
  await holdCaller(db, change.holder, null);
  const ended = await deleteOlderSessions(db, change.holder.keyId, 0);
  if (ended.length > 0) await auditSessions(db, change, { action: "session.ended", data: { sessions: ended } });
}

/** Ends one of the caller's key, by its number. Throws `resource_not_found` when the key has no open session of that number. */
export async function endSessionOfKey(db: Db, id: number, change: SessionChange): Promise<void> {
  await holdCaller(db, change.holder, null);
  const ended = await deleteSessionOfKey(db, change.holder.keyId, id);
  if (ended === undefined) throw new RequestError("resource_not_found");
  await auditSessions(db, change, { action: "session.ended", data: { sessions: [ended] } });
}
