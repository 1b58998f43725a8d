import type { IconName } from "../ui/icon.tsx";

/** The pages that the rail and a feed's tabs list. Keys follow `g`. A page that is added to the router is named here to be found. */

interface ShopPage {
  readonly to: "/shops/$shopId";
  readonly label: string;
  readonly icon: IconName;
  readonly keys?: string;
}

export const SHOP_PAGES = [{ to: "/shops/$shopId", label: "Overview", icon: "store", keys: "g o" }] as const satisfies readonly ShopPage[];

interface FeedPage {
  readonly to: `/shops/$shopId/feeds/$feedId${string}`;
  readonly label: string;
  readonly keys?: string;
}

/** The first one is the feed's own. */
export const FEED_PAGES = [{ to: "/shops/$shopId/feeds/$feedId", label: "Summary" }] as const satisfies readonly FeedPage[];
