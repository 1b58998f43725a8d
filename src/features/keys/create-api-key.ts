import { z } from "zod";
import { dataOf } from "../../kernel/page.ts";
import { write } from "../operation.ts";
import { askingKey } from "./asking-key.ts";
import { KeyName, KeyRequest } from "./grant-key.ts";
import { ApiKeyShape, keyAnswer } from "./key-shapes.ts";
import { grantShopKey } from "./shop-keys.ts";

export const createApiKey = write({
  name: "keys.create",
  title: "Create an API key",
  summary: "Creates an API key for the shop.",
  description:
    "`raw_key` is returned only in this response. Send an `Idempotency-Key`, so that you can repeat the request if the response gets lost. Without `scopes`, the key gets `read`. A key can't get more scopes than the key that creates it. Keys created by an organization's key are revoked when the organization's connection ends, and count towards the organization's limit of 100 keys in the shop.",
  scope: "write_settings",
  http: { method: "POST", path: "/api_keys", status: 201 },
  body: z.strictObject({ ...KeyRequest.shape, name: KeyName }),
  output: dataOf(ApiKeyShape),
  example: { answer: { data: { raw_key: "svc_live_sk_0123456789abcdef0123456789abcdef01234567" } } },
  errors: ["invalid_param", "key_limit_reached"],
  audit: "api_key.created",
  mcp: { hidden: "only people create and revoke keys" },
  secrets: ["raw_key"],
  async run(call, { body }) {
    const { key, rawKey } = await grantShopKey(call, { request: body, ...(await askingKey(call.shop.db, call.actor)) });
    return { data: keyAnswer("merchant", key, rawKey) };
  },
});
