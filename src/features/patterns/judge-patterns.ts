import { list, literal, sql } from "../../engine/sql/fragment.ts";
import { PreparationOutdated } from "../../kernel/operation.ts";
import { WarehouseRefused } from "../../platform/warehouse/warehouse-port.ts";
import type { Services } from "../operation.ts";

/** Why some patterns are no regular expressions. Judged before a write's transaction; what it turns out to need besides has to be judged first. */
export interface JudgedPatterns {
  /** Undefined: nothing is wrong with it. Throws `PreparationOutdated` for a pattern that was not judged. */
  fault(pattern: string): string | undefined;
}

/** For what needs no judging. */
export const NOTHING_JUDGED: JudgedPatterns = verdicts(new Map());

/** DuckDB is the judge of regular expressions: it is the one that will run them. Most are fine, so all are asked about at once. */
export async function judgePatterns({ warehouse }: Pick<Services, "warehouse">, patterns: readonly string[]): Promise<JudgedPatterns> {
  const each = [...new Set(patterns)];
  const fault = async (some: readonly string[]): Promise<string | undefined> => {
    try {
      await warehouse.query(sql`SELECT [${list(some.map((pattern) => sql`regexp_matches('', ${literal(pattern)})`))}] AS judged`);
      return undefined;
    } catch (error) {
      if (!(error instanceof WarehouseRefused) || error.exhausted !== null) throw error;
      return error.message;
    }
  };
  const judged = new Map<string, string | undefined>(each.map((pattern) => [pattern, undefined]));
  if (each.length === 0 || (await fault(each)) === undefined) return verdicts(judged);
  for (const pattern of each) {
    const found = await fault([pattern]);
    if (found !== undefined)
      judged.set(pattern, `The regular expression ${pattern.slice(0, 60)} is none that RE2 knows${reasonOf(found)}.`);
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

/** RE2 says what it stumbled over behind the last colon of its kind. */
function reasonOf(message: string): string {
  const found = /Input Error: ([^\n]{1,120})/.exec(message)?.[1];
  return found === undefined ? "" : `: ${found}`;
}
