import type { z } from "zod";
import type { RuleTag } from "../../engine/rules/rule-tags.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition, type Edit, effectOf, readChanges, type ReadEdit } from "../definitions/index.ts";
import { ChangeQuery, FeedIdPath, findFeed, type FeedRow } from "../feeds/index.ts";
import { type ShopChange, write } from "../operation.ts";
import { type JudgedPatterns, NOTHING_JUDGED } from "../patterns/index.ts";
import { judgeRulesEdit, type ListedRule, listRuleRows, readRulesEdit, type RulesEdit } from "../rules/index.ts";
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
  readonly judged: JudgedPatterns;
  readonly coverage: CostCoverage;
}

export const setMarginTiers = write({
  name: "feeds.set_margin_tiers",
  title: "Set margin tiers",
  summary: "Sorts a feed's products into tiers by margin, type, vendor or tags, and writes the tier's name into a custom label.",
  description:
    "Replaces all tiers of the slot. Each slot has one rule, which is found by its `tag` even after someone moves it or changes its note. Margin is (price − cost) / price in percent, from the shop's own price and unit cost. A product without a cost is in no tier. A product in no tier keeps its label.",
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
    use: "Use it to label products by margin, type, vendor or tag, for bids by tier. Send all tiers: they replace the old ones. Then call `run_feed`.",
  },
  undone: "versions",
  // Locked by the change itself: a preview locks nothing.
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async prepare(call, { path, body }): Promise<Preparation> {
    const feed = await findFeed(call.shop, path.feed_id);
    const { definition } = readTiers(body);
    const isRead = feed !== undefined && definition !== undefined;
    const judged = isRead ? await judgeRulesEdit(call, feed, editOf(tagOf(body), definition)) : NOTHING_JUDGED;
    return { judged, coverage: await readCostCoverage(call) };
  },
  preview: {
    member: "preview",
    async show(call, asked) {
      const read = await readChanges(call, tiersEdit(call, asked));
      return { data: answerOf(asked, { ...read, isPreview: true, effect: await effectOf(call, read) }) };
    },
  },
  async run(call, asked) {
    const changed = await changeDefinition(call, tiersEdit(call, asked));
    const kept = findKept(await listRuleRows(call.shop, asked.path.feed_id), tagOf(asked.body));
    return { data: answerOf(asked, { ...changed, kept, isPreview: false, effect: null }) };
  },
});

interface Asked {
  readonly path: z.output<typeof FeedIdPath>;
  readonly query: z.output<typeof ChangeQuery>;
  readonly body: TiersBody;
  readonly prepared: Preparation;
}

interface TiersEdit extends ReadEdit {
  readonly kept: ListedRule | undefined;
}

type Call = ShopChange & Refuse<"missing_param" | "invalid_param" | "rule_invalid">;

function tiersEdit(call: Call, { path, query, body, prepared: { judged } }: Asked): Edit<TiersEdit> {
  return {
    feedId: path.feed_id,
    expected: query.expected_version,
    async read(feed) {
      const { rules, changes, refuse } = await readRulesEdit(call, feed, { edit: readEdit(call, body), judged });
      return { changes, kept: findKept(rules, tagOf(body)), summary: sentenceOf(body), refuse };
    },
  };
}

function tagOf({ slot }: TiersBody): RuleTag {
  return `tiers_${slot}`;
}

function readEdit(call: Refuse<"missing_param" | "invalid_param">, body: TiersBody): RulesEdit {
  const { definition, fault } = readTiers(body);
  return definition === undefined ? call.fail(fault.code, fault.message, [fault]) : editOf(tagOf(body), definition);
}

/** A note that somebody gave the rule stays. */
function editOf(tag: RuleTag, tiers: Definition | null): RulesEdit {
  return (rules) => {
    const { note } = findKept(rules, tag)?.definition ?? {};
    return withKept(rules, tag, tiers === null ? null : { ...tiers, ...(note === undefined ? {} : { note }) });
  };
}

function sentenceOf({ slot, by, tiers, clear }: TiersBody): string {
  if (clear) return `Clear the tiers of custom_label_${slot}.`;
  return `Sort products by ${by} into custom_label_${slot}: ${(tiers ?? []).map(({ name }) => name).join(", ")}.`;
}

interface Outcome extends Omit<TiersEdit, "summary"> {
  readonly feed: FeedRow;
  readonly isPreview: boolean;
  readonly effect: z.input<typeof TiersShape>["effect"];
}

function answerOf({ body, prepared: { coverage } }: Asked, { feed, changes, kept, isPreview, effect }: Outcome) {
  return {
    object: isPreview ? ("margin_tiers_preview" as const) : ("margin_tiers" as const),
    feed_id: formatId("feed", storedId("feed", feed.id)),
    slot: body.slot,
    summary: sentenceOf(body),
    changed: changes.length > 0,
    ...keptAnswer(kept),
    cost_coverage: coverage,
    effect,
  };
}
