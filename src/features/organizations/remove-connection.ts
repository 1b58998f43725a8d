import { z } from "zod";
import { ShopIdText, storedId } from "../../kernel/ids.ts";
import { organizationWrite } from "../operation.ts";
import { endDelegation } from "./end-delegation.ts";
import { deleteConnection, lockConnection } from "./organization-queries.ts";

export const removeConnection = organizationWrite({
  name: "org.remove_connection",
  title: "Remove a connection",
  summary: "Ends the connection to a shop, or withdraws an invitation.",
  description:
    "From the next request on, the organization's keys can't act for the shop. Keys the organization created in the shop are revoked, and webhooks it created there are disabled. `shop_id` is the `id` in `GET /org/shops`, in any status.",
  scope: "write_org",
  http: { method: "DELETE", path: "/org/connections/{shop_id}", status: 204 },
  path: z.strictObject({ shop_id: ShopIdText }),
  output: z.undefined(),
  errors: ["resource_not_found"],
  audit: "connection.removed",
  mcp: { hidden: "a person decides whether to give up a client" },
  target: async (call, path) => (await lockConnection(call.organization, path.shop_id)) ?? call.fail("resource_not_found"),
  // The entry stands in the shop's log: what the organization calls its client is its own.
  before: ({ organization_name, domain, status }) => ({ organization_name, domain, status }),
  async run(call, { target }) {
    const { organization, openShop, concern } = call;
    await deleteConnection(organization, target.id);
    if (target.status !== "active" || target.shop_id === null) return undefined;
    const shopId = storedId("shop", target.shop_id);
    await endDelegation({ ...call, shop: openShop(shopId) }, organization.organizationId);
    concern(shopId);
    return undefined;
  },
});
