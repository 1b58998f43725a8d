import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { DiffCause } from "./diff-causes.ts";
import { Against, comparedRuns, RowChangeShape } from "./diff-shapes.ts";
import { summariseDifference } from "./run-difference.ts";
import { findRun } from "./run-queries.ts";
import { RunPath } from "./run-shapes.ts";

const count = (description: string) => z.int().meta({ description });

const DiffSummaryShape = z
  .strictObject({
    object: z.literal("run_diff_summary"),
    run_id: idSchema("run", "The run."),
    against: idSchema("run", "Run it is compared with. Null if there is none, so that every row counts as added.").nullable(),
    added_count: count("Rows in the run's file alone."),
    removed_count: count("Rows in the other run's file alone."),
    changed_count: count("Rows in both files with different values."),
    fields: z
      .array(
        z.strictObject({
          field: z.string().meta({ description: "Output column.", examples: ["price"] }),
          count: count("Changed rows in which it differs."),
        }),
      )
      .meta({ description: "Columns that differ in changed rows, the most frequent first." }),
    causes: z
      .array(
        z.strictObject({
          change: RowChangeShape,
          cause: DiffCause,
          count: count("Rows. A changed row counts once for each cause it has."),
          sample_row_ids: z.array(z.string()).meta({ description: "Up to 5 of the rows.", examples: [["41200769"]] }),
        }),
      )
      .meta({ description: "Causes, the most frequent first." }),
  })
  .meta({ id: "RunDiffSummary" });

export const summariseDiff = read({
  name: "runs.diff_summary",
  title: "Count how two runs differ",
  summary: "Counts the rows that differ between two runs, by change, by column and by cause.",
  description:
    "Compares with the run in `against`, by default the previous run whose files are kept. `against=live` compares a held run with the file being served. `runs.diff` lists the rows.",
  scope: "read_exports",
  http: { method: "GET", path: "/feeds/{id}/runs/{run_id}/diff/summary", status: 200 },
  path: RunPath,
  query: z.strictObject({ against: Against }),
  output: dataOf(DiffSummaryShape),
  errors: ["resource_not_found", "invalid_request", "no_feed"],
  mcp: {
    tool: "diff_summary",
    use: "Use it to see at a glance what a run changes and why, before `publish_run`. `diff_runs` lists the rows.",
  },
  target: async (call, { id, run_id: runId }) => (await findRun(call.shop, id, runId)) ?? call.fail("resource_not_found"),
  async run(call, { path, query, target: run }) {
    const runs = await comparedRuns(call, { feedId: path.id, run, against: query.against });
    const { counts, fields, causes } = await summariseDifference(call, runs);
    return {
      data: {
        object: "run_diff_summary" as const,
        run_id: formatId("run", path.run_id),
        against: runs.before === undefined ? null : formatId("run", storedId("run", runs.before.id)),
        added_count: counts.added,
        removed_count: counts.removed,
        changed_count: counts.changed,
        fields: [...fields],
        causes: causes.map(({ samples, ...counted }) => ({ ...counted, sample_row_ids: [...samples] })),
      },
    };
  },
});
