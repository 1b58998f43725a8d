import { z } from "zod";
import { countDifferingRows, describeDifferences, differingRows, type DiffSide, outputValues } from "../../engine/run/run-diff.ts";
import { formatId, parseId, storedId } from "../../kernel/ids.ts";
import { type PageRequest, pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { Warehouse } from "../../platform/warehouse/warehouse-port.ts";
import { read } from "../operation.ts";
import { INDEX_FILE, ROWS_FILE, RunOutput } from "./run.ts";
import { findRun, findRunBefore, type RunRow } from "./run-queries.ts";
import { hasOutput, RunPath } from "./run-shapes.ts";

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
  summary: "Shows which rows of the file differ between two runs.",
  description:
    "Compares with `against`, by default the run before it whose files are kept. Only rows of the files count: a row that became excluded was removed.",
  scope: "read_exports",
  http: { method: "GET", path: "/feeds/{id}/runs/{run_id}/diff", status: 200 },
  path: RunPath,
  query: PageQuery.extend({ against: z.string().max(40).optional().meta({ description: "Run to compare with, as `run_12` or `12`." }) }),
  output: pageOf(RowDiffShape),
  errors: ["resource_not_found", "invalid_request", "no_feed"],
  mcp: { tool: "diff_runs" },
  target: async (call, { id, run_id: runId }) => (await findRun(call.shop, id, runId)) ?? call.fail("resource_not_found"),
  async run(call, { path, query, target: run }) {
    if (!hasOutput(run)) return call.fail("no_feed", "This run has no output to compare.");
    const other = await otherRun(query.against);
    if (other === undefined) return { data: [], meta: pageMeta(query, 0) };
    const { rows, total } = await difference(call, { before: other, after: run, page: query });
    return {
      data: rows.map(({ rowId, change, fields }) => ({ row_id: rowId, change, fields: [...fields] })),
      meta: pageMeta(query, total),
    };

    async function otherRun(against: string | undefined): Promise<RunRow | undefined> {
      if (against === undefined) return findRunBefore(call.shop, path.id, path.run_id);
      const id = parseId("run", against) ?? call.fail("invalid_request", "`against` must be the id of a run such as run_12.");
      const found = (await findRun(call.shop, path.id, id)) ?? call.fail("invalid_request", `This feed has no run ${formatId("run", id)}.`);
      return hasOutput(found)
        ? found
        : call.fail("invalid_request", `The files of ${formatId("run", storedId("run", found.id))} are not kept.`);
    }
  },
});

interface DiffRequest {
  readonly before: RunRow;
  readonly after: RunRow;
  readonly page: PageRequest;
}

async function difference(
  { objects, warehouse }: { readonly objects: ObjectStore; readonly warehouse: Warehouse },
  { before, after, page }: DiffRequest,
) {
  await using leases = new AsyncDisposableStack();
  const old = await sideOf(objects, leases, before);
  const fresh = await sideOf(objects, leases, after);
  const sameEngine = old.engine === fresh.engine;
  const differing = await warehouse.query(
    differingRows(old.side, fresh.side, { sameEngine, limit: page.per_page, offset: pageOffset(page) }),
  );
  const total =
    differing.length > 0
      ? Number(differing[0]?.["total"])
      : Number((await warehouse.query(countDifferingRows(old.side, fresh.side, sameEngine)))[0]?.["total"]);
  const ids = differing.map((row) => String(row["row_id"]));
  if (ids.length === 0) return { rows: [], total };
  const [oldValues, freshValues] = await Promise.all([
    warehouse.query(outputValues(old.side, ids)),
    warehouse.query(outputValues(fresh.side, ids)),
  ]);
  return { rows: describeDifferences(differing, { side: old.side, values: oldValues }, { side: fresh.side, values: freshValues }), total };
}

async function sideOf(
  objects: ObjectStore,
  leases: AsyncDisposableStack,
  run: RunRow,
): Promise<{ readonly side: DiffSide; readonly engine: string }> {
  const { columns, split, engine } = RunOutput.parse(run.output);
  const rows = leases.use(await objects.local(`${run.output_prefix}${ROWS_FILE}`));
  const index = leases.use(await objects.local(`${run.output_prefix}${INDEX_FILE}`));
  return { side: { rows: rows.path, index: index.path, columns, split }, engine };
}
