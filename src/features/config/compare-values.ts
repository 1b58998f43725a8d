import { type Change, changeOf, draftOf, type SectionChange } from "../definitions/index.ts";
import type { FeedRow } from "../feeds/index.ts";
import type { ConfigChangeShape } from "./config-shapes.ts";
import type { SectionValues } from "./present-feed.ts";
import { DOCUMENT_SECTIONS } from "./sections.ts";

/** How a feed's definition would become another one. Plain data. */
export interface Comparison {
  /** Section by section, as many as a plan lists. */
  readonly changes: readonly ConfigChangeShape[];
  /** By section, and there by what happens to its parts. */
  readonly counts: Readonly<Record<string, number>>;
  readonly actions: Readonly<Record<string, Readonly<Partial<Record<ConfigChangeShape["action"], number>>>>>;
}

/** Every section with what it would be. */
export function changesOf({ before, after }: Change<SectionValues>): readonly SectionChange[] {
  return DOCUMENT_SECTIONS.map((section) => changeOf(section, { before: before[section.name], after: after[section.name] }));
}

export function compareValues(feed: FeedRow, values: Change<SectionValues>): Comparison {
  const feeds = { before: feed, after: draftOf(feed, changesOf(values)).feed };
  const described = DOCUMENT_SECTIONS.map((section) => {
    const change = { before: values.before[section.name], after: values.after[section.name] };
    return { section, differences: section.same(change) ? [] : section.describe(change, feeds) };
  });
  return {
    changes: described.flatMap(({ section, differences }) =>
      differences.slice(0, section.listedMax).map(({ ruleId, ...rest }) => ({ section: section.name, rule_id: ruleId, ...rest })),
    ),
    counts: Object.fromEntries(described.map(({ section, differences }) => [section.name, differences.length])),
    actions: Object.fromEntries(
      described.map(({ section, differences }) => {
        const byAction = Object.groupBy(differences, ({ action }) => action);
        return [section.name, Object.fromEntries(Object.entries(byAction).map(([action, of]) => [action, of.length]))];
      }),
    ),
  };
}
