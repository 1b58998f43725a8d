import { defineEditedSection } from "../definitions/index.ts";
import { changeFeed } from "./additional-feed-queries.ts";
import type { Target } from "./target.ts";

/** Where a language or market feed sells. Versions don't keep it. */
export const targetSection = defineEditedSection<Target>({
  name: "target",
  kept: "summary",
  startsRun: false,
  bounds: [],
  same: ({ before, after }) => before.market === after.market && before.country === after.country,
  async store({ shop }, { feedId, after: { market, country } }) {
    await changeFeed(shop, feedId, { target_market: market, target_country: country });
  },
  events: async () => undefined,
});
