import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { FeedSettings } from "../../engine/plan/feed-definition.ts";

/** Members of a query string's tail that people set; a link with more of them is a mistake. */
const UTM_PARAMETERS_MAX = 20;

const { shape } = FeedSettings;
const guardShape = shape.publish_guard.unwrap().shape;

const guard = {
  max_drop_percent: guardShape.max_drop_percent
    .unwrap()
    .meta({ description: "A run is held when more than this share of the served products would be gone, in percent." }),
  max_id_change_percent: guardShape.max_id_change_percent
    .unwrap()
    .meta({ description: "A run is held when more than this share of the file's ids would be new, or be replaced by others, in percent." }),
  max_price_factor: guardShape.max_price_factor
    .unwrap()
    .meta({ description: "A run is held when the median price would go up or down by more than this factor." }),
  enabled: guardShape.enabled.unwrap().meta({ description: "Without the guard every completed run is published." }),
};

const members = {
  seo: shape.seo.unwrap().meta({ description: "Title and description from the platform's SEO fields where it has them." }),
  variants: shape.variants.unwrap().meta({ description: "Every variant is a row; without it the first variant of each product." }),
  variant_titles: shape.variant_titles.unwrap().meta({
    description:
      "Option values in titles, as in `Shirt - Small / Blue`. `when_needed`: where a product has several variants, those that no attribute of the row says (color, size, material, gender, age group); `always`: all of them; `never`: none. A title that is mapped or overridden stays as it is.",
  }),
  use_shopify_quantity: shape.use_shopify_quantity
    .unwrap()
    .meta({ description: "Stock decides the availability; without it everything is in stock unless the platform says not for sale." }),
  import_unpublish_product: shape.import_unpublish_product.unwrap().meta({ description: "Products that are not published are taken too." }),
  gift_cards: shape.gift_cards.unwrap().meta({ description: "Gift cards are taken too." }),
  gtin_source: shape.gtin_source.unwrap().meta({
    description:
      "`valid_barcodes`: only a barcode that is a valid GTIN becomes one, rid of separators, quotes and a trailing `.0`; `barcodes`: every barcode, untouched. A gtin that is mapped, overridden or written by a rule is written as it is.",
  }),
  id_format: shape.id_format.unwrap().meta({
    description:
      "`global`: `shopify_<country>_<product id>_<variant id>`; `sku`: the SKU, or the variant id where it is blank; `variant`: the variant id. A change holds the next publish.",
  }),
  utm: shape.utm
    .unwrap()
    .refine((utm) => utm === null || Object.keys(utm).length <= UTM_PARAMETERS_MAX, `can have at most ${UTM_PARAMETERS_MAX} parameters`)
    .meta({ description: "Parameters every link carries, as in `utm_source`; null for none." }),
  market_currency: shape.market_currency.unwrap().meta({
    description:
      "Of a market feed: the currency of the market's prices in the export, as in SEK. Null: the one named with the export, else that of the country the market is named after.",
  }),
};

export const FeedSettingsShape = z
  .strictObject({
    object: z.literal("feed_settings"),
    ...members,
    publish_guard: z.strictObject(guard).meta({ id: "PublishGuard", description: "When a completed run is held instead of published." }),
  })
  .meta({ id: "FeedSettings" });

/** Any of the settings; what is not named stays as it is, also within the guard. */
export const FeedSettingsChange = z
  .strictObject({ ...members, publish_guard: z.strictObject(guard).partial() })
  .partial()
  .meta({ id: "FeedSettingsChange" });
export type FeedSettingsChange = z.output<typeof FeedSettingsChange>;

/** What is stored where these are all of a feed's settings: what differs from the defaults, which the rest goes on following. */
export function settingsToStore(settings: FeedSettingsChange): Readonly<Record<string, unknown>> {
  const defaults: Readonly<Record<string, unknown>> = FeedSettings.parse({});
  return Object.fromEntries(
    Object.entries(FeedSettings.parse(settings)).filter(([name, value]) => !isDeepStrictEqual(value, defaults[name])),
  );
}

/** Whether two that are stored come to the same. */
export function sameSettings(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  return isDeepStrictEqual(settingsAnswer(a), settingsAnswer(b));
}

/** What is stored of a feed's settings, with the defaults of what is not. */
export function settingsAnswer(stored: Readonly<Record<string, unknown>>): z.input<typeof FeedSettingsShape> {
  return { object: "feed_settings", ...FeedSettings.parse(stored) };
}
