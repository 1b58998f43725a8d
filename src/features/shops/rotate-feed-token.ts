import { z } from "zod";
import { dataOf } from "../../kernel/page.ts";
import { markRegistrationsDue } from "../channel-files/index.ts";
import { write } from "../operation.ts";
import { newFeedToken } from "./feed-token.ts";
import { findShopView, replaceFeedToken } from "./shop-queries.ts";
import { shopAnswer, ShopShape } from "./shop-shapes.ts";

/** Platforms that read the files have this long to switch to the new URLs. */
const PREVIOUS_DAYS = 7;

export const rotateFeedToken = write({
  name: "shop.rotate_feed_token",
  title: "Rotate the feed token",
  summary: "Replaces the token in the shop's feed URLs.",
  description: `The old URLs keep working for ${PREVIOUS_DAYS} days, no matter how often the token changes in that time. Platforms where feeds are registered are given the new ones at once.`,
  scope: "write_settings",
  http: { method: "POST", path: "/shop/feed_token/rotate", status: 200 },
  body: z.strictObject({}),
  output: dataOf(ShopShape),
  errors: ["resource_not_found"],
  audit: "shop.feed_token_rotated",
  mcp: { hidden: "it changes URLs that other people use" },
  async run(call) {
    await replaceFeedToken(call.shop, newFeedToken(), PREVIOUS_DAYS);
    await markRegistrationsDue(call.shop, {});
    const shop = (await findShopView(call.shop)) ?? call.fail("resource_not_found");
    return { data: shopAnswer(shop, call) };
  },
});
