import { z } from "zod";
import { valueNames } from "../../engine/run/run-files.ts";
import { idSchema, formatId, storedId } from "../../kernel/ids.ts";
import { pageMeta, pageOf, PageQuery } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { DiffCause } from "./diff-causes.ts";
import { Against, comparedRuns, RowChangeShape } from "./diff-shapes.ts";
import { type ComparedRuns, type ExplainedRow, readRunDifference } from "./run-difference.ts";
import { findRun } from "./run-queries.ts";
import { readRunOutput } from "./run.ts";
import { RunPath } from "./run-shapes.ts";

const RowDiffShape = z
  .strictObject({
    row_id: z.string().meta({ description: "Source row." }),
    product_id: idSchema("prod", "Row's product."),
    title: z.string().meta({ description: "Title in the newer of the files that have the row.", examples: ["Blue shirt"] }),
    change: RowChangeShape,
    cause: DiffCause,
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
    against: Against,
    change: z.optional(RowChangeShape).meta({ description: "Only rows with this change.", examples: ["changed"] }),
    field: z
      .string()
      .max(200)
      .optional()
      .meta({ description: "Only rows in which this output column differs.", examples: ["price"] }),
    search: z
      .string()
      .max(200)
      .optional()
      .meta({ description: "Only rows with this text in either file, ignoring case.", examples: ["shirt"] }),
  }),
  output: pageOf(RowDiffShape),
  errors: ["resource_not_found", "invalid_request", "no_feed"],
  mcp: {
    tool: "diff_runs",
    use: "Use it to learn what a run changed: rows added, removed and changed by column. Use it before `publish_run` and after a rule.",
  },
  target: async (call, { id, run_id: runId }) => (await findRun(call.shop, id, runId)) ?? call.fail("resource_not_found"),
  async run(call, { path, query, target: run }) {
    const { against, change, field, search } = query;
    const runs = await comparedRuns(call, { feedId: path.id, run, against });
    if (field !== undefined && !hasColumn(runs, field)) {
      const message = `Neither run has the output column ${JSON.stringify(field)}.`;
      return call.fail("invalid_request", message, [{ param: "/field", code: "invalid_param", message }]);
    }
    const { rows, total } = await readRunDifference(call, runs, {
      page: query,
      filter: { change, field, search: search === "" ? undefined : search },
    });
    return { data: rows.map(rowAnswer), meta: pageMeta(query, total) };
  },
});

function hasColumn({ before, after }: ComparedRuns, field: string): boolean {
  return [before, after].some((run) => run !== undefined && valueNames(readRunOutput(run.output)).includes(field));
}

function rowAnswer({ rowId, productId, title, change, cause, fields }: ExplainedRow): z.input<typeof RowDiffShape> {
  return { row_id: rowId, product_id: formatId("prod", storedId("prod", Number(productId))), title, change, cause, fields: [...fields] };
}
