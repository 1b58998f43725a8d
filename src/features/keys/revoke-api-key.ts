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
  summary: "Revokes an API key of the shop, for good.",
  description:
    "It is refused from the next request on, and stays in the list. A key may revoke itself, and any other that holds no more scopes than it does; an organization's key only those that the organization made.",
  scope: "write_settings",
  http: { method: "DELETE", path: "/api_keys/{id}", status: 204 },
  path: z.strictObject({ id: NumberId }),
  output: z.undefined(),
  errors: ["resource_not_found", "wrong_key_kind", "insufficient_scope"],
  audit: "api_key.revoked",
  mcp: { hidden: "keys are handed out by people" },
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
