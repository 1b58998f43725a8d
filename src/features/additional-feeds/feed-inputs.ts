import { z } from "zod";

/**
 * What may be sent. The types here are for the reference: members are read one by one behind these schemas, so that the spec's own
 * codes come before `validation_failed`.
 */
const text = (description: string, more: object = {}) =>
  z
    .unknown()
    .optional()
    .meta({ type: "string", description, ...more });
const textOrNull = (description: string) =>
  z
    .unknown()
    .optional()
    .meta({ type: ["string", "null"], description });

export const FeedCreateInput = z
  .looseObject({
    feed_type: text("A shop has one primary feed from its beginning.", { enum: ["market", "language"] }),
    display_name: text("What people call it. The file of a market feed is named after it, for good.", { examples: ["Canada"] }),
    target_market: textOrNull(
      "Of a market feed: a country (ISO 3166, two letters) or one of the shop's markets by its handle, or as an export names it, in any case. The shop's country when it is left out.",
    ),
    target_country: textOrNull(
      "A country (ISO 3166, two letters): part of global ids, and of a market with several countries the one whose prices the feed has. When it is left out, that of the market: the shop's own where the market has it, else its first.",
    ),
    locale: textOrNull(
      "Language code of a language feed (BCP 47), as in fr or pt-BR. It must be one that the shop publishes besides its primary one.",
    ),
    product_selection_mode: text("Which products the feed takes; `manual` takes none until they are selected.", {
      enum: ["all", "collection", "manual"],
      default: "all",
    }),
    selected_collection_title: textOrNull(
      "Of the collection in `collection` mode, in any case. Of a shop that comes from an export it has to be one with products.",
    ),
    selected_collection_id: textOrNull(
      "The platform's id of the collection, as in gid://shopify/Collection/290400000104: it wins over the title, and the feed follows the collection when it is renamed. Not of a shop that comes from an export.",
    ),
    inherit_rules: z.unknown().optional().meta({
      type: "boolean",
      description: "Whether the feed starts with copies of the primary feed's rules, active and inactive, in their order.",
      default: false,
    }),
  })
  .meta({ id: "FeedCreateInput", required: ["feed_type", "display_name"], additionalProperties: false });

export const FeedUpdateInput = z
  .looseObject({
    display_name: text("What people call it. Its slug and its URL stay as they are."),
    target_market: text("Of a market feed, as when it was created. Its country follows where that was the market's own."),
    target_country: text("A country (ISO 3166, two letters)."),
  })
  .meta({ id: "FeedUpdateInput", additionalProperties: false, minProperties: 1 });

/** Where the reference shows a feed that can be made and changed: what it has that a primary one has not. */
export const MARKET_FEED_EXAMPLE = {
  feed_type: "market",
  display_name: "Canada",
  feed_url: "http://127.0.0.1:8080/feeds/5f0c1de2a9b84736c1d0e9f8a7b6c5d4e3f2a1b0/gmcfeed-canada.txt",
  target_market: "CA",
  target_country: "CA",
  currency: "CAD",
  content_language: "en",
  translation: null,
  not_extracted: null,
  slug: "canada",
  version: 1,
} as const;

/** Everything else is refused. */
export const CREATE_MEMBERS: readonly string[] = Object.keys(FeedCreateInput.shape);
export const UPDATE_MEMBERS: readonly string[] = Object.keys(FeedUpdateInput.shape);
