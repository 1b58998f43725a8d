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
  summary: "Makes an API key of the shop.",
  description:
    "`raw_key` is in this answer and never again; send an `Idempotency-Key` to be able to repeat a request whose answer was lost. Without `scopes` the key gets `read`; it never gets more than the key that asks holds. What an organization's key makes ends with the organization's connection, and counts among its own 100 keys in the shop.",
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
    const { key, rawKey } = await grantShopKey(call, { request: body, ...(await askingKey(call.shop.db, call.actor)) });
    return { data: keyAnswer("merchant", key, rawKey) };
  },
});
