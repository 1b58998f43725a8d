import { patternWeight, patternWeightFault } from "../../engine/expression/pattern.ts";
import { list, literal, sql } from "../../engine/sql/fragment.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { PreparationOutdated } from "../../kernel/operation.ts";
import { type ShopWarehouse, WarehouseLost, WarehouseRefused } from "../../platform/warehouse/warehouse-port.ts";
import type { ShopCall } from "../operation.ts";

/** Why some patterns are no regular expressions. Judged before a write's transaction; what it turns out to need besides has to be judged first. */
export interface JudgedPatterns {
  /** Undefined: nothing is wrong with it. Throws `PreparationOutdated` for a pattern that was not judged. */
  fault(pattern: string): string | undefined;
}

/** Regular expressions that were written, and the fault where one is none. */
export function patternFaults(
  patterns: readonly (Pick<ErrorDetail, "param" | "code"> & { readonly pattern: string })[],
  judged: JudgedPatterns,
): readonly ErrorDetail[] {
  return patterns.flatMap(({ pattern, param, code }) => {
    const message = judged.fault(pattern);
    return message === undefined ? [] : [{ param, code, message }];
  });
}

/** For what needs no judging. */
export const NOTHING_JUDGED: JudgedPatterns = verdicts(new Map());

/** DuckDB is the judge of regular expressions: it is the one that will run them. Most are fine, so several are asked about at once. */
export async function judgePatterns(
  { warehouse, shop }: Pick<ShopCall, "warehouse" | "shop">,
  patterns: readonly string[],
): Promise<JudgedPatterns> {
  const judge = warehouse.of(shop.shopId);
  const judged = new Map([...new Set(patterns)].map((pattern) => [pattern, patternWeightFault(pattern)]));
  const light = [...judged].flatMap(([pattern, fault]) => (fault === undefined ? [pattern] : []));
  for (const batch of batches(light)) {
    if ((await faultOf(judge, batch)) === undefined) continue;
    for (const pattern of batch) judged.set(pattern, await faultOf(judge, [pattern]));
  }
  return verdicts(judged);
}

function verdicts(judged: ReadonlyMap<string, string | undefined>): JudgedPatterns {
  return {
    fault(pattern) {
      if (!judged.has(pattern)) throw new PreparationOutdated();
      return judged.get(pattern);
    },
  };
}

/** Instructions that are compiled well within the deadline of one question; a shop's next question waits for those of others. */
const BATCH_WEIGHT_MAX = 80_000;

function batches(patterns: readonly string[]): readonly (readonly string[])[] {
  const found: string[][] = [];
  let room = 0;
  for (const pattern of patterns) {
    const weight = Math.max(1, patternWeight(pattern));
    if (weight > room) {
      found.push([]);
      room = BATCH_WEIGHT_MAX;
    }
    found.at(-1)?.push(pattern);
    room -= weight;
  }
  return found;
}

async function faultOf(judge: ShopWarehouse, patterns: readonly string[]): Promise<string | undefined> {
  const shown = patterns[0]?.slice(0, 60);
  try {
    await judge.judge(sql`SELECT [${list(patterns.map((pattern) => sql`regexp_matches('', ${literal(pattern)})`))}] AS judged`);
    return undefined;
  } catch (error) {
    if (error instanceof WarehouseLost && (error.reason === "deadline" || error.exhausted !== null))
      return `The regular expression ${shown} takes too much time or memory to compile. Simplify it: use fewer repetition counts and fewer classes such as \\pL.`;
    if (!(error instanceof WarehouseRefused) || error.exhausted !== null) throw error;
    return `The regular expression ${shown} isn't valid RE2${reasonOf(error.message)}. Correct it.`;
  }
}

/** RE2 says what it stumbled over behind the last colon of its kind. */
function reasonOf(message: string): string {
  const found = /Input Error: ([^\n]{1,120})/.exec(message)?.[1];
  return found === undefined ? "" : `: ${found}`;
}
