import { z } from "zod";
import type { WarehouseRow, WarehouseValue } from "../../kernel/sql.ts";
import { parseJson } from "../../kernel/unsafe.ts";
import { type FindingRow, linkedRow, type ShopAdmin } from "../findings/index.ts";
import { combinedOutlook, type OutlookFacts, outlookOf, type RowFacts } from "./outlook.ts";
import type { ItemCountsShape, PlatformIssueRowShape, PlatformIssueShape, PlatformItemsShape } from "./platform-issue-shapes.ts";
import type { ReadingRow } from "./reading-queries.ts";
import type { WritingRules } from "./writing-rules.ts";

/** Rows of the warehouse as the API answers them. */

const SEVERITIES = ["error", "warning", "info"] as const;
const Severity = z.enum(SEVERITIES);
const Place = z.enum(["file", "excluded", "omitted"]);
const Status = z.enum(["approved", "limited", "disapproved", "pending"]);
const Countries = z.array(z.string());

const text = (row: WarehouseRow, column: string): string => String(row[column] ?? "");
const textOrNull = (row: WarehouseRow, column: string): string | null => text(row, column) || null;
const countries = (row: WarehouseRow): string[] => Countries.parse(parseJson(text(row, "countries")));

function factsOf(row: WarehouseRow): RowFacts {
  return {
    place: Place.parse(row["place"]),
    findingCode: textOrNull(row, "finding_code"),
    found: row["found"] === true,
    foundBefore: row["found_before"] === true,
  };
}

/** What tells issues apart, in rows and in answers. */
export function issueKey({ code, attribute }: { readonly code?: WarehouseValue; readonly attribute?: WarehouseValue }): string {
  return JSON.stringify([code ?? "", attribute ?? ""]);
}

/** Issues out of their groups: the most severe first, then by rows. */
export function issuesOf(groups: readonly WarehouseRow[], facts: OutlookFacts): readonly Omit<PlatformIssueShape, "samples">[] {
  const issues = [...Map.groupBy(groups, issueKey).values()].map((of) => issueOf(of, facts));
  const rank = ({ severity }: Pick<PlatformIssueShape, "severity">): number => SEVERITIES.indexOf(severity);
  return issues.toSorted(
    (one, other) => rank(one) - rank(other) || other.affected_count - one.affected_count || (sortKey(one) < sortKey(other) ? -1 : 1),
  );
}

const sortKey = ({ code, attribute }: Pick<PlatformIssueShape, "code" | "attribute">): string => `${code} ${attribute ?? ""}`;

function issueOf(groups: readonly WarehouseRow[], facts: OutlookFacts): Omit<PlatformIssueShape, "samples"> {
  const [first = {}] = groups.toSorted((one, other) => Number(other["affected"]) - Number(one["affected"]));
  const outlook = combinedOutlook(groups.map((group) => ({ ...outlookOf(factsOf(group), facts), rows: Number(group["affected"]) })));
  const severity = Math.min(...groups.map((group) => Number(group["severity_rank"])));
  return {
    object: "platform_issue",
    ...{ code: text(first, "code"), severity: SEVERITIES[severity] ?? "info", attribute: textOrNull(first, "attribute") },
    ...{ message: text(first, "message"), documentation_url: textOrNull(first, "documentation_url") },
    countries: [...new Set(groups.flatMap(countries))].toSorted(),
    finding_code: textOrNull(first, "finding_code"),
    affected_count: groups.reduce((sum, group) => sum + Number(group["affected"]), 0),
    fixed_count: outlook.fixedRows,
    ...{ fixed_by_next_run: outlook.fixed, reason: outlook.reason },
  };
}

/** Ids in the warehouse are the storefront's. */
function rowOf(row: WarehouseRow, admin: ShopAdmin) {
  const ids = { row_id: text(row, "row_id"), product_id: text(row, "product_id") };
  const value = row["value"] === null || text(row, "attribute") === "" ? null : text(row, "value");
  return { ...ids, ...linkedRow(ids, admin), title: text(row, "title"), value };
}

export function sampleAnswer(row: WarehouseRow, admin: ShopAdmin): PlatformIssueShape["samples"][number] {
  return rowOf(row, admin);
}

interface RowContext {
  readonly admin: ShopAdmin;
  readonly facts: OutlookFacts;
  readonly findings: readonly FindingRow[];
  readonly rules: WritingRules;
}

export function rowAnswer(row: WarehouseRow, { admin, facts, findings, rules }: RowContext): PlatformIssueRowShape {
  const attribute = textOrNull(row, "attribute");
  const { fixed, reason } = outlookOf(factsOf(row), facts);
  const shown = rowOf(row, admin);
  return {
    object: "platform_issue_row",
    ...{ row_id: shown.row_id, product_id: shown.product_id, sku: textOrNull(row, "sku"), title: shown.title, admin_url: shown.admin_url },
    ...{ item_id: text(row, "item_id"), item_status: Status.parse(row["status"]) },
    ...{ code: text(row, "code"), severity: Severity.parse(row["severity"]), attribute, message: text(row, "message") },
    ...{ documentation_url: textOrNull(row, "documentation_url"), countries: countries(row), value: shown.value },
    finding: row["found"] === true ? findingAnswer(row, findings) : null,
    rules: attribute === null ? null : withoutReadonly(rules({ rowId: shown.row_id, item: Number(row["item"]), attribute })),
    ...{ fixed_by_next_run: fixed, reason },
  };
}

const withoutReadonly = (rules: ReturnType<WritingRules>): PlatformIssueRowShape["rules"] => (rules === null ? null : [...rules]);

function findingAnswer(row: WarehouseRow, findings: readonly FindingRow[]): PlatformIssueRowShape["finding"] {
  const [code, wanted] = [text(row, "finding_code"), text(row, "finding_field")];
  const found = findings.find((finding) => finding.code === code && (wanted === "" || finding.field === wanted));
  if (found === undefined) return null;
  const { field, severity, message, what_to_do } = found;
  return { code, field, severity, message, what_to_do };
}

interface StoredReading {
  readonly row: ReadingRow | undefined;
  /** The row, if it has a reading of the chosen account. */
  readonly complete: ReadingRow | undefined;
}

export function itemsAnswer({ row, complete }: StoredReading, now: Date): PlatformItemsShape {
  const code = row?.error_code ?? null;
  return {
    status: statusOf(row, complete, now),
    fetched_at: complete?.fetched_at?.toISOString() ?? null,
    items: complete === undefined ? null : itemCounts(complete.counts),
    items_cut: complete?.is_cut ?? false,
    error: code === null ? null : { code, message: row?.error_message ?? "" },
  };
}

export function itemCounts(counts: ReadingRow["counts"]): ItemCountsShape {
  const count = (status: string): number => counts?.[status] ?? 0;
  return { approved: count("approved"), limited: count("limited"), disapproved: count("disapproved"), pending: count("pending") };
}

function statusOf(row: ReadingRow | undefined, complete: ReadingRow | undefined, now: Date): PlatformItemsShape["status"] {
  if (row !== undefined && (row.is_wanted || (row.leased_until !== null && row.leased_until > now))) return "reading";
  if (row?.error_code !== null && row?.error_code !== undefined) return "failed";
  return complete === undefined ? "never_read" : "read";
}
