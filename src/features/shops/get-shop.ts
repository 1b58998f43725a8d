import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findShopView } from "./shop-queries.ts";
import { shopAnswer, ShopShape } from "./shop-shapes.ts";

export const getShop = read({
  name: "shop.get",
  title: "Get the shop",
  summary: "Shows the shop of the key.",
  description:
    "Includes the shop's location and currency, its plan, the URL of its primary feed, and its storage use and quota. An organization's key names the shop with `shop_id`.",
  scope: "read_settings",
  http: { method: "GET", path: "/shop", status: 200 },
  output: dataOf(ShopShape),
  errors: ["resource_not_found"],
  mcp: { tool: "get_shop", use: "Use it to get the shop's currency, languages, plan and feed URL." },
  async run(call) {
    const shop = (await findShopView(call.shop)) ?? call.fail("resource_not_found");
    return { data: shopAnswer(shop, call) };
  },
});
