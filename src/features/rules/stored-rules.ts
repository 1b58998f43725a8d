import { storedContext } from "../../engine/plan/stored-context.ts";
import { readRule, type RuleDefinition } from "../../engine/rules/rule-reader.ts";
import type { FeedRow } from "../feeds/index.ts";
import { ruleAnswer, type RuleShape } from "./rule-shapes.ts";
import type { RuleRow } from "./rule-queries.ts";

/** A stored rule, read again: it was checked when it was written. */
export function storedDefinition({ id, definition }: Pick<RuleRow, "id" | "definition">, feed: FeedRow): RuleDefinition {
  return readRule(id, definition, storedContext(feed.extra_columns));
}

export function storedAnswer(row: RuleRow, feed: FeedRow): RuleShape {
  return ruleAnswer(row, storedDefinition(row, feed));
}
