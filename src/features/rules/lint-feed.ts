import { z } from "zod";
import { type LintInput, type LintRule, type Suggestion } from "../../engine/lint/lint.ts";
import { LINT_CODES, lintRules } from "../../engine/lint/lint-rules.ts";
import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import { attributeColumns, feedColumns } from "../../engine/plan/feed-columns.ts";
import type { Lineage } from "../../engine/run/lineage-query.ts";
import { visibleColumns } from "../../engine/source/snapshot-files.ts";
import { type FeedId, formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { FeedIdPath, findFeed, type FeedRow, readDefinition } from "../feeds/index.ts";
import { read, type ShopCall } from "../operation.ts";
import { findLineage } from "../runs/index.ts";
import { findLiveSnapshot, type Snapshot } from "../snapshots/index.ts";
import { PLAN_ERRORS, computeLineage } from "../transforms/index.ts";
import { listRules, type RuleRow } from "./rule-queries.ts";

const RequestShape = z.strictObject({ method: z.enum(["POST"]), path: z.string(), body: z.record(z.string(), z.unknown()).nullable() });

const RuleLintShape = z
  .strictObject({
    object: z.literal("rule_lint"),
    feed_id: idSchema("feed", "The feed."),
    version: z.int().meta({ description: "Version of the definition the findings are about." }),
    run_id: idSchema("run", "The run whose counts were used.")
      .nullable()
      .meta({ description: "Null if no run has used the current definition yet. In that case, the rows were counted for this response." }),
    rules_count: z.int().meta({ description: "Active rules that were checked." }),
    total_count: z.int().meta({ description: "Rows the rules were checked with." }),
    findings: z.array(
      z.strictObject({
        code: z.enum(LINT_CODES),
        severity: z.enum(["warning", "info"]),
        rule_ids: z
          .array(idSchema("rule", "Rule the finding is about."))
          .meta({ description: "The rule at fault, then the rules that cause the fault." }),
        column: z.string().nullable(),
        count: z.int().meta({ description: "Number of affected rows." }),
        message: z.string(),
        suggestion: z.strictObject({
          text: z.string(),
          request: RequestShape.nullable().meta({
            description: "Request that fixes the fault, with a path below /v1. Null if a person has to do it.",
          }),
        }),
      }),
    ),
  })
  .meta({ id: "RuleLint" });

export const lintFeed = read({
  name: "rules.lint",
  title: "Lint a feed's rules",
  summary:
    "Finds problems in a feed's rules: dead, shadowed, contradictory and order-dependent rules, blank inputs, and missing lookup keys.",
  description:
    "Checks the last run of the current definition, or the current snapshot if there is no such run yet. Each finding names the rules, the number of affected rows, and what to do.",
  scope: "read_rules",
  http: { method: "GET", path: "/feeds/{feed_id}/rules/lint", status: 200 },
  path: FeedIdPath,
  output: dataOf(RuleLintShape),
  errors: ["resource_not_found", "no_feed", ...PLAN_ERRORS, "internal_error"],
  mcp: {
    tool: "lint_rules",
    use: "Use it to find rules that do nothing, are overwritten or contradict each other. Fix them with `update_rule` or `delete_rule`.",
  },
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, target: feed }) {
    const snapshot = (await findLiveSnapshot(call.shop)) ?? call.fail("no_feed", "The shop has no catalog yet. Run a full extract first.");
    const definition = await readDefinition(call.shop, feed);
    const known = await knownLineage(call, feed, snapshot);
    const { lineage, unmatched } = known ?? (await computeLineage(call, { feed, snapshot, definition })) ?? call.fail("internal_error");
    const rows = await listRules(call.shop, path.feed_id);
    const { rules, findings } = lintedRules({ feed, snapshot, definition, rows, lineage, unmatched });
    return {
      data: {
        object: "rule_lint" as const,
        feed_id: formatId("feed", path.feed_id),
        version: feed.definition_version,
        run_id: known === undefined ? null : formatId("run", storedId("run", known.runId)),
        rules_count: rules.length,
        total_count: lineage.total,
        findings: findings.map(({ rules: ids, suggestion, ...finding }) => ({
          ...finding,
          rule_ids: ids.map(ruleId),
          suggestion: { text: suggestion.text, request: requestOf(suggestion, path.feed_id, rows) },
        })),
      },
    };
  },
});

interface Lintable extends Pick<LintInput, "unmatched"> {
  readonly feed: FeedRow;
  readonly snapshot: Snapshot;
  readonly definition: FeedDefinition;
  readonly rows: readonly RuleRow[];
  /** What the rules did, as a run or a computation told it. */
  readonly lineage: Lineage;
}

function lintedRules({ feed, snapshot, definition, rows, lineage, unmatched }: Lintable) {
  const rules = definition.rules.flatMap((rule): readonly LintRule[] => {
    const did = lineage.rules.find((each) => each.rule === rule.id);
    const row = rows.find(({ id }) => id === rule.id);
    return did === undefined || row === undefined ? [] : [{ id: rule.id, position: row.position, definition: rule, did }];
  });
  const sourceColumns = new Set(visibleColumns(snapshot.facts.columns).map(({ column }) => column));
  return { rules, findings: lintRules({ rules, total: lineage.total, sourceColumns, feedColumns: columnNames(feed), unmatched }) };
}

/** Parts of rules that are linted beside other work: reading them takes a few milliseconds. */
const PARTS_MAX = 1_000;

/** What lint finds from a run that has told what the rules did; undefined where none has yet, or the rules are too many to look at in passing. */
export async function lintInPassing(call: ShopCall, feed: FeedRow, snapshot: Snapshot): Promise<ReturnType<typeof lintRules> | undefined> {
  const rows = await listRules(call.shop, storedId("feed", feed.id));
  if (rows.reduce((sum, { parts }) => sum + parts, 0) > PARTS_MAX) return undefined;
  const known = await knownLineage(call, feed, snapshot);
  if (known === undefined) return undefined;
  const definition = await readDefinition(call.shop, feed);
  return lintedRules({ feed, snapshot, definition, rows, ...known }).findings;
}

function columnNames({ extra_columns: extra }: FeedRow): ReadonlySet<string> {
  return new Set([...feedColumns(extra), ...attributeColumns(extra)].map(({ name }) => name));
}

function ruleId(id: number): string {
  return formatId("rule", storedId("rule", id));
}

function knownLineage({ shop }: ShopCall, feed: FeedRow, { extractId }: Snapshot) {
  return findLineage(shop, storedId("feed", feed.id), { definitionVersion: feed.definition_version, extractId });
}

function requestOf({ change }: Suggestion, feedId: FeedId, rows: readonly RuleRow[]): z.input<typeof RequestShape> | null {
  const rules = `/feeds/${formatId("feed", feedId)}/rules`;
  if (change === undefined) return null;
  if (change.kind === "deactivate") return { method: "POST", path: `${rules}/${ruleId(change.rule)}/deactivate`, body: null };
  const others = rows.map(({ id }) => id).filter((id) => id !== change.rule);
  const order = others.toSpliced(others.indexOf(change.behind) + 1, 0, change.rule);
  return { method: "POST", path: `${rules}/reorder`, body: { rule_ids: order.map(ruleId) } };
}
