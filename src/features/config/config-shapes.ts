import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { ChangeQuery, FeedPath } from "../feeds/index.ts";
import { FeedPreviewShape } from "../transforms/index.ts";
import { DOCUMENT_SECTIONS, SECTION_SHAPES } from "./sections.ts";

/** A hundred bytes a cell, for a feed that has all of them. */
export const CONFIG_BYTES_MAX = 10 * 1024 * 1024;

export const FeedConfigShape = z
  .strictObject({
    object: z.literal("feed_config"),
    feed_id: idSchema("feed", "Feed the document was taken from."),
    version: z.int().meta({ description: "Version of the feed's definition." }),
    ...SECTION_SHAPES,
  })
  .meta({ id: "FeedConfig" });
export type FeedConfigShape = z.input<typeof FeedConfigShape>;

const SECTION_NAMES = DOCUMENT_SECTIONS.map(({ name }) => name);

const WRITTEN_SECTIONS = Object.fromEntries(
  DOCUMENT_SECTIONS.map(({ name, written: { items, ...written } }) => [
    name,
    z
      .unknown()
      .optional()
      .meta({ ...written, ...(items === undefined ? {} : { items: { type: items } }) }),
  ]),
);

/**
 * What may be sent. Its sections are read one by one behind this schema, so that every fault of all of them is named at once; the
 * types here are for the reference alone.
 */
export const WrittenConfig = z
  .looseObject({
    object: z.unknown().optional().meta({ type: "string", description: "`feed_config`." }),
    feed_id: z
      .unknown()
      .optional()
      .meta({ type: "string", description: "Feed the document was taken from. You can apply it to any feed." }),
    version: z.unknown().optional().meta({
      type: "integer",
      description:
        "If the document was taken from this feed, the version that the feed must still have. If the feed has a newer version, the answer is 409 `version_conflict`.",
    }),
    ...WRITTEN_SECTIONS,
  })
  .meta({
    id: "WrittenFeedConfig",
    description: "Sections you leave out stay unchanged. A section you send replaces the feed's whole section.",
    examples: [
      {
        rules: [
          { text: 'Set custom_label_1 to "Autumn"', active: false },
          { text: 'Exclude because "Not in stock" when [D]inventory_quantity = 0' },
        ],
      },
    ],
  });
export type WrittenConfig = z.output<typeof WrittenConfig>;

export const ConfigChangeShape = z.strictObject({
  section: z.enum(SECTION_NAMES),
  action: z.enum(["added", "removed", "changed", "moved"]),
  path: z.string().meta({
    description: "JSON Pointer into the new document. For something that is removed, JSON Pointer into the current document.",
    examples: ["/settings/seo"],
  }),
  rule_id: idSchema("rule", "The rule, if it exists already.").nullable(),
  summary: z.string().meta({ examples: ["Set seo to true"] }),
  before: z.unknown(),
  after: z.unknown(),
});
export type ConfigChangeShape = z.input<typeof ConfigChangeShape>;

export const ConfigPlanShape = z
  .strictObject({
    object: z.literal("config_plan"),
    feed_id: idSchema("feed", "The feed."),
    version: z
      .int()
      .meta({ description: "Version of the feed the plan was made for. Send it as `expected_version` to apply exactly this plan." }),
    changes: z.array(ConfigChangeShape).meta({ description: "Changes, section by section. For cells, the first hundred." }),
    changed_count: z.strictObject(Object.fromEntries(SECTION_NAMES.map((section) => [section, z.int()]))),
    preview: z.nullable(FeedPreviewShape).meta({
      description: "Effect on the rows. Null if nothing changes, or if the shop has no catalog yet.",
    }),
  })
  .meta({ id: "ConfigPlan" });
export type ConfigPlanShape = z.input<typeof ConfigPlanShape>;

export const ConfigQuery = z.strictObject({
  ...ChangeQuery.shape,
  dry_run: z
    .enum(["true", "false"], 'must be "true" or "false"')
    .default("false")
    .transform((text) => text === "true")
    .meta({ description: "`true` shows what would change, without changing anything." }),
});

const versionMembers = {
  id: z.int().meta({ description: "Number of the version. Some numbers may be missing." }),
  object: z.literal("feed_version"),
  summary: z.string().meta({ description: "Summary of the change." }),
  created_by: z.string().meta({ description: "Who made the change. An organization doesn't see the names of other organizations' keys." }),
  created_at: z.iso.datetime(),
  current: z.boolean().meta({ description: "Whether this is the feed's current version." }),
};

export const FeedVersionShape = z.strictObject(versionMembers).meta({ id: "FeedVersion" });
export type FeedVersionShape = z.input<typeof FeedVersionShape>;

export const FeedVersionDetailShape = z
  .strictObject({ ...versionMembers, config: FeedConfigShape.meta({ description: "The whole definition in this version." }) })
  .meta({ id: "FeedVersionDetail" });

export const VersionPath = z.strictObject({
  ...FeedPath.shape,
  n: z
    .string()
    .regex(/^[1-9][0-9]{0,14}$/)
    .transform(Number)
    .meta({ description: "The number of a version.", examples: ["3"] }),
});
