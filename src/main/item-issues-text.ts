import type { z } from "zod";
import type { IssuesMeta, PlatformIssueRowShape, PlatformIssueShape } from "../features/platform-issues/index.ts";
import { table } from "./text-table.ts";

/** A platform's issues with items as a person reads them in a terminal. */

export interface FeedIssues {
  readonly feed_id: string;
  readonly issues: readonly PlatformIssueShape[];
  readonly meta: z.output<typeof IssuesMeta>;
}

const SEVERITIES = { error: "Error", warning: "Warning", info: "Hint" } as const;

/** A reading right after the connection finds an account that hasn't taken the feed in yet. */
const unread = (named: string): string =>
  `If it has read the feed since then, read the items again: feedwright channel issues ${named} --refresh\n`;

export function itemIssuesText({ feed_id: feed, issues, meta }: FeedIssues, named: string): string {
  const fault = meta.error === null ? "" : `The latest reading failed: ${meta.error.message}\n`;
  if (meta.items === null) return `${feed}: the platform's items haven't been read yet.\n${fault}`;
  const counts = Object.entries(meta.items).flatMap(([status, count]) => (count === 0 ? [] : [`${count} ${status}`]));
  const elsewhere = meta.items_elsewhere === 0 ? "" : ` ${meta.items_elsewhere} items with issues aren't rows of this feed.`;
  const reading = meta.status === "reading" ? " They're being read again now." : "";
  const heading = `${feed}: items read at ${meta.fetched_at ?? ""}: ${counts.join(", ") || "none"}.${elsewhere}${reading}\n${fault}`;
  if (issues.length === 0)
    return `${heading}The platform reports no issue with this feed's rows.\n${counts.length === 0 ? unread(named) : ""}`;
  const rows = issues.map(({ severity, affected_count: count, attribute, code, message, fixed_by_next_run: fixed }) => [
    SEVERITIES[severity],
    String(count),
    attribute ?? "",
    code,
    fixedText(fixed),
    shortened(message),
  ]);
  const more = meta.has_more ? `${meta.total - issues.length} more issues aren't shown.\n` : "";
  return `${heading}${table(["Severity", "Rows", "Attribute", "Code", "Fixed by next run", "What is wrong"], rows)}${more}Show the rows of an issue with: feedwright channel issues ${named} --code CODE\n`;
}

const fixedText = (fixed: boolean | null): string => (fixed === null ? "can't tell" : fixed ? "yes" : "no");

export function issueRowsText(rows: readonly PlatformIssueRowShape[], code: string): string {
  if (rows.length === 0) return `The platform reports ${code} for no row.\n`;
  return table(
    ["Row", "Item", "Attribute", "Value", "Our finding", "Rules", "Fixed by next run", "Why"],
    rows.map(({ row_id: row, item_id: item, attribute, value, finding, rules, fixed_by_next_run: fixed, reason }) => [
      ...[row, item, attribute ?? "", shortened(value ?? ""), finding?.code ?? ""],
      ...[(rules ?? []).map(({ rule_id: id }) => id).join(", "), fixedText(fixed), reason],
    ]),
  );
}

const SHOWN_MAX = 60;

function shortened(text: string): string {
  const points = [...text];
  return points.length > SHOWN_MAX ? `${points.slice(0, SHOWN_MAX - 1).join("")}…` : text;
}
