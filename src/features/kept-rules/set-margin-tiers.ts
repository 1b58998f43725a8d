import type { RuleTag } from "../../engine/rules/rule-tags.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import { PreparationOutdated, type Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import {
  applyRules,
  type ConfigPlanShape,
  planRules,
  prepareRules,
  type PreparedConfig,
  type RulesEdit,
  type RuleState,
} from "../config/index.ts";
import { ChangeQuery, expectVersion, FeedIdPath, findFeed, type FeedRow, lockFeed } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { listRuleRows } from "../rules/index.ts";
import { PLAN_ERRORS } from "../transforms/index.ts";
import { type CostCoverage, readCostCoverage } from "./cost-coverage.ts";
import { type Definition, findKept, keptAnswer, withKept } from "./kept-rules.ts";
import { readTiers } from "./read-tiers.ts";
import { TiersBody, TiersShape } from "./tier-shapes.ts";

const ERRORS = [
  "resource_not_found",
  "version_conflict",
  "missing_param",
  "invalid_param",
  "rule_invalid",
  "preview_failed",
  ...PLAN_ERRORS,
] as const;

interface Preparation {
  readonly config: PreparedConfig | undefined;
  readonly coverage: CostCoverage;
}

export const setMarginTiers = write({
  name: "feeds.set_margin_tiers",
  title: "Set margin tiers",
  summary: "Sorts a feed's products into tiers by margin, type, vendor or tags, and writes the tier's name into a custom label.",
  description:
    "Replaces all tiers of the slot; each slot has one rule, which is found again by its `tag` when somebody has moved it or changed its note. Margin is (price − cost) / price in percent, of the shop's own price and unit cost; a product without a cost is in no tier and keeps the label it has. A product that is in no tier keeps its label too.",
  scope: "write_rules",
  http: { method: "POST", path: "/feeds/{feed_id}/margin_tiers", status: 200 },
  path: FeedIdPath,
  query: ChangeQuery,
  body: TiersBody,
  memberCodes: { slot: "invalid_param", by: "invalid_param", tiers: "invalid_param" },
  output: dataOf(TiersShape),
  errors: ERRORS,
  audit: "margin_tiers.set",
  mcp: {
    tool: "set_margin_tiers",
    use: "To label products by margin, type, vendor or tag, for bids by tier. Send all tiers: the old ones go. Then call `run_feed`.",
  },
  undone: "versions",
  // Locked by the change itself: a preview locks nothing.
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async prepare(call, { path, body }): Promise<Preparation> {
    const { definition } = readTiers(body);
    const config = definition === undefined ? undefined : await prepareRules(call, path.feed_id, editOf(tagOf(body), definition));
    return { config, coverage: await readCostCoverage(call) };
  },
  preview: {
    member: "preview",
    async show(call, { query, body, target: feed, prepared: { config, coverage } }) {
      await expectVersion(call, feed, query.expected_version);
      const edit = readEdit(call, body);
      if (config === undefined) throw new PreparationOutdated();
      const plan = await planRules(call, config);
      const kept = findKept(edit(config.reading.present), tagOf(body));
      const changed = plan.changes.length > 0;
      return { data: answerOf(feed, body, { isPreview: true, kept, changed, coverage, effect: plan.preview }) };
    },
  },
  async run(call, { path: { feed_id: id }, query, body, prepared: { config, coverage } }) {
    const feed = (await lockFeed(call.shop, id)) ?? call.fail("resource_not_found");
    await expectVersion(call, feed, query.expected_version);
    const edit = readEdit(call, body);
    if (config === undefined) throw new PreparationOutdated();
    const changed = await applyRules(call, id, { edit, prepared: config, summary: sentenceOf(body) });
    const kept = findKept(await listRuleRows(call.shop, id), tagOf(body));
    return { data: answerOf(feed, body, { isPreview: false, kept, changed, coverage, effect: null }) };
  },
});

function tagOf({ slot }: TiersBody): RuleTag {
  return `tiers_${slot}`;
}

function readEdit(call: Refuse<"missing_param" | "invalid_param">, body: TiersBody): RulesEdit {
  const { definition, fault } = readTiers(body);
  return definition === undefined ? call.fail(fault.code, fault.message, [fault]) : editOf(tagOf(body), definition);
}

/** A note that somebody gave the rule stays. */
function editOf(tag: RuleTag, tiers: Definition | null): RulesEdit {
  return ({ rules }) => {
    const { note } = findKept(rules, tag)?.definition ?? {};
    const states = rules.map(({ id, active, definition }) => ({ id, active, definition }));
    return withKept(states, tag, tiers === null ? null : { ...tiers, ...(note === undefined ? {} : { note }) });
  };
}

function sentenceOf({ slot, by, tiers, clear }: TiersBody): string {
  if (clear) return `Clear the tiers of custom_label_${slot}.`;
  return `Sort products by ${by} into custom_label_${slot}: ${(tiers ?? []).map(({ name }) => name).join(", ")}.`;
}

interface Outcome {
  readonly isPreview: boolean;
  readonly kept: RuleState | undefined;
  readonly changed: boolean;
  readonly coverage: CostCoverage;
  readonly effect: ConfigPlanShape["preview"];
}

function answerOf(feed: FeedRow, body: TiersBody, { isPreview, kept, changed, coverage, effect }: Outcome) {
  return {
    object: isPreview ? ("margin_tiers_preview" as const) : ("margin_tiers" as const),
    feed_id: formatId("feed", storedId("feed", feed.id)),
    slot: body.slot,
    summary: sentenceOf(body),
    changed,
    ...keptAnswer(kept),
    cost_coverage: coverage,
    effect,
  };
}
