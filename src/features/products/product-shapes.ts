import { z } from "zod";
import { idSchema, idText } from "../../kernel/ids.ts";
import { CAUSE_EXAMPLE, CauseShape } from "../causes/index.ts";

const CAUSE = "What excluded it. Null if it's included.";

export const FeedProductShape = z
  .strictObject({
    object: z.literal("feed_product"),
    row_id: z.string().meta({ description: "Source row: the platform's variant id." }),
    product_id: idSchema("prod", "Id of the same row in the product endpoints."),
    excluded: z.boolean(),
    excluded_reason: z.string().nullable().meta({ description: "The one reason the row isn't in the file." }),
    cause: z.nullable(CauseShape).meta({ description: CAUSE, examples: [CAUSE_EXAMPLE] }),
    fields: z.record(z.string(), z.string()).meta({ description: "Feed columns with their values. Blank is an empty string." }),
  })
  .meta({ id: "FeedProduct" });

/** `prod_12` or `12`. */
export const ProductPath = z.strictObject({
  id: idText("prod", "Id of the product or of its source row"),
});

const money = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: ["29.99"] });
const known = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${description} Null if the platform doesn't provide it.` });

const members = {
  id: idSchema("prod", "The variant: `prod_` and its source row."),
  object: z.literal("product"),
  shopify_product_id: known("The platform's id of the product."),
  shopify_variant_id: known("The platform's id of the variant."),
  sku: known("Stock-keeping unit."),
  title: z.string().meta({ description: "The override, or else the source title." }),
  price: money("Price as the platform writes it, in `currency`."),
  compare_at_price: money("Price before a reduction."),
  currency: known("Currency (ISO 4217)."),
  inventory_quantity: z.int().nullable().meta({ description: "Null if the platform doesn't report the stock." }),
  image_url: known("The variant's image, or else the product's first one."),
  vendor: known("The platform's vendor. The override `brand` doesn't change it."),
  product_type: known("The override, or else the platform's value."),
  condition: z.string().nullable().meta({
    description:
      "`new`, `refurbished` or `used`. The override, or else `new`. If the catalog, or a mapping or rule of the feed, sets the condition, this is the value in the feed's live run, or null before the first live run.",
  }),
  status: known("`active`, `draft`, `archived` or `unlisted`."),
  excluded: z.boolean().meta({
    description:
      "Whether the feed's live run, or its held run if there is no live one, excluded the product. An override shows here after the next run.",
  }),
  excluded_reason: z.string().nullable().meta({ description: "The one reason the product is excluded." }),
  cause: z.nullable(CauseShape).meta({ description: CAUSE, examples: [CAUSE_EXAMPLE] }),
  has_overrides: z.boolean().meta({ description: "Whether the product has an override, or a cell in this feed." }),
  extracted_at: z.iso.datetime().nullable().meta({ description: "When the catalog was last pulled." }),
  created_at: z.iso.datetime().nullable().meta({ description: "Time on the platform. Null if the platform doesn't provide it." }),
  updated_at: z.iso.datetime().nullable().meta({ description: "Time on the platform. Null if the platform doesn't provide it." }),
};

export const ProductShape = z.strictObject(members).meta({ id: "Product" });
export type ProductShape = z.input<typeof ProductShape>;

const values = z.record(z.string(), z.string());

export const ProductDetailShape = z
  .strictObject({
    ...members,
    source_data: values.meta({ description: "Every source column of the row. Blank is an empty string. `id` is the row id." }),
    overrides: z
      .record(z.string(), z.union([z.string(), z.literal(true)]))
      .meta({ description: "Only the product's own overrides, by the field that set each." }),
    cells: values.meta({ description: "Values this feed reads instead of the platform's, by source column." }),
  })
  .meta({ id: "ProductDetail" });
export type ProductDetailShape = z.input<typeof ProductDetailShape>;
