import { z } from "zod";
import type { IssueSeverity, ItemIssue, ItemPage, ItemStatus, PlatformCall, PlatformIssue, Processing } from "../platform-port.ts";
import { attributeOf } from "./platform-issues.ts";
import { graphList, graphPage, graphRequest, reading } from "./platform-graph.ts";

const count = z.int().nonnegative().nullish();

const Upload = z.object({
  id: z.string(),
  start_time: z.string().nullish(),
  end_time: z.string().nullish(),
  error_count: count,
  num_detected_items: count,
  num_persisted_items: count,
  num_invalid_items: count,
});
type Upload = z.output<typeof Upload>;

const FEED_FIELDS = `id,latest_upload{${Object.keys(Upload.shape).join(",")}}`;
const FeedUpload = z.object({ latest_upload: Upload.nullish() });

const NEVER_FETCHED: Processing = Object.freeze({
  state: "never_fetched",
  lastFetchedAt: null,
  itemsTotal: null,
  itemsValid: null,
  itemsInvalid: null,
  issues: [],
});

export async function latestProcessing(call: PlatformCall, feedId: string): Promise<Processing> {
  const request = graphRequest(call, feedId, { ...reading, query: { fields: FEED_FIELDS } });
  const { latest_upload: upload } = await call.ask(request, FeedUpload);
  if (upload === null || upload === undefined) return NEVER_FETCHED;
  return {
    state: stateOf(upload),
    lastFetchedAt: isoOf(upload.start_time),
    itemsTotal: upload.num_detected_items ?? null,
    itemsValid: upload.num_persisted_items ?? null,
    itemsInvalid: upload.num_invalid_items ?? null,
    issues: hasEnded(upload) ? await issuesOf(call, upload.id) : [],
  };
}

const hasEnded = ({ end_time }: Upload): boolean => (end_time ?? "") !== "";

/** Meta has no word for a failed upload: it ended with errors and kept nothing. */
function stateOf(upload: Upload): Processing["state"] {
  if (!hasEnded(upload)) return "processing";
  return (upload.error_count ?? 0) > 0 && (upload.num_persisted_items ?? 0) === 0 ? "failed" : "succeeded";
}

/** Graph writes offsets without a colon. */
function isoOf(text: string | null | undefined): string | null {
  const at = Date.parse(text ?? "");
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

const UploadError = z.object({
  id: z.string(),
  error_type: z.string(),
  severity: z.string(),
  summary: z.string().default(""),
  description: z.string().default(""),
  total_count: count,
});
const Sample = z.object({ row_number: z.int().nullish(), retailer_id: z.string().nullish() });

/** Samples take a request per kind of error. The kinds with most items get them. */
const SAMPLED_MAX = 20;
const SAMPLES = 5;

async function issuesOf(call: PlatformCall, uploadId: string): Promise<readonly PlatformIssue[]> {
  const fields = Object.keys(UploadError.shape).join(",");
  const found = await graphList(call, graphRequest(call, `${uploadId}/errors`, reading), UploadError, fields);
  const errors = found.toSorted((one, other) => (other.total_count ?? 0) - (one.total_count ?? 0));
  const issues: PlatformIssue[] = [];
  for (const [place, error] of errors.entries())
    issues.push({
      code: error.error_type,
      // Fatal: the items were left out.
      severity: error.severity === "fatal" ? "error" : "warning",
      attribute: attributeOf(error.error_type),
      message: error.description === "" ? error.summary : error.description,
      affectedCount: error.total_count ?? null,
      documentationUrl: null,
      samples: place < SAMPLED_MAX ? await samplesOf(call, error.id) : [],
    });
  return issues;
}

async function samplesOf(call: PlatformCall, errorId: string): Promise<readonly string[]> {
  const request = graphRequest(call, `${errorId}/samples`, reading);
  const { items } = await graphPage(call, request, Sample, { fields: "row_number,retailer_id", after: null, limit: SAMPLES });
  return items.slice(0, SAMPLES).flatMap(({ retailer_id, row_number }) => nameOf(retailer_id ?? "", row_number ?? null) ?? []);
}

function nameOf(itemId: string, row: number | null): string | null {
  if (itemId !== "") return itemId;
  return row === null ? null : `row ${row}`;
}

const Item = z.object({
  retailer_id: z.string(),
  review_status: z.string().nullish(),
  visibility: z.string().nullish(),
  errors: z
    .array(
      z.object({
        error_type: z.string(),
        error_priority: z.string().default(""),
        title: z.string().default(""),
        description: z.string().default(""),
      }),
    )
    .nullish(),
});
type Item = z.output<typeof Item>;

const ITEM_FIELDS = "retailer_id,review_status,visibility,errors{error_type,error_priority,title,description}";
const ITEMS_PER_PAGE = 250;

export async function itemStatuses(call: PlatformCall, { after }: { readonly after: string | null }): Promise<ItemPage> {
  const request = graphRequest(call, `${call.account().id}/products`, reading);
  const { items, next } = await graphPage(call, request, Item, { fields: ITEM_FIELDS, after, limit: ITEMS_PER_PAGE });
  return { items: items.map(statusOf), next };
}

function statusOf(item: Item): ItemStatus {
  const issues = (item.errors ?? []).map(issueOf);
  return { itemId: item.retailer_id, status: wordOf(item, issues), issues };
}

const SEVERITIES: Readonly<Record<string, IssueSeverity>> = { HIGH: "error", MEDIUM: "warning" };

function issueOf({ error_type, error_priority, title, description }: NonNullable<Item["errors"]>[number]): ItemIssue {
  return {
    code: error_type,
    severity: SEVERITIES[error_priority] ?? "info",
    attribute: attributeOf(error_type),
    message: description === "" ? title : description,
    documentationUrl: null,
    countries: [],
  };
}

function wordOf({ review_status, visibility }: Item, issues: readonly ItemIssue[]): ItemStatus["status"] {
  if (review_status === "rejected") return "disapproved";
  if (review_status === "pending" || review_status === "outdated") return "pending";
  // A blank status needs no review. Staging items and those with errors of high priority are in the catalog and not in all of its places.
  return visibility === "staging" || issues.some(({ severity }) => severity === "error") ? "limited" : "approved";
}
