import type { Sql } from "../../kernel/sql.ts";
import type { AsciiHosts } from "./ascii-hosts.ts";
import type { ChannelSettings } from "./channel-settings.ts";
import type { RowValues } from "./row-values.ts";

/** What a channel may know of the feed and its shop. */
export interface FeedFacts {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** BCP 47, as `en` or `pt-BR`. */
  readonly language: string;
  /** ISO 4217, of most prices in the run; null if no row has one. */
  readonly currency: string | null;
  readonly shopName: string;
  /** Origin of the storefront, such as `https://shop.example`. It may be the platform's own domain, which buyers never see. */
  readonly storeUrl: string;
  /** Hosts of the rows' links, the most frequent first. Undefined if nobody looked at the links. */
  readonly linkHosts?: readonly string[];
  /** ISO date and time of the run. */
  readonly now: string;
}

/** Where the channel sells and in which language: what the settings say, or else what the feed says. */
export function marketOf({ settings, feed }: Pick<ChannelInput, "settings" | "feed">): Pick<FeedFacts, "country" | "language"> {
  return { country: settings.target_country ?? feed.country, language: settings.content_language ?? feed.language };
}

/** Everything a pack's cells and checks are made from. */
export interface ChannelInput {
  readonly rows: RowValues;
  readonly settings: ChannelSettings;
  readonly feed: FeedFacts;
  /** `SELECT`-able relation `id, path, folded, depth, ancestors` of Google's taxonomy; null if it isn't loaded. */
  readonly taxonomy: Sql | null;
  /** Hosts in the rows' addresses. Absent if they weren't looked up, or if all are ASCII. */
  readonly asciiHosts?: AsciiHosts;
  /** Relations `key, value` of the lookup tables that the settings name, by their names in lower case; keys are lower case, too. */
  readonly lookups?: Readonly<Record<string, Sql>>;
}
