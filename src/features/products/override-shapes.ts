import { z } from "zod";
import { TEXT_LENGTH_MAX } from "../../engine/sql/text-sql.ts";
import { textFault } from "../../kernel/storable-text.ts";

/** A batch fits on a screen, and its transaction takes a moment. */
const BATCH_MAX = 100;
/** A hundred products with a description as long as a value may be, and 20 KB beside it each. */
export const BATCH_BYTES_MAX = 4 * 1024 * 1024;

/** One a row in each feed column of a large catalog; past it a rule does it better. */
export const OVERRIDES_A_SHOP_MAX = 100_000;

export const CONDITIONS = ["new", "refurbished", "used"] as const;

const isShort = (value: string): boolean => value.length <= TEXT_LENGTH_MAX || [...value].length <= TEXT_LENGTH_MAX;

const text = (description: string) =>
  z
    .string()
    .normalize("NFC")
    .refine(isShort, `can have at most ${TEXT_LENGTH_MAX} characters`)
    .refine((value) => textFault(value) === undefined, { error: ({ input }) => textFault(String(input)) })
    .nullable()
    .optional()
    .meta({ description: `${description} Null clears the override.`, maxLength: TEXT_LENGTH_MAX });

const label = (slot: number) => text(`Replaces \`custom_label_${slot}\`.`);

/** The one override that is no feed column: it is kept as `true`, or not at all. */
export const EXCLUDED = "excluded";

/** What can be overridden. Each is a feed column of that name, but for `excluded`. */
const members = {
  title: text("Replaces `title`."),
  description: text("Replaces `description`."),
  brand: text("Replaces `brand`."),
  gtin: text("Replaces `gtin`."),
  mpn: text("Replaces `mpn`."),
  condition: z.enum(CONDITIONS).nullable().optional().meta({ description: "Replaces `condition`. Null clears the override." }),
  excluded: z
    .boolean()
    .nullable()
    .optional()
    .meta({ description: "`true` leaves the product out of every feed. `false` and null only take back an earlier `true`." }),
  google_product_category: text("Replaces `google_product_category`."),
  product_type: text("Replaces `product_type`."),
  custom_label_0: label(0),
  custom_label_1: label(1),
  custom_label_2: label(2),
  custom_label_3: label(3),
  custom_label_4: label(4),
};

export const ProductOverrideInput = z
  .strictObject(members)
  .refine((input) => Object.keys(input).length > 0, "has nothing to override; send at least one field")
  .meta({
    id: "ProductOverrideInput",
    minProperties: 1,
    description: "Send at least one field. Fields you don't name stay unchanged.",
    examples: [{ brand: "Harbour & Hazel" }],
  });
export type ProductOverrideInput = z.output<typeof ProductOverrideInput>;

/** As an item of a batch is described; it is read member by member, so that a fault of one harms no other. */
const { $schema: _, ...item } = z.toJSONSchema(
  z.strictObject({ id: z.string().meta({ description: "The product.", examples: ["prod_41200000011393"] }), ...members }),
  { io: "input" },
);

const few = (what: string) => `must be a list of 1 to ${BATCH_MAX} ${what}`;

export const OverridesBatch = z.strictObject({
  products: z
    .array(z.unknown().meta(item), few("products"))
    .min(1, few("products"))
    .max(BATCH_MAX, few("products"))
    .meta({ examples: [[{ id: "prod_41200000011393", brand: "Harbour & Hazel" }]] }),
});

export const RestoreBatch = z.strictObject({
  ids: z
    .array(z.unknown().meta({ type: "string", examples: ["prod_41200000011393"] }), few("ids"))
    .min(1, few("ids"))
    .max(BATCH_MAX, few("ids"))
    .meta({ examples: [["prod_41200000011393"]] }),
});

const BatchItemErrorShape = z
  .strictObject({
    index: z.int().meta({ description: "Position of the item in the request, from 0." }),
    id: z.string().nullable().meta({ description: "The id as it was sent. Null if there was none." }),
    code: z.enum(["missing_param", "duplicate_id", "resource_not_found", "validation_failed"]),
    message: z.string(),
    param: z.string().nullable().meta({ description: "JSON Pointer to the field in the body." }),
  })
  .meta({ id: "BatchItemError" });
export type BatchItemError = z.input<typeof BatchItemErrorShape>;

const errors = z.array(BatchItemErrorShape).meta({ description: "Items that were rejected. The others were saved." });
const ids = z.array(z.string()).meta({ description: "The products, in the order of the request, including those that didn't change." });

export const BatchUpdateShape = z.strictObject({ updated: ids, errors }).meta({ id: "ProductBatchUpdate" });
export const BatchRestoreShape = z.strictObject({ restored: ids, errors }).meta({ id: "ProductBatchRestore" });
