import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { RunLineage } from "./run-lineage.ts";
import { findRun } from "./run-queries.ts";
import { RunPath } from "./run-shapes.ts";

const RuleId = idSchema("rule", "The rule, which may have been deleted since.");

const ColumnLineageShape = z.strictObject({
  column: z.string().meta({ description: "Feed column the rule writes." }),
  changed_count: z.int().meta({ description: "Rows whose value the rule changed." }),
  in_file_count: z.int().meta({ description: "How many of these rows are in the file." }),
  kept_count: z.int().meta({ description: "How many of these rows kept this value, because no later rule changed the column." }),
  overwritten_by: z
    .array(z.strictObject({ rule_id: RuleId, count: z.int() }))
    .meta({ description: "Later rules that changed the column again, and in how many of these rows." }),
});

const RunLineageShape = z
  .strictObject({
    object: z.literal("run_lineage"),
    run_id: idSchema("run", "The run."),
    feed_id: idSchema("feed", "The run's feed."),
    total_count: z.int().meta({ description: "Rows of the run, including excluded ones." }),
    included_count: z.int(),
    rules: z
      .array(
        z.strictObject({
          rule_id: RuleId,
          rule_type: z.string(),
          rule: z.string().meta({ description: "What the rule did, as a sentence." }),
          position: z.int().meta({ description: "Position among the rules that ran, from 1." }),
          matched_count: z.int().meta({ description: "Rows that met the rule's condition." }),
          excluded_count: z.int().meta({ description: "Rows that are excluded for this rule's reason." }),
          admitted_count: z.int().meta({ description: "Rows excluded by earlier rules that this rule brought back." }),
          included_before_count: z.int().nullable().meta({
            description: "Rows still included before this rule. Rows that the feed itself excludes never count. Null in old runs.",
          }),
          included_after_count: z.int().nullable().meta({ description: "Rows still included after this rule. Null in old runs." }),
          changed_count: z.int().meta({ description: "Cells the rule changed, in all its columns together." }),
          columns: z.array(ColumnLineageShape),
        }),
      )
      .meta({ description: "The rules that ran, in order." }),
  })
  .meta({ id: "RunLineage" });

export const getLineage = read({
  name: "runs.lineage",
  title: "Get a run's lineage",
  summary: "Counts what each rule did in a run: the rows it matched, the cells it changed by column, and the rows it excluded.",
  description: "The counts are taken during the run, over every row. Runs made before this feature existed have no counts.",
  scope: "read_exports",
  http: { method: "GET", path: "/feeds/{id}/runs/{run_id}/lineage", status: 200 },
  path: RunPath,
  output: dataOf(RunLineageShape),
  errors: ["resource_not_found", "no_feed"],
  mcp: { tool: "run_lineage", use: "Use it to see which rules did something in a run, and how many rows each changed or excluded." },
  target: async (call, { id, run_id: runId }) => (await findRun(call.shop, id, runId)) ?? call.fail("resource_not_found"),
  async run(call, { path, target: run }) {
    if (run.lineage === null)
      return call.fail(
        "no_feed",
        run.status === "running" ? "The run is still in progress. Its lineage is available when it completes." : "This run has no lineage.",
      );
    return {
      data: lineageAnswer(RunLineage.parse(run.lineage), { feedId: formatId("feed", path.id), runId: formatId("run", path.run_id) }),
    };
  },
});

function lineageAnswer(
  { total, included, rules }: RunLineage,
  { feedId, runId }: { readonly feedId: string; readonly runId: string },
): z.input<typeof RunLineageShape> {
  const ruleId = (id: number): string => formatId("rule", storedId("rule", id));
  return {
    object: "run_lineage",
    run_id: runId,
    feed_id: feedId,
    total_count: total,
    included_count: included,
    rules: rules.map((rule, at) => ({
      rule_id: ruleId(rule.rule),
      rule_type: rule.type,
      rule: rule.description,
      position: at + 1,
      matched_count: rule.matched,
      excluded_count: rule.excluded,
      admitted_count: rule.admitted,
      included_before_count: rule.standing?.before ?? null,
      included_after_count: rule.standing?.after ?? null,
      changed_count: rule.columns.reduce((sum, { changed }) => sum + changed, 0),
      columns: rule.columns.map(({ column, changed, inFile, kept, overwritten }) => ({
        column,
        changed_count: changed,
        in_file_count: inFile,
        kept_count: kept,
        overwritten_by: overwritten.map(({ by, rows }) => ({ rule_id: ruleId(by), count: rows })),
      })),
    })),
  };
}
