import { z } from "zod";
import { parseId, type RunId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { pageMeta, pageOf, PageQuery } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findComparedRuns, readRunDifference } from "./run-difference.ts";
import { findRun } from "./run-queries.ts";
import { RunPath } from "./run-shapes.ts";

const RowDiffShape = z
  .strictObject({
    row_id: z.string().meta({ description: "Source row." }),
    change: z.enum(["added", "removed", "changed"]),
    fields: z
      .array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() }))
      .meta({ description: "Output columns that differ." }),
  })
  .meta({ id: "RowDiff" });

export const diffRuns = read({
  name: "runs.diff",
  title: "Compare two runs",
  summary: "Shows which rows of the file differ between two runs.",
  description:
    "Compares with the run in `against`, by default the previous run whose files are kept. If there is none, every row counts as added. Only rows in the files count, so a row that is now excluded counts as removed.",
  scope: "read_exports",
  http: { method: "GET", path: "/feeds/{id}/runs/{run_id}/diff", status: 200 },
  path: RunPath,
  query: PageQuery.extend({
    against: z
      .string()
      .max(40)
      .optional()
      .meta({ description: "Run to compare with, such as `run_11` or `11`.", examples: ["run_11"] }),
  }),
  output: pageOf(RowDiffShape),
  errors: ["resource_not_found", "invalid_request", "no_feed"],
  mcp: {
    tool: "diff_runs",
    use: "Use it to learn what a run changed: rows added, removed and changed by column. Use it before `publish_run` and after a rule.",
  },
  target: async (call, { id, run_id: runId }) => (await findRun(call.shop, id, runId)) ?? call.fail("resource_not_found"),
  async run(call, { path, query, target: run }) {
    const against = query.against === undefined ? undefined : runIdOf(call, query.against);
    const runs = await findComparedRuns(call, { feedId: path.id, run, against });
    const { rows, total } = await readRunDifference(call, runs, query);
    return {
      data: rows.map(({ rowId, change, fields }) => ({ row_id: rowId, change, fields: [...fields] })),
      meta: pageMeta(query, total),
    };
  },
});

function runIdOf(call: Refuse<"invalid_request">, text: string): RunId {
  const message = "`against` must be the id of a run such as run_12.";
  return parseId("run", text) ?? call.fail("invalid_request", message, [{ param: "/against", code: "invalid_param", message }]);
}
