import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findShopView } from "./shop-queries.ts";
import { shopAnswer, ShopShape } from "./shop-shapes.ts";

export const getShop = read({
  name: "shop.get",
  title: "Get the shop",
  summary: "Shows the shop of the key.",
  description:
    "Its place and money, its plan, where its primary feed is published, and how much it keeps of what it may. A key of an organization says with `shop_id` which shop.",
  scope: "read_settings",
  http: { method: "GET", path: "/shop", status: 200 },
  output: dataOf(ShopShape),
  errors: ["resource_not_found"],
  mcp: { tool: "get_shop", use: "To get the shop's currency, languages, plan and feed URL." },
  async run(call) {
    const shop = (await findShopView(call.shop)) ?? call.fail("resource_not_found");
    return { data: shopAnswer(shop, call) };
  },
});
