import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { PageMeta, PageQuery } from "../../kernel/page.ts";
import { FeedIdPath } from "../feeds/index.ts";

const slug = z.string().meta({ description: "Slug of a channel the feed is assigned to.", examples: ["google"], pattern: "^[a-z]+$" });

export const FindingsPath = z.strictObject({ ...FeedIdPath.shape, slug });

const Code = z.string().max(100);
const Severity = z.enum(["error", "warning", "info"]);
const Category = z.enum([
  ...(["required", "identifiers", "titles", "descriptions", "links", "images", "prices", "availability"] as const),
  ...(["categories", "apparel", "variants", "shipping", "values", "feed"] as const),
]);

const rowId = z.string().meta({ description: "Source row.", examples: ["41200000011393"] });
const field = z
  .string()
  .nullable()
  .meta({ description: "Attribute of the channel. Null for findings about the row or feed as a whole.", examples: ["gtin"] });
const adminUrl = z
  .string()
  .nullable()
  .meta({
    description: "Link to the variant in the shop's admin. Null for shops that aren't on Shopify.",
    examples: ["https://admin.shopify.com/store/my-shop/products/8100000001207/variants/41200000011393"],
  });

const sample = {
  row_id: rowId,
  product_id: idSchema("prod", "Id of the product resource."),
  title: z.string().meta({ examples: ["Linen Shirt - Navy, M"] }),
  value: z.string().meta({ description: "The field's value in that row.", examples: ["400638133393"] }),
  admin_url: adminUrl,
};

export const FindingShape = z
  .strictObject({
    object: z.literal("finding"),
    id: z.int().meta({ description: "Id of the finding in this run." }),
    code: Code.meta({ examples: ["invalid_gtin_checksum"] }),
    category: Category.meta({ examples: ["identifiers"] }),
    severity: Severity,
    field,
    message: z.string().meta({ description: "What is wrong.", examples: ["The GTIN's check digit, the last one, is wrong."] }),
    what_to_do: z.string().meta({ examples: ["Compare the barcode with the one on the package, and correct it in the shop."] }),
    affected_count: z.int().meta({ description: "Affected rows that aren't muted. 0 if the finding is about the feed itself." }),
    samples: z.array(z.strictObject(sample)).meta({ description: "The first rows, at most 5." }),
    muted: z.boolean().meta({ description: "Whether the finding, or all of its rows, are muted.", examples: [false] }),
    suggested_rule: z
      .looseObject({})
      .nullable()
      .meta({
        description: "Body for `POST /feeds/{feed_id}/rules` and its preview that clears the finding. Null if no rule can.",
        examples: [{ type: "exclude_field", target: "gtin", condition: "not is_valid_gtin([G]gtin)" }],
      }),
    source: z
      .strictObject({ document: z.string(), date: z.string() })
      .nullable()
      .meta({
        description: "Where the channel documents this, and when the document was read.",
        examples: [{ document: "Google Merchant Center Help, product data specification (7052112)", date: "2026-09-21" }],
      }),
  })
  .meta({ id: "Finding" });
export type FindingShape = z.input<typeof FindingShape>;

export const FindingsStatus = z.enum(["fresh", "revalidating", "unsupported"]).meta({
  description: "`revalidating` while a run that checks the channel is in progress, `unsupported` for a channel without checks.",
});

export const FindingsMeta = z
  .strictObject({
    ...PageMeta.shape,
    status: FindingsStatus,
    revalidating: z.boolean().meta({ examples: [false] }),
    run_id: idSchema("run", "The run whose rows were checked.").nullable(),
    errors_count: z.int().meta({ description: "Findings that are errors and aren't muted, regardless of the filters." }),
    warnings_count: z.int().meta({ description: "Findings that are warnings and aren't muted, regardless of the filters." }),
  })
  .meta({ id: "FindingsMeta" });

const boolean = z
  .enum(["true", "false"])
  .default("false")
  .transform((text) => text === "true");

/** Of the query: which run's findings. */
export const OfRun = z
  .string()
  .max(40)
  .optional()
  .meta({
    description: "Run whose findings are shown. Defaults to the live run.",
    examples: ["run_12"],
  });

export const FilterQuery = z.strictObject({
  run_id: OfRun,
  category: Category.optional().meta({ description: "Only findings of this category." }),
  code: Code.optional().meta({ description: "Only findings with this code.", examples: ["invalid_gtin_checksum"] }),
  severity: Severity.optional().meta({ description: "Only findings of this severity." }),
  include_muted: boolean.meta({ description: "Whether to list muted findings too.", examples: ["false"] }),
});

export const FindingsQuery = z.strictObject({ ...PageQuery.shape, ...FilterQuery.shape });

export const FindingRowShape = z
  .strictObject({
    object: z.literal("finding_row"),
    ...sample,
    sku: z
      .string()
      .nullable()
      .meta({ examples: ["LS-NAVY-M"] }),
    field,
    muted: z.boolean().meta({ examples: [false] }),
  })
  .meta({ id: "FindingRow" });
export type FindingRowShape = z.input<typeof FindingRowShape>;

export const MuteBody = z.strictObject({
  code: Code.meta({ description: "Code of the findings to mute.", examples: ["missing_gtin"] }),
  field: z
    .string()
    .max(100)
    .nullish()
    .meta({ description: "Mute only findings about this attribute. Defaults to any attribute.", examples: ["gtin"] }),
  row_id: z
    .string()
    .regex(/^[1-9][0-9]{0,15}$/, "must be a row's id such as 41200000011393")
    .nullish()
    .meta({ description: "Mute only this source row. Defaults to every row.", examples: ["41200000011393"] }),
  note: z
    .string()
    .max(1_000)
    .nullish()
    .meta({ description: "Reason for the mute, for colleagues.", examples: ["Handmade: there are no GTINs."] }),
});

const muteMembers = {
  id: z.int(),
  object: z.literal("finding_mute"),
  code: Code.meta({ examples: ["missing_gtin"] }),
  field: z
    .string()
    .nullable()
    .meta({ description: "Attribute that is muted. Null for any attribute.", examples: ["gtin"] }),
  row_id: z
    .string()
    .nullable()
    .meta({ description: "Source row that is muted. Null for every row.", examples: ["41200000011393"] }),
  note: z
    .string()
    .nullable()
    .meta({ examples: ["Handmade: there are no GTINs."] }),
  created_at: z.iso.datetime(),
};

export const MuteShape = z.strictObject(muteMembers).meta({ id: "FindingMute" });
export type MuteShape = z.input<typeof MuteShape>;

/** Events are about no path, so they say where the mute is. */
export const MutedEventShape = z.strictObject({
  ...muteMembers,
  feed_id: idSchema("feed", "The feed."),
  channel: z.string().meta({ description: "Slug of the channel.", examples: ["google"] }),
});
