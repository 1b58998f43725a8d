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
    .meta({ description: "A run is held if more than this percentage of the served products would disappear." }),
  max_id_change_percent: guardShape.max_id_change_percent
    .unwrap()
    .meta({ description: "A run is held if more than this percentage of the file's ids would be new or replaced." }),
  max_price_factor: guardShape.max_price_factor
    .unwrap()
    .meta({ description: "A run is held if the median price would go up or down by more than this factor." }),
  enabled: guardShape.enabled.unwrap().meta({ description: "Whether the guard is on. Without it, every completed run is published." }),
};

const members = {
  seo: shape.seo.unwrap().meta({ description: "Whether title and description come from the platform's SEO fields, if it has them." }),
  variants: shape.variants
    .unwrap()
    .meta({ description: "Whether each variant gets its own row. If not, only the first variant of each product gets one." }),
  variant_titles: shape.variant_titles.unwrap().meta({
    description:
      "Option values in titles, as in `Shirt - Small / Blue`. `when_needed`: if a product has several variants, the values that no attribute of the row shows (color, size, material, gender, age group). `always`: all values. `never`: none. A title that is mapped or overridden is unchanged.",
  }),
  use_shopify_quantity: shape.use_shopify_quantity.unwrap().meta({
    description: "Whether stock decides the availability. Otherwise everything is in stock, unless the platform says it isn't for sale.",
  }),
  import_unpublish_product: shape.import_unpublish_product
    .unwrap()
    .meta({ description: "Whether to include products that aren't published." }),
  gift_cards: shape.gift_cards.unwrap().meta({ description: "Whether to include gift cards." }),
  gtin_source: shape.gtin_source.unwrap().meta({
    description:
      "`valid_barcodes`: a barcode is used only if it's a valid GTIN, without separators, quotes and a trailing `.0`. `barcodes`: every barcode is used unchanged. A gtin that is mapped, overridden or written by a rule is never changed.",
  }),
  id_format: shape.id_format.unwrap().meta({
    description:
      "`global`: `shopify_<country>_<product id>_<variant id>`. `sku`: the SKU, or the variant id if the SKU is blank. `variant`: the variant id. After a change, the next run is held.",
  }),
  utm: shape.utm
    .unwrap()
    .refine((utm) => utm === null || Object.keys(utm).length <= UTM_PARAMETERS_MAX, `can have at most ${UTM_PARAMETERS_MAX} parameters`)
    .meta({ description: "Parameters added to every link, such as `utm_source`. Null for none." }),
  market_currency: shape.market_currency.unwrap().meta({
    description:
      "For a market feed: the currency of the market's prices in the export, such as SEK. If null, prices are in the currency given with the export, or else in the currency of the country the market is named after.",
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
