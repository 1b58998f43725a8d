import { z } from "zod";
import { RequestError } from "../../kernel/errors.ts";
import { dataOf } from "../../kernel/page.ts";
import { grantedScopes } from "../../kernel/scopes.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type Actor, write } from "../operation.ts";
import { grantKey, KeyName, KeyRequest } from "./grant-key.ts";
import { ApiKeyShape, keyAnswer } from "./key-shapes.ts";
import { holdConnection, holdKey } from "./keys-queries.ts";

export const createApiKey = write({
  name: "keys.create",
  summary: "Makes an API key of the shop.",
  description:
    "`raw_key` is in this answer and never again; send an `Idempotency-Key` to be able to repeat a request whose answer was lost. Without `scopes` the key gets `read`; it never gets more than the key that asks holds. What an organization's key makes ends with the organization's connection.",
  scope: "write_settings",
  http: { method: "POST", path: "/api_keys", status: 201 },
  body: z.strictObject({ ...KeyRequest.shape, name: KeyName }),
  output: dataOf(ApiKeyShape),
  errors: ["invalid_param"],
  audit: "api_key.created",
  mcp: { hidden: "keys are handed out by people" },
  secrets: ["raw_key"],
  async run({ shop, actor }, { body }) {
    const { createdBy, within } = await creator(shop, actor);
    const { key, rawKey } = await grantKey(shop.db, { kind: "merchant", shopId: shop.shopId, createdBy }, body, within);
    return { data: keyAnswer("merchant", key, rawKey) };
  },
});

/**
 * Whoever asks is held until the new key is stored: a revocation, or the end of a connection, comes before it or finds it.
 * The organization passes on from key to key, so that none of its keys' keys outlives the connection.
 */
async function creator(shop: ShopDb, actor: Actor) {
  if (actor.kind !== "key") return { createdBy: null };
  const key = await holdKey(shop.db, actor.keyId);
  if (key === undefined) throw new RequestError("unauthorized");
  const createdBy = key.organization_id ?? key.created_by_organization_id;
  if (createdBy !== null && !(await holdConnection(shop, createdBy))) throw new RequestError("shop_not_connected");
  return { createdBy, within: grantedScopes(key.grants) };
}
