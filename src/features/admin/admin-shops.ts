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
  summary: "Lists the shops of the installation, in the order they were installed.",
  description: "Uninstalled shops too, until they are removed. `search` looks in domains.",
  scope: "read_admin",
  http: { method: "GET", path: "/admin/shops", status: 200 },
  query: PageQuery.extend({
    search: z
      .string()
      .max(SEARCH_CHARACTERS_MAX)
      .default("")
      .meta({ description: "Only shops whose domain holds this text, whatever its case.", examples: ["harbour"] }),
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
  summary: "Shows one shop.",
  description: "Also one that is uninstalled: `uninstalled_at` says since when.",
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
  summary: "Uninstalls a shop; asked once more, erases all there is of it.",
  description:
    "Uninstalled, its work is cancelled, its keys still read but change nothing (`shop_inactive`), its feed URLs answer 410, its webhooks get nothing more, and its domain can be installed again. 48 hours later, or at once when it is asked for again, the shop is erased for good: keys, feeds, audit log and files. Its feed URLs then answer 404, and what is left is the entry `shop.removed` in the installation's own audit log.",
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
