import type { Actor } from "../operation.ts";

/** The organization whose key asks, or whose key made the one that asks; null: the merchant, or whoever runs the installation. */
export function organizationBehind(actor: Actor): number | null {
  return actor.kind === "key" ? actor.organizationId : null;
}
