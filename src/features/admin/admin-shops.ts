import { z } from "zod";
import { dataOf, pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { adminRead, adminWrite } from "../operation.ts";
import { eraseShop, listShopViews, uninstallShop } from "../shops/index.ts";
import { adminShopAnswer, AdminShopShape } from "./admin-shop-shape.ts";
import { namedShop, ShopPath } from "./named-shop.ts";
import { OPERATORS_ONLY } from "./operators-only.ts";

/** No domain is longer. */
const SEARCH_CHARACTERS_MAX = 253;

export const listAdminShops = adminRead({
  name: "admin.list_shops",
  title: "List installed shops",
  summary: "Lists the installation's shops, in the order they were installed.",
  description: "Includes uninstalled shops until they are removed. `search` looks in domains.",
  scope: "read_admin",
  http: { method: "GET", path: "/admin/shops", status: 200 },
  query: PageQuery.extend({
    search: z
      .string()
      .max(SEARCH_CHARACTERS_MAX)
      .default("")
      .meta({ description: "Only shops whose domain contains this string, in any case.", examples: ["harbour"] }),
  }),
  output: pageOf(AdminShopShape),
  errors: [],
  mcp: OPERATORS_ONLY,
  async run(call, { query }) {
    const { rows, total } = await listShopViews(call.db, { search: query.search, limit: query.per_page, offset: pageOffset(query) });
    return { data: rows.map((row) => adminShopAnswer(row, call)), meta: pageMeta(query, total) };
  },
});

export const getAdminShop = adminRead({
  name: "admin.get_shop",
  title: "Get an installed shop",
  summary: "Shows a shop.",
  description: "Also shows an uninstalled shop; `uninstalled_at` has the time.",
  scope: "read_admin",
  http: { method: "GET", path: "/admin/shops/{id}", status: 200 },
  path: ShopPath,
  output: dataOf(AdminShopShape),
  errors: ["resource_not_found"],
  mcp: OPERATORS_ONLY,
  target: namedShop,
  run: async (call, { target }) => ({ data: adminShopAnswer(target.view, call) }),
});

export const removeAdminShop = adminWrite({
  name: "admin.remove_shop",
  title: "Remove a shop",
  summary: "Uninstalls a shop, or erases one that is already uninstalled.",
  description:
    "Uninstalling a shop cancels its work and stops its webhooks. Its keys can still read but can't change anything (`shop_inactive`), its feed URLs answer 410, and its domain can be installed again. After 48 hours, or immediately if you send the request again, the shop is erased permanently: its keys, feeds, audit log and files. Its feed URLs then answer 404. Only the entry `shop.removed` remains, in the installation's own audit log.",
  scope: "write_admin",
  http: { method: "DELETE", path: "/admin/shops/{id}", status: 204 },
  path: ShopPath,
  output: z.undefined(),
  errors: ["resource_not_found"],
  audit: "shop.removed",
  mcp: OPERATORS_ONLY,
  target: async (call, { id }) => {
    const target = await namedShop({ ...call, concern: () => undefined }, { id });
    // The entry of its removal outlives the shop, so it cannot be the shop's.
    if (target.view.uninstalled_at === null) call.concern(id);
    return { ...target, before: adminShopAnswer(target.view, call) };
  },
  auditOf: ({ view }) => (view.uninstalled_at === null ? "shop.uninstalled" : undefined),
  before: ({ before }) => before,
  // As the request found the shop: of two that come at one moment neither erases what the other has only just uninstalled.
  async run(call, { target: { shop, view } }) {
    if (view.uninstalled_at === null) await uninstallShop(shop);
    else await eraseShop(call, shop);
    return undefined;
  },
});
