import { list, literal, sql } from "../../engine/sql/fragment.ts";
import { WarehouseRefused } from "../../platform/warehouse/warehouse-port.ts";
import type { Services } from "../operation.ts";

/** A regular expression that is none, and why. */
export interface JudgedPattern {
  readonly pattern: string;
  readonly message: string;
}

/** DuckDB is the judge of regular expressions: it is the one that will run them. Most are fine, so all are asked about at once. */
export async function judgePatterns(
  { warehouse }: Pick<Services, "warehouse">,
  patterns: readonly string[],
): Promise<readonly JudgedPattern[]> {
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
  if (each.length === 0 || (await fault(each)) === undefined) return [];
  const judged: JudgedPattern[] = [];
  for (const pattern of each) {
    const found = await fault([pattern]);
    if (found !== undefined)
      judged.push({ pattern, message: `The regular expression ${pattern.slice(0, 60)} is none that RE2 knows${reasonOf(found)}.` });
  }
  return judged;
}

/** RE2 says what it stumbled over behind the last colon of its kind. */
function reasonOf(message: string): string {
  const found = /Input Error: ([^\n]{1,120})/.exec(message)?.[1];
  return found === undefined ? "" : `: ${found}`;
}
