import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { Actor } from "../operation.ts";
import { findGrantor } from "./keys-queries.ts";

/** The organization whose key asks, or whose key made the one that asks; null: the merchant, or whoever runs the installation. */
export async function organizationBehind(db: Db, actor: Actor): Promise<number | null> {
  if (actor.kind !== "key") return null;
  const key = await findGrantor(db, actor.keyId);
  return key.organization_id ?? key.created_by_organization_id;
}
