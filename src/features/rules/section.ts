import { z } from "zod";
import { storedContext } from "../../engine/plan/stored-context.ts";
import { readRule } from "../../engine/rules/rule-reader.ts";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { defineDocumentSection, revertList, textOf } from "../definitions/index.ts";
import { describeRules } from "./describe-rule-list.ts";
import { readRuleList } from "./read-rule-list.ts";
import { RULE_BOUNDS } from "./rule-bounds.ts";
import { emitRulesChanged } from "./rule-events.ts";
import { loadRules, type RuleList, type RuleState, sameRule, stateOfRule } from "./rule-list.ts";
import { listRuleStates, storeRules } from "./rule-queries.ts";
import { movedRules } from "./moved-rules.ts";

const RulesShape = z
  .array(z.looseObject({ id: idSchema("rule", "The rule."), active: z.boolean(), type: z.string() }))
  .meta({ description: "Rules in the order they run." });

export const rulesSection = defineDocumentSection<RuleList, typeof RulesShape>({
  name: "rules",
  parts: ["rule", "rules"],
  summarisedBy: "action",
  listedMax: Infinity,
  shape: RulesShape,
  written: {
    type: "array",
    items: "object",
    description:
      "All rules, in order, as definitions or as `text`. Send the `id` of a rule of this feed to change that rule. Without an `id`, a rule that is the same is kept; otherwise a new one is created.",
  },
  startsRun: false,
  declaresNames: false,
  bounds: RULE_BOUNDS,
  same: ({ before: { rules: before }, after: { rules: after } }) =>
    before.length === after.length &&
    after.every((rule, at) => {
      const was = before[at];
      return was !== undefined && was.id === rule.id && sameRule(was, rule);
    }),
  load: loadRules,
  /** What a rule's row says besides its definition is worked out again where that is another. */
  async loadVersion(shop, { feed_id: feedId, rules: ids, extra_columns: extraColumns }, present) {
    const rows = new Map(present.rules.map((rule) => [rule.id, rule]));
    const context = storedContext(extraColumns);
    const states = await listRuleStates(shop, storedId("feed", feedId), ids);
    return {
      rules: states.map(({ rule_id: id, active, definition }) => {
        const row = rows.get(id);
        const isSame = row !== undefined && textOf(row.definition) === textOf(definition);
        return isSame ? { ...row, active } : { ...stateOfRule(id, readRule(0, definition, context), active), definition };
      }),
    };
  },
  show: ({ rules }) =>
    rules.map(({ id, active, definition }) => ({
      id: shownId(id),
      active,
      type: String(definition["type"]),
      ...definition,
    })),
  read: readRuleList,
  describe: describeRules,
  revert({ before, after, now }) {
    const named = ({ id }: RuleState) => `rule ${shownId(id)}`;
    const kind = { key: ({ id }: RuleState) => id, named, order: "order of the rules", same: sameRule };
    const { value, conflicts } = revertList({ before: before.rules, after: after.rules, now: now.rules }, kind);
    return { value: { rules: value }, conflicts };
  },
  draft: (draft, { after: { rules } }) => ({
    ...draft,
    rules: rules.flatMap(({ id, active, definition }, at) => (active ? [{ id: id ?? -1 - at, definition }] : [])),
  }),
  store: ({ shop }, { feedId, before, after }) => storeRules(shop, feedId, movedRules(before.rules, after.rules)),
  events: (call, { feedId, after: { done } }) => emitRulesChanged(call, feedId, done),
});

function shownId(id: number | null): string {
  return formatId("rule", storedId("rule", id ?? 0));
}
