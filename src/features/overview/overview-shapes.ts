import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { ExtractShape } from "../extracts/index.ts";
import { FeedDetailShape } from "../feeds/index.ts";
import { FeedRunShape } from "../runs/index.ts";

const time = z.iso.datetime();
const runId = idSchema("run", "Id of the run.");
const count = (description: string) => z.int().meta({ description });
const code = (example: string) => z.string().meta({ examples: [example] });

const OverviewFeed = z.strictObject({
  feed_id: idSchema("feed", "The feed."),
  name: z.string().meta({ examples: ["Primary feed"] }),
  feed_type: FeedDetailShape.shape.feed_type,
  feed_url: FeedDetailShape.shape.feed_url,
  live_run: z
    .strictObject({
      id: runId,
      included_count: count("Rows in the file being served."),
      excluded_count: count("Rows left out of the file."),
      completed_at: time.nullable(),
      outdated: z.boolean().meta({ description: "Whether the feed or the catalog has changed since the run." }),
    })
    .nullable(),
  running_run: z.strictObject({ id: runId, stage: FeedRunShape.shape.stage, progress: FeedRunShape.shape.progress }).nullable(),
  held_run: z
    .strictObject({
      id: runId,
      since: time.nullable(),
      reasons: z
        .array(z.string())
        .meta({ description: "Reasons the run is held, as sentences.", examples: [["The file would lose 40 % of its rows."]] }),
    })
    .nullable()
    .meta({ description: "The newest held run that would replace the live one." }),
  last_error: z
    .strictObject({
      run_id: runId,
      code: code("source_damaged").nullable(),
      message: z
        .string()
        .nullable()
        .meta({ examples: ["A stored file is damaged. Extract the catalog again."] }),
      at: time.nullable(),
    })
    .nullable()
    .meta({ description: "The last run's error, if it failed." }),
  findings: z
    .strictObject({ errors: count("Errors that aren't muted."), warnings: count("Warnings that aren't muted.") })
    .meta({ description: "Findings of all channels for the live run." }),
  sparkline: z
    .array(z.strictObject({ run_id: runId, completed_at: time, included_count: z.int() }))
    .meta({ description: "Rows of the last 30 completed runs, oldest first." }),
});

const Action = z.strictObject({
  operation: code("runs.publish").meta({ description: "Operation of this API to use." }),
  arguments: z.record(z.string(), z.unknown()).meta({ description: "Arguments to pass.", examples: [{ id: "feed_12", run_id: "run_12" }] }),
});

export const Attention = z.strictObject({
  severity: z.enum(["error", "warning"]).meta({ description: "`error`: something doesn't work. `warning`: someone has to decide." }),
  code: z.enum([
    "access_ended",
    "extract_failed",
    "no_catalog",
    "run_failed",
    "run_held",
    "never_run",
    "channel_errors",
    "webhook_disabled",
  ]),
  object: z.strictObject({
    type: z.enum(["shop", "feed", "run", "extract", "webhook"]),
    id: code("run_12"),
    feed_id: idSchema("feed", "Feed it belongs to.").nullable(),
  }),
  since: time.nullable(),
  message: z.string().meta({ examples: ["Run run_12 of Primary feed is held. The file would lose 40 % of its rows."] }),
  actions: z.array(Action).meta({ description: "Operations that settle it, the likeliest first." }),
});
export type Attention = z.input<typeof Attention>;

export const OverviewShape = z
  .strictObject({
    object: z.literal("overview"),
    feeds: z.array(OverviewFeed).meta({ description: "Active feeds, the primary one first." }),
    attention: z.array(Attention).meta({ description: "What needs a person, errors first." }),
    latest_extract: z
      .strictObject({
        id: ExtractShape.shape.id,
        status: ExtractShape.shape.status,
        progress: ExtractShape.shape.progress,
        waiting: ExtractShape.shape.waiting,
        product_count: ExtractShape.shape.product_count,
        completed_at: ExtractShape.shape.completed_at,
      })
      .nullable(),
    next_extract_at: time
      .nullable()
      .meta({ description: "Time of the next scheduled extract. Null if the shop isn't extracted automatically." }),
  })
  .meta({ id: "Overview" });
export type OverviewShape = z.input<typeof OverviewShape>;
export type OverviewFeed = OverviewShape["feeds"][number];
