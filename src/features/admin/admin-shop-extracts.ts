import { dataOf, pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import {
  extractAnswer,
  extractRefusal,
  ExtractShape,
  lockShop,
  selectExtracts,
  startExtract,
  WAITING_EXTRACT_EXAMPLE,
} from "../extracts/index.ts";
import { adminCommand, adminRead } from "../operation.ts";
import { namedShop, ShopPath } from "./named-shop.ts";
import { OPERATORS_ONLY } from "./operators-only.ts";

export const listShopExtracts = adminRead({
  name: "admin.list_shop_extracts",
  title: "List a shop's extracts",
  summary: "Lists a shop's extracts, newest first.",
  description: "Includes full extracts and regenerations of single feeds, as the merchant sees them.",
  scope: "read_admin",
  http: { method: "GET", path: "/admin/shops/{id}/extracts", status: 200 },
  path: ShopPath,
  query: PageQuery,
  output: pageOf(ExtractShape),
  errors: ["resource_not_found"],
  mcp: OPERATORS_ONLY,
  target: namedShop,
  async run(_, { query, target }) {
    const page = { type: null, limit: query.per_page, offset: pageOffset(query) };
    const { rows, total } = await selectExtracts(target.shop, page);
    return { data: rows.map(extractAnswer), meta: pageMeta(query, total) };
  },
});

export const createShopExtract = adminCommand({
  name: "admin.create_shop_extract",
  title: "Create an extract for a shop",
  summary: "Pulls a shop's catalog again, then runs its feeds.",
  description: "Works as if the merchant had asked for it. An uninstalled shop isn't extracted.",
  scope: "write_admin",
  http: { method: "POST", path: "/admin/shops/{id}/extracts", status: 202 },
  path: ShopPath,
  output: dataOf(ExtractShape),
  example: { answer: { data: WAITING_EXTRACT_EXAMPLE } },
  errors: ["resource_not_found", "shop_inactive", "export_in_progress"],
  audit: "extract.requested",
  mcp: OPERATORS_ONLY,
  target: namedShop,
  async run(call, { target: { shop } }) {
    const { uninstalled_at: uninstalledAt } = await lockShop(shop);
    if (uninstalledAt !== null) return call.fail("shop_inactive");
    const refusal = await extractRefusal(shop);
    if (refusal !== undefined) return call.fail("export_in_progress", refusal);
    return { data: extractAnswer(await startExtract(shop, call.queue)) };
  },
});
