import type { FeedRow } from "../feeds/index.ts";
import type { RuleRow } from "../rules/index.ts";

/** Everything of a feed that its versions keep, as it is stored; cells aside, which are many. */
export interface Definition {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly mappings: Readonly<Record<string, string | null>>;
  readonly extraColumns: readonly string[];
  readonly tests: readonly object[];
  /** In the order in which they run. */
  readonly rules: readonly RuleState[];
}

export interface RuleState {
  /** Null: a rule that is yet to be made. */
  readonly id: number | null;
  readonly active: boolean;
  /** As it is stored: every text canonical. */
  readonly definition: Readonly<Record<string, unknown>>;
}

export function definitionOfFeed(feed: FeedRow, rules: readonly RuleRow[]): Definition {
  return {
    settings: feed.settings,
    mappings: feed.mappings,
    extraColumns: feed.extra_columns,
    tests: feed.tests,
    rules: rules.map(({ id, active, definition }) => ({ id, active, definition })),
  };
}

/** The feed as it would be with another definition; its rules aside. */
export function feedWith(feed: FeedRow, { settings, mappings, extraColumns, tests }: Omit<Definition, "rules">): FeedRow {
  return { ...feed, settings, mappings, extra_columns: [...extraColumns], tests: [...tests] };
}

/** The order of members is kept, so it tells definitions apart. */
export function textOf(value: unknown): string {
  return JSON.stringify(value);
}
