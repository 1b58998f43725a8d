import type { FeedId, ShopId } from "../../kernel/ids.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { Actor } from "../operation.ts";
import { insertAudit } from "./audit-queries.ts";
import { redacted } from "./redact.ts";

export interface AuditEntry {
  readonly shopId: ShopId | null;
  /** The feed it's about, where the request named one. */
  readonly feedId?: FeedId | null;
  /** `feed.updated`: noun, past tense. */
  readonly action: string;
  readonly actor: Actor;
  /** What the request named and what it answered; secrets are taken out here. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Names of members that are secret in this operation, besides those that always are. */
  readonly secrets: readonly string[];
  readonly requestId: string;
}

/** Joins the caller's transaction: no change without its row, no row without its change. Answers the row's id. */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<number> {
  return insertAudit(db, {
    shop_id: entry.shopId,
    feed_id: entry.feedId ?? null,
    action: entry.action,
    actor: JSON.stringify(storedActor(entry.actor)),
    facts: JSON.stringify(redacted(entry.facts, entry.secrets)),
    request_id: entry.requestId,
  });
}

/** As rows keep who did something. */
export function storedActor(actor: Actor): Readonly<Record<string, unknown>> {
  if (actor.kind !== "key") return { kind: actor.kind };
  const { keyId, keyKind, name, organizationId, isAgent } = actor;
  return {
    kind: isAgent === true ? "agent" : "key",
    key_id: keyId,
    key_kind: keyKind,
    name,
    ...(organizationId === null ? {} : { organization_id: organizationId }),
  };
}
