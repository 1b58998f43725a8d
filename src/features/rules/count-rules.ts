import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import type { Lineage } from "../../engine/run/lineage-query.ts";
import { FeedIdPath, findFeed, type FeedRow, readDefinition } from "../feeds/index.ts";
import { read, type ShopCall } from "../operation.ts";
import { findEarlierLineage, findLineage } from "../runs/index.ts";
import { findLiveSnapshot, type Snapshot } from "../snapshots/index.ts";
import { computeLineage, PLAN_ERRORS } from "../transforms/index.ts";
import { listRules } from "./rule-queries.ts";

const count = (description: string) => z.int().nullable().meta({ description });

const RuleCountsShape = z
  .strictObject({
    object: z.literal("rule_counts"),
    feed_id: idSchema("feed", "The feed."),
    version: z.int().meta({ description: "Version of the feed's definition." }),
    status: z.enum(["fresh", "refreshing", "computing"]).meta({
      description:
        "`refreshing`: a run is counting, and the counts are those of the run before it. `computing`: it's the first one, so there are no counts yet.",
    }),
    run_id: idSchema("run", "The run that counted.").nullable().meta({ description: "Null if the rows were counted for this response." }),
    total_count: count("All rows, including excluded ones."),
    included_count: count("Rows in the file. The last active rule's `included_after`."),
    rules: z
      .array(
        z.strictObject({
          rule_id: idSchema("rule", "The rule."),
          position: z.int().meta({ description: "Position in the order, from 1." }),
          active: z.boolean(),
          matched: count("Rows that meet the rule's condition."),
          changed: count("Cells the rule changes, in all its columns together."),
          excluded: count("Rows that are excluded for this rule's reason."),
          included_before: count("Rows that are in before the rule. Rows that something other than a rule excludes don't count."),
          included_after: count("The same after the rule."),
        }),
      )
      .meta({ description: "All rules, in order. The counts of an inactive rule, or of one that the run didn't know, are null." }),
  })
  .meta({ id: "RuleCounts" });

export const countRules = read({
  name: "rules.counts",
  title: "Get counts of a feed's rules",
  summary:
    "Counts what each rule of the feed does now: the rows it matches and excludes, the cells it changes, and the rows left after it.",
  description:
    "The counts are those of the last run if it used the present definition and snapshot. Otherwise, they're computed for this response, unless a run is in progress that will count.",
  scope: "read_rules",
  http: { method: "GET", path: "/feeds/{feed_id}/rules/counts", status: 200 },
  path: FeedIdPath,
  output: dataOf(RuleCountsShape),
  errors: ["resource_not_found", "no_feed", ...PLAN_ERRORS, "internal_error"],
  mcp: {
    tool: "rule_counts",
    use: "Use it to see what each rule does now, and where rows leave the feed. `lint_rules` says what is wrong with rules.",
  },
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, target: feed }) {
    const snapshot = (await findLiveSnapshot(call.shop)) ?? call.fail("no_feed", "The shop has no catalog yet. Run a full extract first.");
    const { status, runId, lineage } = (await presentCounts(call, feed, snapshot)) ?? call.fail("internal_error");
    const did = new Map(lineage?.rules.map((rule) => [rule.rule, rule]));
    const rules = await listRules(call.shop, path.feed_id);
    return {
      data: {
        object: "rule_counts" as const,
        feed_id: formatId("feed", path.feed_id),
        version: feed.definition_version,
        status,
        run_id: runId === null ? null : formatId("run", storedId("run", runId)),
        total_count: lineage?.total ?? null,
        included_count: lineage?.included ?? null,
        rules: rules.map(({ id, position, active }) => ({
          ...{ rule_id: formatId("rule", storedId("rule", id)), position, active },
          ...countsOf(active ? did.get(id) : undefined),
        })),
      },
    };
  },
});

interface PresentCounts {
  readonly status: "fresh" | "refreshing" | "computing";
  readonly runId: number | null;
  readonly lineage: Lineage | null;
}

/** A run that counted before rows were followed through rules counts as none. `undefined`: they couldn't be counted. */
async function presentCounts(call: ShopCall, feed: FeedRow, snapshot: Snapshot): Promise<PresentCounts | undefined> {
  const feedId = storedId("feed", feed.id);
  const of = { definitionVersion: feed.definition_version, extractId: snapshot.extractId };
  const known = await findLineage(call.shop, feedId, of);
  if (known?.lineage.rules.every(({ standing }) => standing !== null) === true) return { status: "fresh", ...known };
  const earlier = await findEarlierLineage(call.shop, feedId);
  if (earlier === null) return { status: "computing", runId: null, lineage: null };
  if (earlier !== undefined) return { status: "refreshing", ...earlier };
  const computed = await computeLineage(call, { feed, snapshot, definition: await readDefinition(call.shop, feed) });
  return computed === undefined ? undefined : { status: "fresh", runId: null, lineage: computed.lineage };
}

function countsOf(did: Lineage["rules"][number] | undefined) {
  return {
    matched: did?.matched ?? null,
    changed: did?.columns.reduce((sum, { changed }) => sum + changed, 0) ?? null,
    excluded: did?.excluded ?? null,
    included_before: did?.standing?.before ?? null,
    included_after: did?.standing?.after ?? null,
  };
}
