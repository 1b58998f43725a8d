import type { CaseFeed, SectionCase, SectionRequest } from "../config/section-case.suite.ts";
import { activateRule, createRule, deactivateRule, deleteRule, previewRule, reorderRules, updateRule } from "./index.ts";

const RULE = { type: "set_value", target: "brand", value: "Acme" };
const OTHERS = [
  { text: 'Exclude because "Sample" when [D]title contains "sample"', active: false },
  { type: "truncate", target: "title", length: 20 },
];
const pathOf = ({ feedId }: CaseFeed) => ({ feed_id: String(feedId) });

async function threeRules({ config, feedId }: CaseFeed): Promise<void> {
  for (const rule of [RULE, ...OTHERS]) await config.change(feedId, createRule, { rule });
}

async function idsOf({ config, feedId }: CaseFeed): Promise<readonly string[]> {
  return (await config.get(feedId)).rules.map(({ id }) => id);
}

async function ofRule(feed: CaseFeed, at: number): Promise<{ readonly feed_id: string; readonly id: string }> {
  return { ...pathOf(feed), id: (await idsOf(feed))[at] ?? "" };
}

const update = async (feed: CaseFeed, rule: object): Promise<SectionRequest> => ({
  operation: updateRule,
  path: await ofRule(feed, 0),
  body: { rule },
});
const reorder = async (feed: CaseFeed, order: (ids: readonly string[]) => readonly string[]): Promise<SectionRequest> => ({
  operation: reorderRules,
  path: pathOf(feed),
  body: { rule_ids: order(await idsOf(feed)) },
});

export const SECTION_CASES: readonly SectionCase[] = [
  {
    section: "rules",
    title: "creating a rule",
    prepare: threeRules,
    edit: async (feed) => ({ operation: createRule, path: pathOf(feed), body: { rule: { ...RULE, value: "Other" } } }),
    nothing: async () => [],
    preview: async (feed) => ({ operation: previewRule, path: pathOf(feed), body: { rule: { ...RULE, value: "Other" } } }),
  },
  {
    section: "rules",
    title: "updating a rule",
    prepare: threeRules,
    edit: (feed) => update(feed, { value: "Better" }),
    nothing: async (feed) => [await update(feed, { value: "Better" }), await update(feed, {}), await update(feed, { active: true })],
    preview: async (feed) => ({
      operation: previewRule,
      path: pathOf(feed),
      body: { rule: { value: "Better" }, rule_id: (await idsOf(feed))[0] },
    }),
  },
  {
    section: "rules",
    title: "deactivating a rule",
    prepare: threeRules,
    edit: async (feed) => ({ operation: deactivateRule, path: await ofRule(feed, 0) }),
  },
  {
    section: "rules",
    title: "activating a rule",
    prepare: threeRules,
    edit: async (feed) => ({ operation: activateRule, path: await ofRule(feed, 1) }),
  },
  {
    section: "rules",
    title: "reordering rules",
    prepare: threeRules,
    edit: (feed) => reorder(feed, (ids) => ids.toReversed()),
    nothing: async (feed) => [await reorder(feed, (ids) => ids)],
  },
  {
    section: "rules",
    title: "deleting a rule",
    prepare: threeRules,
    edit: async (feed) => ({ operation: deleteRule, path: await ofRule(feed, 0) }),
    nothing: async () => [],
  },
];
