import { formatId, storedId } from "../../kernel/ids.ts";
import { currencyOfFeed } from "./market-currency.ts";
import type { FeedView, ListedFeed } from "./feed-queries.ts";
import { leftOutReason, missingPart, notExtractedReason, readPartFacts } from "./missing-part.ts";
import { type FeedDetailShape, type FeedShape, StoredTranslation } from "./feed-shapes.ts";
import { languageCode } from "../../kernel/language-code.ts";

/** The list shape of a feed. `filesUrl` has no slash at its end. */
export function feedAnswer(feed: ListedFeed, filesUrl: string): FeedShape {
  return {
    id: formatId("feed", storedId("feed", feed.id)),
    object: "feed",
    feed_type: feed.feed_type,
    locale: feed.locale,
    display_name: feed.display_name,
    feed_url: feed.live_run_id === null ? null : feedUrl(filesUrl, feed.feed_token, feed.file_name),
    product_count: feed.live_count ?? 0,
    last_run_at: feed.live_at?.toISOString() ?? null,
    created_at: feed.created_at.toISOString(),
  };
}

export function feedDetailAnswer(feed: FeedView, filesUrl: string): FeedDetailShape {
  return {
    ...feedAnswer(feed, filesUrl),
    status: statusOf(feed),
    target_market: feed.target_market,
    target_country: feed.target_country,
    currency: currencyOfFeed(feed),
    content_language: feed.locale ?? languageCode(feed.primary_locale) ?? feed.primary_locale,
    translation: feed.feed_type === "language" ? StoredTranslation.parse(feed.translation) : null,
    not_extracted: notExtracted(feed),
    product_selection_mode: feed.product_selection_mode,
    scope_count: feed.scope_count,
    last_run_id: feed.live_run_id === null ? null : formatId("run", storedId("run", feed.live_run_id)),
    slug: feed.slug,
    channels: feed.channels,
    active: feed.active,
    version: feed.definition_version,
  };
}

function notExtracted({ snapshot, markets, extracting, ...feed }: FeedView): string | null {
  const facts = readPartFacts(snapshot);
  const missing = missingPart(feed, facts, { country: feed.country, markets: markets ?? [] });
  if (missing === undefined) return null;
  const next = extracting ? "An extract is in progress." : "Run a full extract.";
  return `${notExtractedReason(missing)}. ${leftOutReason(missing, facts) ?? next}`;
}

export function feedUrl(filesUrl: string, token: string, fileName: string): string {
  return `${filesUrl}/feeds/${token}/${fileName}`;
}

/** An extract under way comes first: what is served now is about to be replaced. */
function statusOf(feed: FeedView): FeedDetailShape["status"] {
  if (feed.extracting) return "generating";
  return feed.live_extract_id === null ? "never_generated" : "fresh";
}
