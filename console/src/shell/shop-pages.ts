import { messages } from "../messages/messages.ts";
import type { IconName } from "../ui/icon.tsx";

const words = messages.shell.pages;

/** The pages that the rail and a feed's tabs list. Keys follow `g`. A page that is added to the router is named here to be found. */

interface ShopPage {
  readonly to: `/shops/$shopId${string}`;
  readonly label: string;
  readonly icon: IconName;
  readonly keys?: string;
}

export const SHOP_PAGES = [
  { to: "/shops/$shopId", label: words.overview, icon: "store", keys: "g o" },
  { to: "/shops/$shopId/channels", label: words.channels, icon: "rss", keys: "g c" },
  { to: "/shops/$shopId/extracts", label: words.extracts, icon: "download", keys: "g e" },
  { to: "/shops/$shopId/lookups", label: words.lookups, icon: "table-2", keys: "g l" },
  { to: "/shops/$shopId/webhooks", label: words.webhooks, icon: "webhook", keys: "g w" },
  { to: "/shops/$shopId/keys", label: words.keys, icon: "key", keys: "g k" },
  { to: "/shops/$shopId/audit", label: words.audit, icon: "clock", keys: "g a" },
  { to: "/shops/$shopId/plan", label: words.plan, icon: "package" },
  { to: "/shops/$shopId/settings", label: words.settings, icon: "settings" },
] as const satisfies readonly ShopPage[];

/** Not in the rail: it leads through a shop's first feed, and stays a way to add channels. */
export const SET_UP = { to: "/shops/$shopId/start", label: messages.start.title } as const;

interface FeedPage {
  readonly to: `/shops/$shopId/feeds/$feedId${string}`;
  readonly label: string;
  readonly keys?: string;
}

/** The first one is the feed's own. */
export const FEED_PAGES = [
  { to: "/shops/$shopId/feeds/$feedId", label: words.summary, keys: "g f" },
  { to: "/shops/$shopId/feeds/$feedId/source", label: words.source, keys: "g s" },
  { to: "/shops/$shopId/feeds/$feedId/products", label: words.products, keys: "g p" },
  { to: "/shops/$shopId/feeds/$feedId/rules", label: words.rules, keys: "g r" },
  { to: "/shops/$shopId/feeds/$feedId/mappings", label: words.mappings, keys: "g m" },
  { to: "/shops/$shopId/feeds/$feedId/channels", label: words.channels, keys: "g c" },
  { to: "/shops/$shopId/feeds/$feedId/runs", label: words.runs, keys: "g u" },
  { to: "/shops/$shopId/feeds/$feedId/tests", label: words.tests, keys: "g t" },
  { to: "/shops/$shopId/feeds/$feedId/selection", label: words.selection },
  { to: "/shops/$shopId/feeds/$feedId/settings", label: words.settings },
  { to: "/shops/$shopId/feeds/$feedId/versions", label: words.versions, keys: "g v" },
] as const satisfies readonly FeedPage[];
