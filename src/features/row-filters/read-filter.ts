import type { ColumnsInScope } from "../../engine/expression/column-names.ts";
import { type Expression, nodesOf } from "../../engine/expression/expression.ts";
import { readOrFaults } from "../../engine/rules/rule-reader.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { WarehouseLost } from "../../platform/warehouse/warehouse-port.ts";
import type { ShopCall } from "../operation.ts";
import { judgePatterns, patternFaults } from "../patterns/index.ts";

type Refusing = Refuse<"invalid_request">;

const PARAM = "/filter";
const BEYOND_ROWS: ReadonlySet<Expression["kind"]> = new Set(["feedwide", "lookup", "category"]);

/**
 * Reads the condition that rows are filtered by as that of a rule, within a rule's bounds. Null where it always holds. Refuses with every
 * fault at its line and column.
 */
export async function readFilter(call: ShopCall & Refusing, written: string, columns: ColumnsInScope): Promise<Expression | null> {
  const { rule, faults } = readOrFaults({ type: "exclude", condition: written }, { columns, lenient: false, tables: null });
  if (rule === undefined)
    return refuse(
      call,
      faults.map(({ at: _at, ...rest }) => ({ param: PARAM, ...rest })),
    );
  const { matched } = rule;
  if (matched === null) return null;
  if ([...nodesOf(matched)].some(({ kind }) => BEYOND_ROWS.has(kind))) refuse(call, [fault(NO_OTHER_ROWS)]);
  const patterns = [...rule.size.patterns.values()];
  const judged = await judgePatterns(call, patterns);
  const invalid = patternFaults(
    patterns.map((pattern) => ({ pattern, param: PARAM, code: "invalid_value" })),
    judged,
  );
  return invalid.length > 0 ? refuse(call, invalid) : matched;
}

const NO_OTHER_ROWS = "A filter looks at single rows. It can't use functions that look at other rows, lookup tables or categories.";

/** A filter of a million rows takes a second; past this it holds up others. */
const FILTER_LIMIT_MS = 5_000;

/** Ends a filter's statement at the limit, and says so of the filter. */
export async function withinFilterTime<T>(
  call: Refusing,
  ask: (signal: AbortSignal) => Promise<T>,
  limitMs: number = FILTER_LIMIT_MS,
): Promise<T> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    return await ask(signal);
  } catch (error) {
    if (!(error instanceof WarehouseLost) || !signal.aborted) throw error;
    return refuse(call, [fault(`This filter takes more than ${limitMs / 1_000} seconds. Simplify it, or try again shortly.`)]);
  }
}

function fault(message: string): ErrorDetail {
  return { param: PARAM, code: "invalid_value", message };
}

function refuse(call: Refusing, details: readonly ErrorDetail[]): never {
  return call.fail("invalid_request", details.length === 1 ? details[0]?.message : undefined, details);
}
