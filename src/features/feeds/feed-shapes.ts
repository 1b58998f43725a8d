import { z } from "zod";
import { idSchema, idText } from "../../kernel/ids.ts";

/** `feed_12` or `12`. */
const feedId = idText("feed", "Id of the feed");

/** A feed in a path that is about feeds. */
export const FeedPath = z.strictObject({ id: feedId });

/** A feed in a path that is about a part of its definition. */
export const FeedIdPath = z.strictObject({ feed_id: feedId });

const timestamp = z.iso.datetime();

const members = {
  id: idSchema("feed", "Id of the feed."),
  object: z.literal("feed"),
  feed_type: z
    .enum(["primary", "language", "market"])
    .meta({ description: "Type of the feed. A shop has one primary feed, and can add language and market feeds." }),
  locale: z
    .string()
    .nullable()
    .meta({ description: "Language of a language feed.", examples: [null] }),
  display_name: z.string().meta({ description: "Display name.", examples: ["Primary feed"] }),
  feed_url: z
    .string()
    .nullable()
    .meta({
      description: "Public URL of the file. Null until the first live run.",
      examples: ["http://127.0.0.1:8080/feeds/5f0c1de2a9b84736c1d0e9f8a7b6c5d4e3f2a1b0/gmcfeed.txt"],
    }),
  product_count: z.int().meta({ description: "Rows in the file being served.", examples: [3] }),
  last_run_at: timestamp.nullable().meta({ description: "When the live run completed.", examples: ["2026-11-02T09:00:30.000Z"] }),
  created_at: timestamp.meta({ examples: ["2026-11-02T09:00:00.000Z"] }),
};

export const FeedShape = z.strictObject(members).meta({ id: "Feed" });
export type FeedShape = z.input<typeof FeedShape>;

const TranslationShape = z.strictObject({
  translated: z.int().meta({ description: "Rows whose title and description are both translated." }),
  partly: z.int().meta({ description: "Rows with only one of them translated." }),
  untranslated: z.int().meta({ description: "Rows with neither of them translated." }),
});

/** What a run says of its translations; one of an older version says nothing. */
export const StoredTranslation = TranslationShape.nullable().catch(null);

export const FeedDetailShape = z
  .strictObject({
    ...members,
    status: z
      .enum(["fresh", "generating", "never_generated"])
      .meta({ description: "`generating` while an extract of the shop is pending or running." }),
    target_market: z.string().nullable(),
    target_country: z.string(),
    currency: z
      .string()
      .nullable()
      .meta({
        description: "Currency of the feed's prices (ISO 4217). Null for a market feed if the currency of the market's prices isn't known.",
        examples: ["USD"],
      }),
    content_language: z.string().meta({ description: "Language of the feed's text (BCP 47).", examples: ["en"] }),
    translation: TranslationShape.nullable().meta({
      description: "For a language feed with a live run: how many of the run's included rows are in the feed's language. Otherwise null.",
      examples: [null],
    }),
    not_extracted: z
      .string()
      .nullable()
      .meta({
        description: "Why all rows are excluded, if the snapshot lacks the feed's language or market. Otherwise null.",
        examples: [null],
      }),
    product_selection_mode: z.enum(["all", "collection", "manual"]),
    scope_count: z
      .int()
      .nullable()
      .meta({ description: "Rows of the last computed scope, included and excluded. Null until the first one." }),
    last_run_id: idSchema("run", "The live run.").nullable(),
    slug: z.string(),
    channels: z.array(z.string()).meta({ description: "Slugs of the assigned channels." }),
    active: z.boolean(),
    version: z.int().meta({
      description:
        "Version of the feed's definition, which increases with every change. Send it as `expected_version` to change only the version you have read.",
    }),
  })
  .meta({ id: "FeedDetail" });
export type FeedDetailShape = z.input<typeof FeedDetailShape>;
