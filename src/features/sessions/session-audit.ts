import type { ShopId } from "../../kernel/ids.ts";
import type { KeyKind } from "../../kernel/scopes.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { recordAudit } from "../audit/index.ts";
import { actorOf, type Caller } from "../keys/index.ts";

/** The key that a session stands for. */
export interface SessionHolder {
  readonly keyId: number;
  readonly kind: KeyKind;
  readonly name: string;
  readonly organizationId: number | null;
  /** Of a merchant key. */
  readonly shopId: ShopId | null;
}

/** Who does something with sessions, and in which request. */
export interface SessionChange {
  readonly holder: SessionHolder;
  readonly requestId: string;
}

export function holderOf({ keyId, kind, name, organizationId, shop }: Caller): SessionHolder {
  return { keyId, kind, name, organizationId, shopId: kind === "merchant" ? (shop?.id ?? null) : null };
}

/** Of the shop whose key it is; of no shop for the keys of organizations and of the installation. Sessions have numbers there, never tokens. */
export async function auditSessions(
  db: Db,
  { holder, requestId }: SessionChange,
  entry: { readonly action: "session.started" | "session.ended"; readonly data: Readonly<Record<string, unknown>> },
): Promise<void> {
  const facts = { answer: { data: entry.data } };
  await recordAudit(db, { shopId: holder.shopId, action: entry.action, actor: actorOf(holder), facts, secrets: [], requestId });
}
