import { z } from "zod";
import type { FetchRun, IssueSeverity, ItemPage, ItemStatus, PlatformCall, PlatformIssue, Processing } from "../platform-port.ts";
import { PlatformFault } from "../platform-request.ts";
import { catalogOf, getAll, getData } from "./platform-calls.ts";

const Count = z.number().int().nonnegative().default(0);

const Counts = z.object({
  process_status: z.enum(["WAITING", "PROCESSING", "SUCCESS", "FAILED"]),
  ...{ add_count: Count, update_count: Count, error_count: Count },
});
type Counts = z.output<typeof Counts>;

const Times = z.object({ start_time: z.string().default(""), end_time: z.string().default("") });

/** TikTok's own sample has `last_` before both names. */
const FeedLog = z.object({
  update_status: Counts.optional(),
  last_update_status: Counts.optional(),
  update_time: Times.optional(),
  last_update_time: Times.optional(),
});
const FeedLogs = z.object({ feed_logs: z.array(FeedLog).default([]) });

const NEVER: Processing = Object.freeze({
  ...{ state: "never_fetched", lastFetchedAt: null, issues: [] },
  ...{ itemsTotal: null, itemsValid: null, itemsInvalid: null },
});

/** The last reading's counts, and what TikTok's diagnosis of the day before says of the feed. */
export async function latestTiktokProcessing(call: PlatformCall, id: string): Promise<Processing> {
  const logs = await getData(call, "/catalog/feed/log/", { ...catalogOf(call), feed_id: id }, FeedLogs);
  const runs = logs.feed_logs.flatMap((log) => {
    const counts = log.update_status ?? log.last_update_status;
    const times = log.update_time ?? log.last_update_time;
    return counts === undefined ? [] : [{ counts, start: times?.start_time ?? "" }];
  });
  const [last] = runs.toSorted((a, b) => b.start.localeCompare(a.start));
  return last === undefined ? NEVER : processingOf(last.counts, last.start, await diagnosis(call, id));
}

function processingOf(counts: Counts, start: string, issues: readonly PlatformIssue[]): Processing {
  const states = { WAITING: "processing", PROCESSING: "processing", SUCCESS: "succeeded", FAILED: "failed" } as const;
  const state = states[counts.process_status];
  const [valid, invalid] = [counts.add_count + counts.update_count, counts.error_count];
  const isKnown = state === "succeeded";
  return {
    ...{ state, lastFetchedAt: instantOf(start), issues },
    ...{ itemsTotal: isKnown ? valid + invalid : null, itemsValid: isKnown ? valid : null, itemsInvalid: isKnown ? invalid : null },
  };
}

/** `2026-11-23 04:00:00`, in UTC. */
function instantOf(text: string): string | null {
  const at = Date.parse(text.includes("T") ? text : `${text.trim().replace(" ", "T")}Z`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

const Diagnosed = z.object({
  issue_id: z.string().min(1),
  issue_title: z.string().default(""),
  reason_and_suggestion: z.string().default(""),
  issue_level: z.string().default(""),
  issue_product_field: z.string().optional(),
  affected_product_count: Count.optional(),
  example_affected_products: z.array(z.object({ sku_id: z.string() })).default([]),
});

/** Diagnosis is a permission of its own. */
async function diagnosis(call: PlatformCall, id: string): Promise<readonly PlatformIssue[]> {
  const query = { ...catalogOf(call), feed_id: id };
  try {
    const found = await getAll(call, "/diagnostic/catalog/", query, { list: "issues", item: Diagnosed, pageSize: 20 });
    return found.map(diagnosedIssue);
  } catch (error) {
    if (!(error instanceof PlatformFault && error.code === "permission_missing")) throw error;
    return [
      {
        ...{ code: error.platformCode ?? "", severity: "info", attribute: null, message: error.message },
        ...{ affectedCount: null, documentationUrl: null, samples: [] },
      },
    ];
  }
}

function diagnosedIssue(issue: z.output<typeof Diagnosed>): PlatformIssue {
  return {
    code: issue.issue_id,
    severity: issue.issue_level === "CRITICAL" ? "error" : "warning",
    attribute: issue.issue_product_field || null,
    message: said(issue.issue_title, issue.reason_and_suggestion),
    affectedCount: issue.affected_product_count ?? null,
    documentationUrl: null,
    samples: issue.example_affected_products.map(({ sku_id: sku }) => sku),
  };
}

const said = (what: string, more: string): string => [what, more].filter((text) => text !== "").join(": ");

const Affected = z.object({
  field: z.string().default(""),
  issue: z.string().default(""),
  suggestion: z.string().default(""),
  affected_product_count: Count,
  affected_product_item_list: z.array(z.object({ index: z.number().int().optional(), sku_id: z.string().optional() })).default([]),
});

const FileLog = z.object({
  product_feed_log: Counts.extend({
    start_time: z.string().default(""),
    feed_log_data: z
      .object({ error_affected_products: z.array(Affected).nullish(), warn_affected_products: z.array(Affected).nullish() })
      .nullish(),
  }),
});

/** TikTok reports the errors of a requested reading at once. */
export async function tiktokRun(call: PlatformCall, { run }: FetchRun): Promise<Processing> {
  const { product_feed_log: log } = await getData(call, "/catalog/product/log/", { ...catalogOf(call), feed_log_id: run }, FileLog);
  const issues = [
    ...(log.feed_log_data?.error_affected_products ?? []).map((one) => affectedIssue(one, "error")),
    ...(log.feed_log_data?.warn_affected_products ?? []).map((one) => affectedIssue(one, "warning")),
  ];
  return processingOf(log, log.start_time, issues);
}

function affectedIssue(one: z.output<typeof Affected>, severity: IssueSeverity): PlatformIssue {
  return {
    ...{ code: one.issue, severity, attribute: one.field || null, message: said(one.issue, one.suggestion) },
    ...{ affectedCount: one.affected_product_count, documentationUrl: null },
    // The header is row 1.
    samples: one.affected_product_item_list.map(({ sku_id: sku, index }) => sku || `row ${index ?? 0}`),
  };
}

const Product = z.object({
  sku_id: z.string().min(1),
  audit: z
    .object({
      audit_status: z.string().default(""),
      reject_info: z
        .array(
          z.object({
            reason: z.string().default(""),
            suggestion: z.string().default(""),
            affected_country: z.array(z.string()).default([]),
          }),
        )
        .nullish(),
    })
    .optional(),
  ad_creation_eligible: z.string().optional(),
});
const Products = z.object({ list: z.array(Product).default([]), page_info: z.object({ total_page: z.number().int() }) });

const ITEMS_PER_PAGE = 500;
/** TikTok shows no more of a catalog by pages. */
const ITEMS_MAX = 100_000;

export async function tiktokItems(call: PlatformCall, { after }: { readonly after: string | null }): Promise<ItemPage> {
  const page = after === null ? 1 : Number(after);
  const query = { ...catalogOf(call), page, page_size: ITEMS_PER_PAGE };
  const { list, page_info: info } = await getData(call, "/catalog/product/get/", query, Products);
  const isLast = page >= info.total_page || (page + 1) * ITEMS_PER_PAGE > ITEMS_MAX;
  return { items: list.map(itemOf), next: isLast ? null : String(page + 1) };
}

function itemOf({ sku_id: itemId, audit, ad_creation_eligible: eligible }: z.output<typeof Product>): ItemStatus {
  const status = STANDINGS[audit?.audit_status ?? ""] ?? "pending";
  return {
    itemId,
    status: status === "approved" && eligible === "NOT_AVAILABLE" ? "limited" : status,
    issues: (audit?.reject_info ?? []).map(({ reason, suggestion, affected_country: countries }) => ({
      ...{ code: reason, severity: "error" as const, attribute: null, message: said(reason, suggestion) },
      ...{ documentationUrl: null, countries },
    })),
  };
}

const STANDINGS: Readonly<Record<string, ItemStatus["status"]>> = { approved: "approved", rejected: "disapproved" };
