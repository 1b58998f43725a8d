import type { IconName } from "../ui/icon.tsx";

/** The pages that the rail and a feed's tabs list. Keys follow `g`. A page that is added to the router is named here to be found. */

interface ShopPage {
  readonly to: `/shops/$shopId${string}`;
  readonly label: string;
  readonly icon: IconName;
  readonly keys?: string;
}

export const SHOP_PAGES = [
  { to: "/shops/$shopId", label: "Overview", icon: "store", keys: "g o" },
  { to: "/shops/$shopId/extracts", label: "Extracts", icon: "download", keys: "g e" },
  { to: "/shops/$shopId/lookups", label: "Lookup tables", icon: "table-2", keys: "g l" },
  { to: "/shops/$shopId/webhooks", label: "Webhooks", icon: "webhook", keys: "g w" },
  { to: "/shops/$shopId/keys", label: "Keys", icon: "key", keys: "g k" },
  { to: "/shops/$shopId/audit", label: "Audit log", icon: "clock", keys: "g a" },
  { to: "/shops/$shopId/plan", label: "Plan", icon: "package" },
  { to: "/shops/$shopId/settings", label: "Settings", icon: "settings" },
] as const satisfies readonly ShopPage[];

interface FeedPage {
  readonly to: `/shops/$shopId/feeds/$feedId${string}`;
  readonly label: string;
  readonly keys?: string;
}

/** The first one is the feed's own. */
export const FEED_PAGES = [
  { to: "/shops/$shopId/feeds/$feedId", label: "Summary", keys: "g f" },
  { to: "/shops/$shopId/feeds/$feedId/source", label: "Source data", keys: "g s" },
  { to: "/shops/$shopId/feeds/$feedId/products", label: "Products", keys: "g p" },
  { to: "/shops/$shopId/feeds/$feedId/rules", label: "Rules", keys: "g r" },
  { to: "/shops/$shopId/feeds/$feedId/runs", label: "Runs", keys: "g u" },
  { to: "/shops/$shopId/feeds/$feedId/tests", label: "Tests", keys: "g t" },
  { to: "/shops/$shopId/feeds/$feedId/selection", label: "Selection" },
  { to: "/shops/$shopId/feeds/$feedId/settings", label: "Settings" },
  { to: "/shops/$shopId/feeds/$feedId/versions", label: "Versions", keys: "g v" },
] as const satisfies readonly FeedPage[];
