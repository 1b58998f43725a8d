import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { organizationRead } from "../operation.ts";
import { listClientShops as selectClientShops } from "./organization-queries.ts";
import { clientShopAnswer, ClientShopShape } from "./organization-shapes.ts";

export const listClientShops = organizationRead({
  name: "org.list_shops",
  title: "List client shops",
  summary: "Lists the shops the organization has invited or is connected to.",
  description: "Shops are listed in the order they were invited. A shop's name and data are null until its merchant has approved.",
  scope: "read_org",
  http: { method: "GET", path: "/org/shops", status: 200 },
  query: PageQuery,
  output: pageOf(ClientShopShape),
  errors: [],
  mcp: { tool: "list_client_shops", use: "Use it to learn which `shop_id` the URL can name." },
  async run({ organization }, { query }) {
    const { rows, total } = await selectClientShops(organization, { limit: query.per_page, offset: pageOffset(query) });
    return { data: rows.map(clientShopAnswer), meta: pageMeta(query, total) };
  },
});
