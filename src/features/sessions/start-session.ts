import type { Db } from "../../platform/postgres/postgres-port.ts";
import { holdCaller } from "../keys/index.ts";
import { auditSessions, type SessionChange } from "./session-audit.ts";
import { deleteEndedSession, deleteOlderSessions, holdLiveSession, insertSession, lockSessionStarts } from "./session-queries.ts";
import { newSessionToken, sessionTokenHash } from "./session-token.ts";

/** Of one key: a team's browsers and forgotten ones. Who starts one more ends the oldest. */
const SESSIONS_MAX = 50;

/**
 * A session of the holder's key, and its token, which nobody can read again. `db` is a transaction. Throws `unauthorized` when the key was
 * revoked after the caller was admitted.
 */
export async function startSession(db: Db, change: SessionChange): Promise<string> {
  const { holder } = change;
  await holdCaller(db, holder, null);
  await lockSessionStarts(db, holder.keyId);
  const token = newSessionToken();
  await insertStarted(db, change, token);
  return token;
}

/** The same with a token that follows from what the holder shows each time: one session, however many requests show it. */
export async function continueSession(db: Db, change: SessionChange, token: string): Promise<void> {
  const { holder } = change;
  await holdCaller(db, holder, null);
  await lockSessionStarts(db, holder.keyId);
  const hash = sessionTokenHash(token);
  if (await holdLiveSession(db, hash)) return;
  await deleteEndedSession(db, hash);
  await insertStarted(db, change, token);
}

async function insertStarted(db: Db, change: SessionChange, token: string): Promise<void> {
  const { holder } = change;
  const { id, expires_at: expiresAt } = await insertSession(db, holder.keyId, sessionTokenHash(token));
  const ended = await deleteOlderSessions(db, holder.keyId, SESSIONS_MAX);
  await auditSessions(db, change, { action: "session.started", data: { session: id, expires_at: expiresAt.toISOString() } });
  if (ended.length > 0) await auditSessions(db, change, { action: "session.ended", data: { sessions: ended } });
}
