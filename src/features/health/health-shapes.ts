import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { FeedDetailShape } from "../feeds/index.ts";
import { FeedRunShape } from "../runs/index.ts";

export const StepShape = z.strictObject({
  action: z.string().meta({ description: "What to do, and why.", examples: ["The feed has never run. Run it."] }),
  tool: z.string().meta({ description: "The agent's tool for it.", examples: ["run_feed"] }),
  operation: z.string().meta({ description: "The operation of this API for it.", examples: ["feeds.regenerate"] }),
  arguments: z.record(z.string(), z.unknown()).meta({ description: "What to give it.", examples: [{ feed_id: "feed_12" }] }),
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
        "`down`: no file of it is served. `attention`: one is, and `what_to_do_first` says what is wrong. `good`: nothing is to be done.",
    }),
    not_extracted: FeedDetailShape.shape.not_extracted,
    live_run: z
      .strictObject({
        id,
        included_count: count("Rows in the file being served."),
        excluded_count: count("Rows left out of it."),
        completed_at,
        outdated: z.boolean().meta({ description: "Whether the feed or the catalog has changed since." }),
      })
      .nullable(),
    last_run: z.strictObject({ id, status, publication, trigger, error_code, error_details, created_at, completed_at }).nullable(),
    held_run: z
      .strictObject({
        id,
        reasons: z
          .array(z.string())
          .meta({ description: "Why it is held, in words.", examples: [["The file would lose 40 % of its rows."]] }),
      })
      .nullable()
      .meta({ description: "The newest run that is held and would replace the live one." }),
    rows: z
      .strictObject({
        included: count("Rows the feed includes."),
        excluded: count("Rows it leaves out."),
        reasons: z
          .array(z.strictObject({ reason: z.string().meta({ examples: ["Sold out"] }), count: z.int() }))
          .meta({ description: "The ten most frequent reasons." }),
        other_reasons: count("Rows left out for any other reason."),
        computed_at: z.iso.datetime(),
      })
      .nullable()
      .meta({ description: "As last computed; null until the first time." }),
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
          "What lint says of the rules, by the run of the present definition. Null counts until there is one, and of very many rules.",
      }),
    channels: z
      .array(
        z.strictObject({
          slug: z.string().meta({ examples: ["google"] }),
          errors: count("Findings that are errors and aren't muted."),
          warnings: count("Findings that are warnings and aren't muted."),
          muted: count("Findings that are muted."),
          top: z
            .array(
              z.strictObject({
                code: z.string().meta({ examples: ["missing_gtin"] }),
                severity: z.enum(["error", "warning", "info"]),
                field: z
                  .string()
                  .nullable()
                  .meta({ examples: ["gtin"] }),
                affected_count: count("Rows it affects, those muted one by one too."),
                message: z.string().meta({ examples: ["12 products with a brand have no GTIN."] }),
                suggested_rule: z.looseObject({}).nullable().meta({ description: "A rule that clears it, where one can." }),
              }),
            )
            .meta({ description: "The five most important findings that aren't muted." }),
        }),
      )
      .meta({ description: "Channels the feed is assigned to, with what their checks found in the live run." }),
    what_to_do_first: z.array(StepShape).meta({ description: "At most five steps, in order." }),
  })
  .meta({ id: "FeedHealth" });
export type FeedHealthShape = z.input<typeof FeedHealthShape>;
