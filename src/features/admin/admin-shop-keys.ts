import { z } from "zod";
import { NumberId, ShopIdText } from "../../kernel/ids.ts";
import { dataOf, listOf } from "../../kernel/page.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { ApiKeyShape, findKey, grantShopKey, keyAnswer, KeyRequest, listKeys, revokeShopKey as revokeKeyOfShop } from "../keys/index.ts";
import { adminRead, adminWrite } from "../operation.ts";
import { namedShop, ShopPath } from "./named-shop.ts";
import { OPERATORS_ONLY } from "./operators-only.ts";

const ownerOf = ({ shopId }: ShopDb) => ({ kind: "merchant", shopId }) as const;

export const listShopKeys = adminRead({
  name: "admin.list_shop_keys",
  title: "List a shop's keys",
  summary: "Lists a shop's keys, including revoked ones.",
  description: "Keys are listed in the order they were created, including those that connected organizations created in the shop.",
  scope: "read_admin",
  http: { method: "GET", path: "/admin/shops/{id}/keys", status: 200 },
  path: ShopPath,
  output: listOf(ApiKeyShape),
  errors: ["resource_not_found"],
  mcp: OPERATORS_ONLY,
  target: namedShop,
  async run({ db }, { target }) {
    return { data: (await listKeys(db, ownerOf(target.shop))).map((key) => keyAnswer("merchant", key)) };
  },
});

export const createShopKey = adminWrite({
  name: "admin.create_shop_key",
  title: "Create a key for a shop",
  summary: "Creates a key for a shop.",
  description: "`raw_key` is returned only in this response. Without `scopes`, the key gets `read`.",
  scope: "write_admin",
  http: { method: "POST", path: "/admin/shops/{id}/keys", status: 201 },
  path: ShopPath,
  body: KeyRequest,
  output: dataOf(ApiKeyShape),
  example: { answer: { data: { raw_key: "svc_live_sk_0123456789abcdef0123456789abcdef01234567" } } },
  errors: ["resource_not_found", "invalid_param", "key_limit_reached"],
  audit: "api_key.created",
  mcp: OPERATORS_ONLY,
  target: namedShop,
  async run({ clock }, { body, target: { shop } }) {
    const { key, rawKey } = await grantShopKey({ shop, clock }, { request: body });
    return { data: keyAnswer("merchant", key, rawKey) };
  },
});

export const revokeShopKey = adminWrite({
  name: "admin.revoke_shop_key",
  title: "Revoke a shop's key",
  summary: "Revokes a key of a shop permanently.",
  description: "The next request with the key is refused. The key stays in the list with the status `revoked`.",
  scope: "write_admin",
  http: { method: "DELETE", path: "/admin/shops/{id}/keys/{kid}", status: 204 },
  path: z.strictObject({ id: ShopIdText, kid: NumberId }),
  output: z.undefined(),
  errors: ["resource_not_found"],
  audit: "api_key.revoked",
  mcp: OPERATORS_ONLY,
  target: async (call, { id, kid }) => {
    const { shop } = await namedShop(call, { id });
    return { shop, key: (await findKey(call.db, ownerOf(shop), kid)) ?? call.fail("resource_not_found") };
  },
  before: ({ key }) => keyAnswer("merchant", key),
  async run({ clock }, { target: { shop, key } }) {
    await revokeKeyOfShop({ shop, clock }, key);
    return undefined;
  },
});
