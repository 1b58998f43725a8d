export { admitSessions } from "./admit-sessions.ts";
export { endEverySession, endSession } from "./end-sessions.ts";
export { holdSession } from "./hold-session.ts";
export { removeExpiredSessions } from "./remove-expired-sessions.ts";
export { isSessionToken, SESSION_SECONDS, sessionTokenHash } from "./session-token.ts";
export { startSession } from "./start-session.ts";
export { sessionExists } from "./session-exists.ts";
