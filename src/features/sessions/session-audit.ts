import type { Db } from "../../platform/postgres/postgres-port.ts";
import { recordAudit } from "../audit/index.ts";
import { actorOf, type Caller } from "../keys/index.ts";

/** Who does something with sessions, and in which request. */
export interface SessionChange {
  readonly caller: Caller;
  readonly requestId: string;
}

/** Of the shop whose key it is; of no shop for the keys of organizations and of the installation. Sessions have numbers there, never tokens. */
export async function auditSessions(
  db: Db,
  { caller, requestId }: SessionChange,
  entry: { readonly action: "session.started" | "session.ended"; readonly data: Readonly<Record<string, unknown>> },
): Promise<void> {
  const shopId = caller.kind === "merchant" ? (caller.shop?.id ?? null) : null;
  const facts = { answer: { data: entry.data } };
  await recordAudit(db, { shopId, action: entry.action, actor: actorOf(caller), facts, secrets: [], requestId });
}
