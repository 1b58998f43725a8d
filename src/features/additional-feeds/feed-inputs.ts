import { z } from "zod";

/**
 * What may be sent. The types here are for the reference: fields are read one by one behind these schemas, so that specific
 * codes such as `label_required` come before `validation_failed`.
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
    feed_type: text("Type of the feed. Every shop already has a primary feed.", { enum: ["market", "language"] }),
    display_name: text("Display name. The file of a market feed is named after it permanently.", { examples: ["Canada"] }),
    target_market: textOrNull(
      "Market of a market feed: a country (ISO 3166, two letters), or a market of the shop by its handle or by its name in an export, in any case. The shop's country if left out.",
    ),
    target_country: textOrNull(
      "Country (ISO 3166, two letters). It's part of global ids, and if a market has several countries, the feed has this country's prices. Defaults to the shop's country if the market has it, otherwise to the market's first country.",
    ),
    locale: textOrNull(
      "Language code of a language feed (BCP 47), such as fr or pt-BR. It must be a language that the shop publishes in addition to its primary one.",
    ),
    product_selection_mode: text("Which products the feed takes. A `manual` feed takes none until you select them.", {
      enum: ["all", "collection", "manual"],
      default: "all",
    }),
    selected_collection_title: textOrNull(
      "Title of the collection in `collection` mode, in any case. If the shop comes from an export, the collection must have products.",
    ),
    selected_collection_id: textOrNull(
      "The platform's id of the collection, such as gid://shopify/Collection/290400000104. It takes precedence over the title, and the feed follows the collection when it's renamed. Not for shops that come from an export.",
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
    display_name: text("Display name. The feed's slug and URL stay the same."),
    target_market: text(
      "Market of a market feed, in the same form as when the feed was created. The feed's country follows if it was the market's own.",
    ),
    target_country: text("Country (ISO 3166, two letters)."),
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
