import { RequestError } from "../../kernel/errors.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { holdLiveSession } from "./session-queries.ts";
import { sessionTokenHash } from "./session-token.ts";

/**
 * As `holdCaller` for the key behind it, and after it: a change that was asked for with a session keeps that from being ended until it is
 * done. So once the end of a session is answered, nothing that was sent with its cookie has an effect any more.
 */
export async function holdSession(db: Db, token: string): Promise<void> {
  if (!(await holdLiveSession(db, sessionTokenHash(token)))) throw new RequestError("unauthorized");
}
