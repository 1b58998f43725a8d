import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { PageMeta, PageQuery } from "../../kernel/page.ts";
import { ChannelPath } from "../channel-connections/index.ts";
import { FeedIdPath } from "../feeds/index.ts";
import { FindingRowShape, FindingShape } from "../findings/index.ts";

export const PlatformIssuesPath = z.strictObject({ ...FeedIdPath.shape, ...ChannelPath.shape });

const Severity = z.enum(["error", "warning", "info"]);
const ItemStatus = z.enum(["approved", "limited", "disapproved", "pending"]).meta({
  description: "`limited`: the item is shown with restrictions or only in some places. `pending`: the platform is still reviewing it.",
});

const filters = {
  attribute: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "Only issues with this attribute.", examples: ["gtin"] }),
  severity: Severity.optional().meta({ description: "Only issues of this severity." }),
  status: ItemStatus.optional().meta({ description: "Only issues of items with this status." }),
  row_id: z
    .string()
    .regex(/^[1-9][0-9]{0,15}$/, "must be a row's id such as 41200000011393")
    .optional()
    .meta({ description: "Only issues of this source row.", examples: ["41200000011393"] }),
};

export const IssuesQuery = z.strictObject({
  ...PageQuery.shape,
  code: z
    .string()
    .max(300)
    .optional()
    .meta({ description: "Only issues with this code of the platform.", examples: ["reserved_gtin"] }),
  ...filters,
});
export const IssueRowsQuery = z.strictObject({ ...PageQuery.shape, ...filters });

/** What an issue says. */
const said = {
  code: z.string().meta({ description: "The platform's code, as it sends it.", examples: ["reserved_gtin"] }),
  severity: Severity,
  attribute: z
    .string()
    .nullable()
    .meta({ description: "Attribute of the channel; null if the platform names none.", examples: ["gtin"] }),
  message: z.string().meta({ description: "In the platform's words.", examples: ["Reserved GTIN"] }),
  documentation_url: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  countries: z
    .array(z.string().meta({ examples: ["US"] }))
    .meta({ description: "Countries it concerns. Empty if the platform doesn't say, or it's all.", examples: [["US"]] }),
};

const outlook = {
  fixed_by_next_run: z
    .boolean()
    .nullable()
    .meta({
      description: "Whether the issue ends once the platform has read the file of the next run. Null if nothing is known either way.",
      examples: [false],
    }),
  reason: z.string().meta({
    description: "Why, as a sentence.",
    examples: ["The live file has this fault (reserved_gtin), and nothing changed since that could fix it."],
  }),
};

const finding = FindingShape.shape;
const { row_id, product_id, title, value, admin_url, sku } = FindingRowShape.shape;
const shownValue = value
  .nullable()
  .meta({ description: "The attribute's value in the live run. Null if the platform names no attribute.", examples: ["2000000000008"] });

export const PlatformIssueShape = z
  .strictObject({
    object: z.literal("platform_issue"),
    ...said,
    finding_code: z
      .string()
      .nullable()
      .meta({
        description: "Code of our finding that means the same. Null if Feedwright has no check for it.",
        examples: ["reserved_gtin"],
      }),
    affected_count: z.int().meta({ description: "Rows of this feed with the issue.", examples: [2] }),
    fixed_count: z.int().meta({ description: "Rows among them for which `fixed_by_next_run` is true.", examples: [0] }),
    ...outlook,
    samples: z
      .array(z.strictObject({ row_id, product_id, title, value: shownValue, admin_url }))
      .meta({ description: "The first rows, at most 5." }),
  })
  .meta({ id: "PlatformIssue" });
export type PlatformIssueShape = z.input<typeof PlatformIssueShape>;

export const ItemCountsShape = z.strictObject({ approved: z.int(), limited: z.int(), disapproved: z.int(), pending: z.int() });
export type ItemCountsShape = z.input<typeof ItemCountsShape>;

export const PlatformItemsShape = z
  .strictObject({
    status: z.enum(["never_read", "reading", "read", "failed"]).meta({
      description:
        "`reading` while the platform's item statuses are being read, `failed` if the latest reading failed. The data is from the last complete one.",
      examples: ["read"],
    }),
    fetched_at: z.iso.datetime().nullable().meta({ description: "When the last complete reading began; null if there is none." }),
    items: ItemCountsShape.nullable().meta({ description: "The platform's items by status; null if they were never read." }),
    items_cut: z.boolean().meta({ description: "Whether the platform has more items than are read.", examples: [false] }),
    error: z
      .strictObject({
        code: z.string().meta({ examples: ["throttled"] }),
        message: z.string().meta({ examples: ["Google takes no more requests for now. Feedwright tries again later."] }),
      })
      .nullable()
      .meta({ description: "Why the latest reading failed, and what to do." }),
  })
  .meta({ id: "PlatformItems" });
export type PlatformItemsShape = z.input<typeof PlatformItemsShape>;

export const IssuesMeta = z
  .strictObject({
    ...PageMeta.shape,
    ...PlatformItemsShape.shape,
    run_id: idSchema("run", "The live run, whose rows the issues are joined to.").nullable(),
    items_elsewhere: z.int().meta({
      description: "Items with issues or not approved that aren't rows of this feed: other feeds' items, or deleted products.",
      examples: [0],
    }),
  })
  .meta({ id: "PlatformIssuesMeta" });

export const PlatformIssueRowShape = z
  .strictObject({
    object: z.literal("platform_issue_row"),
    ...{ row_id, product_id, sku, title, admin_url },
    item_id: z.string().meta({ description: "The item's id at the platform.", examples: ["shopify_US_8100000001207_41200000011393"] }),
    item_status: ItemStatus,
    ...said,
    value: shownValue,
    finding: z
      .strictObject({
        code: finding.code,
        field: finding.field,
        severity: Severity,
        message: finding.message,
        what_to_do: finding.what_to_do,
      })
      .nullable()
      .meta({ description: "Our finding that means the same, if the row has it in the live run." }),
    rules: z
      .array(
        z.strictObject({
          rule_id: idSchema("rule", "The rule."),
          rule: z.string().meta({ description: "What the rule does, as a sentence.", examples: ['Set gtin to "2000000000008"'] }),
          before: z.string().meta({ examples: [""] }),
          after: z.string().meta({ examples: ["2000000000008"] }),
        }),
      )
      .nullable()
      .meta({
        description:
          "Rules that write the attribute in this row as the feed is defined now, in order. Null if the row couldn't be followed or there is no attribute.",
      }),
    ...outlook,
  })
  .meta({ id: "PlatformIssueRow" });
export type PlatformIssueRowShape = z.input<typeof PlatformIssueRowShape>;
