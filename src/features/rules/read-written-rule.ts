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
import { FEEDWIDE_MAX } from "../../engine/expression/functions/catalog.ts";
import { CONDITIONS_OF_FEED_MAX, RULES_MAX } from "./rule-limits.ts";
import type { RuleRow, StoredRule } from "./rule-queries.ts";

type Call = ShopCall & Refuse<"rule_invalid">;

/** A rule that passed every check of its text, its types and its cost; refuses with `rule_invalid` and all faults otherwise. */
export async function readWrittenRule(call: Call, feed: FeedRow, written: unknown): Promise<RuleDefinition> {
  const context = await writingContext(call, feed);
  const rule = readOrRefuse(call, written, context);
  const faults = await patternFaults(call, rule);
  if (faults.length > 0) refuse(call, faults);
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
    if (error instanceof RuleInvalid) return refuse(call, error.faults);
    throw error;
  }
}

function refuse(call: Call, faults: readonly RuleFault[]): never {
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

/** What the feed's rules add up to with this one; `replaced` is the rule it takes the place of. */
export function feedBounds(
  call: Call,
  rules: readonly RuleRow[],
  rule: RuleDefinition,
  options: { readonly active: boolean; readonly replaced?: number },
): void {
  const others = rules.filter(({ id }) => id !== options.replaced);
  const fault = (message: string): never => refuse(call, [{ at: "", code: "invalid_param", message }]);
  if (others.length >= RULES_MAX) fault(`A feed has at most ${RULES_MAX} rules; join some of them, or remove those that match nothing.`);
  const conditions = others.reduce((sum, other) => sum + other.conditions, rule.size.conditions);
  if (conditions > CONDITIONS_OF_FEED_MAX)
    fault(`The rules of a feed have at most ${CONDITIONS_OF_FEED_MAX} conditions together; with this one they have ${conditions}.`);
  if (!options.active) return;
  const running = others.filter(({ active }) => active);
  const feedwide = running.reduce((sum, other) => sum + other.feedwide, rule.size.feedwide);
  if (feedwide > FEEDWIDE_MAX)
    fault(
      `A feed has at most ${FEEDWIDE_MAX} functions over all its rows (rank, group_min, limit_rows, deduplicate and the like); with this rule it has ${feedwide}.`,
    );
  if (rule.size.splits && running.some(({ rule_type: type }) => type === "split_row"))
    fault("A feed has at most one active split_row rule; deactivate the other one first.");
}

export function storedRule({ type, definition, size }: RuleDefinition): StoredRule {
  return { type, definition, lookups: size.tables, conditions: size.conditions, feedwide: size.feedwide };
}
