import { z } from "zod";
import { dataOf } from "../../kernel/page.ts";
import { grantedScopes } from "../../kernel/scopes.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type Actor, write } from "../operation.ts";
import { KeyName, KeyRequest } from "./grant-key.ts";
import { ApiKeyShape, keyAnswer } from "./key-shapes.ts";
import { findGrantor } from "./keys-queries.ts";
import { organizationBehind } from "./organization-behind.ts";
import { grantShopKey } from "./shop-keys.ts";

export const createApiKey = write({
  name: "keys.create",
  title: "Create an API key",
  summary: "Makes an API key of the shop.",
  description:
    "`raw_key` is in this answer and never again; send an `Idempotency-Key` to be able to repeat a request whose answer was lost. Without `scopes` the key gets `read`; it never gets more than the key that asks holds. What an organization's key makes ends with the organization's connection.",
  scope: "write_settings",
  http: { method: "POST", path: "/api_keys", status: 201 },
  body: z.strictObject({ ...KeyRequest.shape, name: KeyName }),
  output: dataOf(ApiKeyShape),
  example: { answer: { data: { raw_key: "svc_live_sk_0123456789abcdef0123456789abcdef01234567" } } },
  errors: ["invalid_param", "key_limit_reached"],
  audit: "api_key.created",
  mcp: { hidden: "keys are handed out by people" },
  secrets: ["raw_key"],
  async run(call, { body }) {
    const { key, rawKey } = await grantShopKey(call, { request: body, ...(await creator(call.shop, call.actor)) });
    return { data: keyAnswer("merchant", key, rawKey) };
  },
});

/** The organization passes on from key to key, so that none of its keys' keys outlives the connection. */
async function creator({ db }: ShopDb, actor: Actor) {
  if (actor.kind !== "key") return { createdBy: null };
  const { grants } = await findGrantor(db, actor.keyId);
  return { createdBy: organizationBehind(actor), within: grantedScopes(grants) };
}
