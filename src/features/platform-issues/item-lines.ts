import { open } from "node:fs/promises";
import type { ItemLine } from "../../engine/channels/platform-items.ts";
import type { ItemIssue, ItemStatus } from "../../channels/platform-port.ts";

/** Our finding that means the same as an issue: its code, and the attribute it must be about (blank: any). */
export interface MatchingFinding {
  readonly code: string;
  readonly field: string;
}

export interface ItemLines extends AsyncDisposable {
  readonly write: (target: number, items: readonly ItemStatus[], matching: (issue: ItemIssue) => MatchingFinding) => Promise<void>;
  readonly count: () => number;
}

/** Of one item, and of one of its texts; platforms have no more than a few. */
const ISSUES_MAX = 200;
const TEXT_MAX = 2_000;

/** A file of a line for each item, written page by page. */
export async function openItemLines(path: string): Promise<ItemLines> {
  const file = await open(path, "w");
  let n = 0;
  return {
    count: () => n,
    async write(target, items, matching) {
      const lines = items.map((item) => `${JSON.stringify(lineOf({ item, target, n: n++, matching }))}\n`);
      await file.write(lines.join(""));
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}

interface Line {
  readonly item: ItemStatus;
  readonly target: number;
  readonly n: number;
  readonly matching: (issue: ItemIssue) => MatchingFinding;
}

function lineOf({ item: { itemId, status, issues }, target, n, matching }: Line): ItemLine {
  return {
    ...{ n, target, item_id: text(itemId), status },
    issues: issues.slice(0, ISSUES_MAX).map((issue) => {
      const { code, field } = matching(issue);
      return {
        ...{ code: text(issue.code) || "unknown", severity: issue.severity, attribute: text(issue.attribute ?? "") },
        ...{ message: text(issue.message), documentation_url: text(issue.documentationUrl ?? ""), countries: issue.countries.map(text) },
        ...{ finding_code: code, finding_field: field },
      };
    }),
  };
}

/** DuckDB reads neither U+0000 nor halves of characters. */
function text(value: string): string {
  return value.replaceAll("\u0000", "").slice(0, TEXT_MAX).toWellFormed();
}
