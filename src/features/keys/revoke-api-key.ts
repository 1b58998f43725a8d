import { z } from "zod";
import { NumberId } from "../../kernel/ids.ts";
import { write } from "../operation.ts";
import { askingKey, requireMaker, requireNoLess } from "./asking-key.ts";
import { keyAnswer } from "./key-shapes.ts";
import { findKey } from "./owned-keys.ts";
import { revokeShopKey } from "./shop-keys.ts";

export const revokeApiKey = write({
  name: "keys.revoke",
  title: "Revoke an API key",
  summary: "Revokes an API key of the shop permanently.",
  description:
    "The key is refused from the next request on, and stays in the list. A key can revoke itself, and any key with no more scopes than its own. An organization's key can revoke only keys that the organization created.",
  scope: "write_settings",
  http: { method: "DELETE", path: "/api_keys/{id}", status: 204 },
  path: z.strictObject({ id: NumberId }),
  output: z.undefined(),
  errors: ["resource_not_found", "wrong_key_kind", "insufficient_scope"],
  audit: "api_key.revoked",
  mcp: { hidden: "only people create and revoke keys" },
  target: async (call, { id }) =>
    (await findKey(call.shop.db, { kind: "merchant", shopId: call.shop.shopId }, id)) ?? call.fail("resource_not_found"),
  before: (key) => keyAnswer("merchant", key),
  async run(call, { target }) {
    const asking = await askingKey(call.shop.db, call.actor);
    requireMaker(target, asking);
    requireNoLess(target, asking.within);
    await revokeShopKey(call, target);
    return undefined;
  },
});
