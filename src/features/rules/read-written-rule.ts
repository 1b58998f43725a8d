import type { CheckContext } from "../../engine/expression/check-faults.ts";
import { columnsInScope } from "../../engine/expression/read-expression.ts";
import { feedColumns } from "../../engine/plan/feed-columns.ts";
import type { RuleFault } from "../../engine/rules/rule-fault.ts";
import { type RuleDefinition, type RuleSize, readOrFaults } from "../../engine/rules/rule-reader.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { readSourceColumns, type SourceColumns } from "../columns/index.ts";
import type { FeedRow } from "../feeds/index.ts";
import { holdLookupTables, type LookupTable } from "../lookups/index.ts";
import type { ShopCall } from "../operation.ts";
import { type JudgedPattern, judgePatterns } from "../patterns/index.ts";
import type { StoredRule } from "./rule-queries.ts";

type Call = ShopCall & Refuse<"rule_invalid">;

/** A rule that passed every check of its text, its types and its cost; refuses with `rule_invalid` and all faults otherwise. */
export async function readWrittenRule(call: Call, feed: FeedRow, written: unknown): Promise<RuleDefinition> {
  const context = writingContext(feed.extra_columns, await readSourceColumns(call.shop), await holdLookupTables(call.shop));
  const read = readOrFaults(written, context);
  if (read.rule === undefined) return refuseRule(call, read.faults);
  const faults = patternFaults(read.rule.size.patterns, await judgePatterns(call, [...read.rule.size.patterns.values()]));
  if (faults.length > 0) refuseRule(call, faults);
  return read.rule;
}

/** What may be named now: the columns of the live snapshot and of the feed, and the shop's lookup tables, which the caller holds. */
export function writingContext(extraColumns: readonly string[], { visible }: SourceColumns, tables: readonly LookupTable[]): CheckContext {
  return {
    columns: columnsInScope(
      visible.map(({ name }) => name),
      feedColumns(extraColumns),
    ),
    lenient: false,
    tables: new Map(tables.map(({ name, columns }) => [name, columns.slice(1)])),
  };
}

export function refuseRule(call: Call, faults: readonly RuleFault[]): never {
  const details = ruleDetails("/rule", faults);
  const [first] = details;
  return call.fail("rule_invalid", details.length === 1 ? first?.message : undefined, details);
}

/** Faults of a rule that stands at `pointer` in a body. */
export function ruleDetails(pointer: string, faults: readonly RuleFault[]): readonly ErrorDetail[] {
  return faults.map(({ at, code, message, line, column }) => ({
    param: `${pointer}${at}`,
    code,
    message,
    ...(line === undefined || column === undefined ? {} : { line, column }),
  }));
}

/** Members whose regular expressions were judged to be none. */
export function patternFaults(patterns: RuleSize["patterns"], judged: readonly JudgedPattern[]): readonly RuleFault[] {
  const messages = new Map(judged.map(({ pattern, message }) => [pattern, message]));
  return [...patterns].flatMap(([at, pattern]): readonly RuleFault[] => {
    const message = messages.get(pattern);
    return message === undefined ? [] : [{ at: at.replace(/#\d+$/, ""), code: "invalid_value", message }];
  });
}

export function storedRule({ type, definition, size }: RuleDefinition): StoredRule {
  return { type, definition, lookups: size.tables, conditions: size.conditions, parts: size.parts, feedwide: size.feedwide };
}
