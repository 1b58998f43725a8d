import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { FeedIdText, filteredFeed } from "../feeds/index.ts";
import { namedActor, organizationBehind } from "../keys/index.ts";
import { read } from "../operation.ts";
import { type HistoryRow, listRunHistory as selectHistory, listStarters } from "./run-history-queries.ts";
import { FeedRunShape, runAnswer } from "./run-shapes.ts";

const RunHistoryShape = z
  .strictObject({
    ...FeedRunShape.shape,
    feed_name: z.string().meta({ examples: ["Primary feed"] }),
    compared_with: idSchema("run", "Live run that the counts of added, removed and changed rows compare with.").nullable(),
    changes: z
      .string()
      .nullable()
      .meta({
        description: "Differences from the previous live run, as a sentence. Null while the run is in progress, and if it failed.",
        examples: ["3 rows were added, 1 was removed and 20 were changed since run_11."],
      }),
    started_by: z
      .string()
      .nullable()
      .meta({ description: "Who or what started the run. Null if it's no longer known.", examples: ['API key "Warehouse"'] }),
    version: z.int().meta({ description: "Version of the feed's definition that the run read.", examples: [4] }),
    version_summary: z
      .string()
      .nullable()
      .meta({ description: "What that version changed. Null if the version is no longer kept.", examples: ["1 rule added"] }),
    versions_since: z
      .int()
      .nullable()
      .meta({ description: "Number of versions since the feed's previous run. Null for its first run.", examples: [1] }),
  })
  .meta({ id: "RunHistory" });
type RunHistoryShape = z.input<typeof RunHistoryShape>;

export const listRunHistory = read({
  name: "runs.history",
  title: "List run history",
  summary: "Lists recent runs of one feed or of all feeds: what started each run, what it changed, and how it ended.",
  description:
    "Runs are listed newest first. Each run shows who started it, how its file differs from the previous live one, why it was held or failed, and which version of the feed's definition it read.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/runs/history", status: 200 },
  query: PageQuery.extend({
    feed_id: z.optional(FeedIdText).meta({ description: "Only runs of this feed. Defaults to runs of all feeds.", examples: ["feed_12"] }),
  }),
  output: pageOf(RunHistoryShape),
  errors: ["resource_not_found", "invalid_request"],
  mcp: {
    tool: "run_history",
    use: "Use it to see what changed recently, who started it and what was held. `diff_runs` shows the rows, and `publish_run` goes back to a run.",
  },
  async run(call, { query }) {
    const feedId = await filteredFeed(call, query.feed_id);
    const { rows, total } = await selectHistory(call.shop, { feedId, limit: query.per_page, offset: pageOffset(query) });
    const asked = rows.flatMap((row) => [runId(row.id), extractId(row.for_extract_id ?? row.extract_id)]);
    const actors = new Map((await listStarters(call.shop, asked)).map(({ id, actor }) => [id, actor]));
    const reader = organizationBehind(call.actor);
    return { data: rows.map((row) => historyAnswer(row, starterOf(row, actors, reader))), meta: pageMeta(query, total) };
  },
});

const runId = (id: number): string => formatId("run", storedId("run", id));
const extractId = (id: number): string => formatId("ext", storedId("ext", id));

function historyAnswer(row: HistoryRow, startedBy: string | null): RunHistoryShape {
  const { version_before: before, definition_version: version } = row;
  return {
    ...runAnswer(row),
    feed_name: row.feed_name,
    compared_with: row.against === null ? null : runId(row.against),
    changes: changesOf(row),
    started_by: startedBy,
    version,
    version_summary: row.version_summary,
    versions_since: before === null ? null : version - before,
  };
}

function changesOf({ added_count: added, removed_count: removed, changed_count: changed, against }: HistoryRow): string | null {
  if (added === null || removed === null || changed === null) return null;
  if (against === null) return `This is the first live run: ${rowsWere(added)} added.`;
  if (added + removed + changed === 0) return `This run has the same rows as ${runId(against)}.`;
  return `${rowsWere(added)} added, ${wasOrWere(removed)} removed and ${wasOrWere(changed)} changed since ${runId(against)}.`;
}

const wasOrWere = (count: number): string => (count === 1 ? "1 was" : `${count} were`);
const rowsWere = (count: number): string => (count === 1 ? "1 row was" : `${count} rows were`);

/** The log knows what somebody asked for, a version who changed the feed; the rest are the service's own. */
function starterOf(row: HistoryRow, actors: ReadonlyMap<string, object>, reader: number | null): string | null {
  const asked = actors.get(runId(row.id)) ?? actors.get(extractId(row.for_extract_id ?? row.extract_id));
  switch (row.trigger) {
    case "schedule":
      return "Schedule";
    case "settings":
      return row.version_created_by === null ? null : namedActor(row.version_created_by, reader);
    default:
      return asked === undefined ? null : namedActor(asked, reader);
  }
}
