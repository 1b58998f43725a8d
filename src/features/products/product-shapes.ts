import { z } from "zod";
import { idSchema, idText } from "../../kernel/ids.ts";

export const FeedProductShape = z
  .strictObject({
    object: z.literal("feed_product"),
    row_id: z.string().meta({ description: "Source row: the platform's variant id." }),
    product_id: idSchema("prod", "The same row as the product endpoints name it."),
    excluded: z.boolean(),
    excluded_reason: z.string().nullable().meta({ description: "The one reason why the row is not in the file." }),
    fields: z.record(z.string(), z.string()).meta({ description: "Feed column to value; blank is an empty text." }),
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
    .meta({ description: `${description} Null where the platform says nothing.` });

const members = {
  id: idSchema("prod", "The variant: `prod_` and its source row."),
  object: z.literal("product"),
  shopify_product_id: known("The platform's id of the product."),
  shopify_variant_id: known("The platform's id of the variant."),
  sku: known("Stock-keeping unit."),
  title: z.string().meta({ description: "The override, else the source title." }),
  price: money("As the platform writes it, in `currency`."),
  compare_at_price: money("Price before a reduction."),
  currency: known("ISO 4217."),
  inventory_quantity: z.int().nullable().meta({ description: "Null where stock is not told." }),
  image_url: known("The variant's picture, else the product's first."),
  vendor: known("As the platform says it; the override `brand` does not change it."),
  product_type: known("The override, else the platform's."),
  condition: z.string().nullable().meta({
    description:
      "The override, else `new`; where the catalog or a mapping or rule of the feed says it, that of the feed's live run, and null before the first. `new`, `refurbished` or `used`.",
  }),
  status: known("`active`, `draft`, `archived` or `unlisted`."),
  excluded: z.boolean().meta({
    description:
      "Whether the feed's live run left it out, or its held run while it has no live one. An override shows here after the next run.",
  }),
  excluded_reason: z.string().nullable().meta({ description: "The one reason why." }),
  has_overrides: z.boolean().meta({ description: "Whether it has an override, or a cell in this feed." }),
  extracted_at: z.iso.datetime().nullable().meta({ description: "When the catalog was last pulled." }),
  created_at: z.iso.datetime().nullable().meta({ description: "By the platform; null where it does not say." }),
  updated_at: z.iso.datetime().nullable().meta({ description: "By the platform; null where it does not say." }),
};

export const ProductShape = z.strictObject(members).meta({ id: "Product" });
export type ProductShape = z.input<typeof ProductShape>;

const values = z.record(z.string(), z.string());

export const ProductDetailShape = z
  .strictObject({
    ...members,
    source_data: values.meta({ description: "Every source column of the row; blank is an empty text. `id` is the row id." }),
    overrides: z
      .record(z.string(), z.union([z.string(), z.literal(true)]))
      .meta({ description: "Its own overrides alone, by the member that set each." }),
    cells: values.meta({ description: "What this feed reads instead of the platform's value, by source column." }),
  })
  .meta({ id: "ProductDetail" });
export type ProductDetailShape = z.input<typeof ProductDetailShape>;
