import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { FeedPath, findFeed } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { FeedRunShape } from "./run-shapes.ts";
import { findTimeZone, listSeriesBuckets, listSeriesRuns, type SeriesRow, type SeriesSpan } from "./series-queries.ts";

/** More points than these nobody sees apart. */
const POINTS_MAX = 500;
const DAY_MS = 86_400_000;
const BUCKET_MS = { hour: 3_600_000, day: DAY_MS };
const SPAN_DEFAULT_DAYS = 30;

const time = (description: string, example: string) =>
  z.iso
    .datetime({ offset: true })
    .max(40)
    .optional()
    .meta({ description, examples: [example] });
const count = (description: string) => z.int().nullable().meta({ description });

const PointShape = z.strictObject({
  at: z.iso.datetime().meta({ description: "Time the run ended, or the beginning of the hour or day." }),
  run_id: idSchema("run", "The run, or the last run of the hour or day that went live. The counts are of this run.").nullable(),
  publication: z.nullable(FeedRunShape.shape.publication),
  total_count: count("Rows of the snapshot that the run read."),
  included_count: count("Rows in the run's file."),
  excluded_count: count("Rows left out of the run's file."),
  error_count: count("Rows with errors of channels. A row counts once for each finding. Null if no channel checked the run."),
  warning_count: count("Rows with warnings of channels, counted the same way."),
  duration_ms: count("Duration of the run, or the mean of the runs that ended in the hour or day."),
  run_count: z.int().meta({ description: "Runs that ended. 0 in a gap.", examples: [1] }),
  failed_count: z.int().meta({ description: "How many of them failed.", examples: [0] }),
  held_run_ids: z.array(idSchema("run", "A run.")).meta({
    description: "Up to 5 of these runs that were held at first, newest first. They may have been published or discarded since.",
  }),
});

const RunSeriesShape = z
  .strictObject({
    object: z.literal("run_series"),
    feed_id: idSchema("feed", "The feed."),
    bucket: z.enum(["run", "hour", "day"]).meta({ description: "Period that a point covers, or `run`.", examples: ["day"] }),
    time_zone: z.string().meta({ description: "The shop's time zone, in which days begin.", examples: ["Europe/Berlin"] }),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    points: z
      .array(PointShape)
      .meta({ description: "At most 500 points, oldest first. Every hour or day is there; one without a run is a gap." }),
  })
  .meta({ id: "RunSeries" });

export const listSeries = read({
  name: "runs.series",
  title: "Get a feed's run series",
  summary: "Shows a feed's runs over time: counts, duration, what happened to the file, and which runs were held.",
  description:
    "Without `bucket`, each run is a point if there are at most 500, otherwise each hour or day. A series that would have more than 500 points is refused. Runs in progress are left out.",
  scope: "read_exports",
  http: { method: "GET", path: "/feeds/{id}/runs/series", status: 200 },
  path: FeedPath,
  query: z.strictObject({
    from: time("Beginning, included. Defaults to 30 days before `to`.", "2026-10-03T00:00:00Z"),
    to: time("End, not included. Defaults to now.", "2026-11-02T00:00:00Z"),
    bucket: z
      .enum(["run", "hour", "day"])
      .optional()
      .meta({ description: "Period that a point covers, or `run`.", examples: ["day"] }),
  }),
  output: dataOf(RunSeriesShape),
  errors: ["resource_not_found", "invalid_request"],
  mcp: { hidden: "It's for charts. `run_history` tells an agent what each run did." },
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, query }) {
    const to = query.to === undefined ? call.clock.now() : new Date(query.to);
    const from = query.from === undefined ? new Date(to.getTime() - SPAN_DEFAULT_DAYS * DAY_MS) : new Date(query.from);
    if (from >= to) return refuse(call, "from", "`from` must be before `to`.");
    const span = { feedId: path.id, from, to };
    const byRun = query.bucket === "run" || query.bucket === undefined ? await listSeriesRuns(call.shop, span, POINTS_MAX + 1) : [];
    const bucket = query.bucket ?? chosenBucket(span, byRun.length);
    if (pointsOf(span, bucket, byRun.length) > POINTS_MAX)
      return refuse(
        call,
        "bucket",
        `A series has at most ${POINTS_MAX} points. Choose a longer bucket, or a shorter time from \`from\` to \`to\`.`,
      );
    const rows = bucket === "run" ? byRun : await listSeriesBuckets(call.shop, span, bucket);
    const about = { feed_id: formatId("feed", path.id), bucket, time_zone: await findTimeZone(call.shop) };
    const points = rows.map(pointOf);
    return { data: { object: "run_series" as const, ...about, from: from.toISOString(), to: to.toISOString(), points } };
  },
});

type Bucket = "run" | keyof typeof BUCKET_MS;

function chosenBucket(span: SeriesSpan, runs: number): Bucket {
  return (["run", "hour"] as const).find((bucket) => pointsOf(span, bucket, runs) <= POINTS_MAX) ?? "day";
}

/** The most that it may have: hours and days seldom begin where a span does. */
function pointsOf({ from, to }: SeriesSpan, bucket: Bucket, runs: number): number {
  return bucket === "run" ? runs : Math.ceil((to.getTime() - from.getTime()) / BUCKET_MS[bucket]) + 1;
}

function pointOf({ held, at, run_id: run, error_count: errors, warning_count: warnings, ...row }: SeriesRow): z.input<typeof PointShape> {
  return {
    ...row,
    at: at.toISOString(),
    run_id: run === null ? null : runText(run),
    error_count: errors ?? (warnings === null ? null : 0),
    warning_count: warnings ?? (errors === null ? null : 0),
    held_run_ids: held.map(runText),
  };
}

const runText = (id: number): string => formatId("run", storedId("run", id));

function refuse(call: Refuse<"invalid_request">, param: string, message: string): never {
  return call.fail("invalid_request", message, [{ param: `/${param}`, code: "invalid_param", message }]);
}
