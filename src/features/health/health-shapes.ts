import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { FeedDetailShape } from "../feeds/index.ts";
import { ItemCountsShape } from "../platform-issues/index.ts";
import { FeedRunShape } from "../runs/index.ts";

export const StepShape = z.strictObject({
  action: z.string().meta({ description: "What to do, and why.", examples: ["The feed has never run. Run it."] }),
  tool: z.string().meta({ description: "MCP tool to use.", examples: ["run_feed"] }),
  operation: z.string().meta({ description: "Operation of this API to use.", examples: ["feeds.regenerate"] }),
  arguments: z.record(z.string(), z.unknown()).meta({ description: "Arguments to pass.", examples: [{ feed_id: "feed_12" }] }),
});

const count = (description: string) => z.int().meta({ description });
const { id, status, publication, trigger, error_code, error_details, created_at, completed_at } = FeedRunShape.shape;

export const FeedHealthShape = z
  .strictObject({
    object: z.literal("feed_health"),
    feed_id: idSchema("feed", "The feed."),
    name: z.string().meta({ examples: ["Primary feed"] }),
    feed_type: FeedDetailShape.shape.feed_type,
    active: z.boolean(),
    status: FeedDetailShape.shape.status,
    health: z.enum(["good", "attention", "down"]).meta({
      description:
        "`down`: no file is served. `attention`: a file is served, and `what_to_do_first` says what is wrong. `good`: there is nothing to do.",
    }),
    not_extracted: FeedDetailShape.shape.not_extracted,
    live_run: z
      .strictObject({
        id,
        included_count: count("Rows in the file being served."),
        excluded_count: count("Rows left out of the file."),
        completed_at,
        outdated: z.boolean().meta({ description: "Whether the feed or the catalog has changed since the run." }),
      })
      .nullable(),
    last_run: z.strictObject({ id, status, publication, trigger, error_code, error_details, created_at, completed_at }).nullable(),
    held_run: z
      .strictObject({
        id,
        reasons: z
          .array(z.string())
          .meta({ description: "Reasons the run is held, as sentences.", examples: [["The file would lose 40 % of its rows."]] }),
      })
      .nullable()
      .meta({ description: "The newest held run that would replace the live one." }),
    rows: z
      .strictObject({
        included: count("Rows the feed includes."),
        excluded: count("Rows the feed excludes."),
        reasons: z
          .array(z.strictObject({ reason: z.string().meta({ examples: ["Sold out"] }), count: z.int() }))
          .meta({ description: "The ten most frequent reasons." }),
        other_reasons: count("Rows excluded for other reasons."),
        computed_at: z.iso.datetime(),
      })
      .nullable()
      .meta({ description: "Counts as last computed. Null until the first time." }),
    lint: z
      .strictObject({
        warnings: z.int().nullable(),
        infos: z.int().nullable(),
        top: z
          .array(
            z.strictObject({
              code: z.string().meta({ examples: ["changes_nothing"] }),
              message: z.string().meta({ examples: ["Rule 3 changed no row of the last run."] }),
            }),
          )
          .meta({ description: "The first three warnings." }),
      })
      .meta({
        description:
          "What lint says about the rules, based on the last run of the current definition. The counts are null until there is one, and if there are very many rules.",
      }),
    channels: z
      .array(
        z.strictObject({
          slug: z.string().meta({ examples: ["google"] }),
          errors: count("Findings that are errors and aren't muted."),
          warnings: count("Findings that are warnings and aren't muted."),
          muted: count("Muted findings."),
          top: z
            .array(
              z.strictObject({
                code: z.string().meta({ examples: ["missing_gtin"] }),
                severity: z.enum(["error", "warning", "info"]),
                field: z
                  .string()
                  .nullable()
                  .meta({ examples: ["gtin"] }),
                affected_count: count("Affected rows, including those muted one by one."),
                message: z.string().meta({ examples: ["12 products with a brand have no GTIN."] }),
                suggested_rule: z.looseObject({}).nullable().meta({ description: "Rule that clears the finding, if one can." }),
              }),
            )
            .meta({ description: "The five most important findings that aren't muted." }),
          platform: z
            .strictObject({ items: ItemCountsShape, fetched_at: z.iso.datetime() })
            .nullable()
            .meta({ description: "The platform's own items by status, as last read. Null if they were never read." }),
        }),
      )
      .meta({ description: "Channels the feed is assigned to, with the results of their checks on the live run." }),
    what_to_do_first: z.array(StepShape).meta({ description: "At most five steps, in order." }),
  })
  .meta({ id: "FeedHealth" });
export type FeedHealthShape = z.input<typeof FeedHealthShape>;
