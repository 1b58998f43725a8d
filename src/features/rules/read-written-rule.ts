import type { CheckContext } from "../../engine/expression/check-faults.ts";
import { columnsInScope } from "../../engine/expression/read-expression.ts";
import { attributeColumns, feedColumns } from "../../engine/plan/feed-columns.ts";
import type { RuleFault } from "../../engine/rules/rule-fault.ts";
import { type RuleDefinition, readOrFaults } from "../../engine/rules/rule-reader.ts";
import type { RuleSize } from "../../engine/rules/rule-size.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { readSourceColumns, type SourceColumns } from "../metafields/index.ts";
import type { WrittenPattern } from "../definitions/index.ts";
import type { FeedRow } from "../feeds/index.ts";
import { findLookupTables, holdLookupTables, type LookupTable } from "../lookups/index.ts";
import type { ShopCall, ShopChange } from "../operation.ts";
import { type JudgedPatterns, judgePatterns, patternFaults } from "../patterns/index.ts";
import type { StoredRule } from "./rule-queries.ts";

type Call = ShopChange & Refuse<"rule_invalid">;

interface WrittenRule {
  readonly written: unknown;
  readonly judged: JudgedPatterns;
}

/** Judges the regular expressions of rules before the transaction in which `readWrittenRule` reads them. */
export async function judgeWrittenRules(call: ShopCall, feed: FeedRow, written: readonly unknown[]): Promise<JudgedPatterns> {
  const context = writingContext(feed.extra_columns, await readSourceColumns(call.shop), await findLookupTables(call.shop));
  const rules = written.flatMap((each) => readOrFaults(each, context).rule ?? []);
  return judgePatterns(
    call,
    rules.flatMap(({ size }) => [...size.patterns.values()]),
  );
}

/** A rule that passed every check of its text, its types and its cost; refuses with `rule_invalid` and all faults otherwise. */
export async function readWrittenRule(call: Call, feed: FeedRow, { written, judged }: WrittenRule): Promise<RuleDefinition> {
  const context = writingContext(feed.extra_columns, await readSourceColumns(call.shop), await holdLookupTables(call.shop));
  const read = readOrFaults(written, context);
  if (read.rule === undefined) return refuseRule(call, read.faults);
  const faults = patternFaults(patternsAt("/rule", read.rule.size.patterns), judged);
  if (faults.length > 0) refuseDetails(call, faults);
  return read.rule;
}

/** What may be named now: the columns of the live snapshot and of the feed, and the shop's lookup tables, which the caller holds. */
export function writingContext(extraColumns: readonly string[], { visible }: SourceColumns, tables: readonly LookupTable[]): CheckContext {
  return {
    columns: columnsInScope(
      visible.map(({ name }) => name),
      feedColumns(extraColumns),
      attributeColumns(extraColumns),
    ),
    lenient: false,
    tables: new Map(tables.map(({ name, columns }) => [name, columns.slice(1)])),
  };
}

function refuseRule(call: Call, faults: readonly RuleFault[]): never {
  return refuseDetails(call, ruleDetails("/rule", faults));
}

/** `details`: faults of the rule, or of a bound that it goes past. */
export function refuseDetails(call: Refuse<"rule_invalid">, details: readonly ErrorDetail[]): never {
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

/** The regular expressions of a rule that is at `pointer` in a body. */
export function patternsAt(pointer: string, patterns: RuleSize["patterns"]): readonly WrittenPattern[] {
  return [...patterns].map(([at, pattern]) => ({ pattern, param: `${pointer}${at.replace(/#\d+$/, "")}`, code: "invalid_value" }));
}

export function storedRule({ type, definition, size }: RuleDefinition): StoredRule {
  return { type, definition, lookups: size.tables, conditions: size.conditions, parts: size.parts, feedwide: size.feedwide };
}
