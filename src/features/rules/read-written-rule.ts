import type { CheckContext } from "../../engine/expression/check-faults.ts";
import { columnsInScope } from "../../engine/expression/read-expression.ts";
import { feedColumns } from "../../engine/plan/feed-columns.ts";
import { type RuleFault, RuleInvalid } from "../../engine/rules/rule-fault.ts";
import { readRule, type RuleDefinition } from "../../engine/rules/rule-reader.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { readSourceColumns } from "../columns/index.ts";
import type { FeedRow } from "../feeds/index.ts";
import { holdLookupTables } from "../lookups/index.ts";
import type { ShopCall } from "../operation.ts";
import { judgePatterns } from "../patterns/index.ts";
import type { StoredRule } from "./rule-queries.ts";

type Call = ShopCall & Refuse<"rule_invalid">;

/** A rule that passed every check of its text, its types and its cost; refuses with `rule_invalid` and all faults otherwise. */
export async function readWrittenRule(call: Call, feed: FeedRow, written: unknown): Promise<RuleDefinition> {
  const context = await writingContext(call, feed);
  const rule = readOrRefuse(call, written, context);
  const faults = await patternFaults(call, rule);
  if (faults.length > 0) refuseRule(call, faults);
  return rule;
}

/** What may be named now: the columns of the live snapshot and of the feed, and the shop's lookup tables, which stay until the end. */
async function writingContext({ shop }: ShopCall, feed: FeedRow): Promise<CheckContext> {
  const { visible } = await readSourceColumns(shop);
  const tables = await holdLookupTables(shop);
  return {
    columns: columnsInScope(
      visible.map(({ name }) => name),
      feedColumns(feed.extra_columns),
    ),
    lenient: false,
    tables: new Map(tables.map(({ name, columns }) => [name, columns.slice(1)])),
  };
}

function readOrRefuse(call: Call, written: unknown, context: CheckContext): RuleDefinition {
  try {
    return readRule(0, written, context);
  } catch (error) {
    if (error instanceof RuleInvalid) return refuseRule(call, error.faults);
    throw error;
  }
}

export function refuseRule(call: Call, faults: readonly RuleFault[]): never {
  const details = faults.map(({ at, code, message, line, column }): ErrorDetail => ({
    param: `/rule${at}`,
    code,
    message,
    ...(line === undefined || column === undefined ? {} : { line, column }),
  }));
  const [first] = details;
  return call.fail("rule_invalid", details.length === 1 ? first?.message : undefined, details);
}

async function patternFaults(call: ShopCall, { size }: RuleDefinition): Promise<readonly RuleFault[]> {
  const judged = await judgePatterns(call, [...size.patterns.values()]);
  const messages = new Map(judged.map(({ pattern, message }) => [pattern, message]));
  return [...size.patterns].flatMap(([at, pattern]): readonly RuleFault[] => {
    const message = messages.get(pattern);
    return message === undefined ? [] : [{ at: at.replace(/#\d+$/, ""), code: "invalid_value", message }];
  });
}

export function storedRule({ type, definition, size }: RuleDefinition): StoredRule {
  return { type, definition, lookups: size.tables, conditions: size.conditions, feedwide: size.feedwide };
}
