import { z } from "zod";
import type { IssueSeverity, PlatformCall, PlatformIssue, Processing } from "../platform-port.ts";
import { PlatformFault } from "../platform-request.ts";
import { catalogRequest, reading } from "./platform-catalog.ts";
import { attributeOf, isAboutFeed } from "./platform-issues.ts";

const Counts = z.record(z.string(), z.number()).default({});

const Result = z.object({
  id: z.string(),
  created_at: z.string(),
  status: z.enum(["COMPLETED", "FAILED", "PROCESSING"]),
  product_counts: z.object({ original: z.int().nonnegative().optional(), ingested: z.int().nonnegative().optional() }).nullish(),
  ingestion_details: z.object({ errors: Counts, warnings: Counts }).nullish(),
  validation_details: z.object({ errors: Counts, warnings: Counts }).nullish(),
});
type Result = z.output<typeof Result>;

const STATES = { COMPLETED: "succeeded", FAILED: "failed", PROCESSING: "processing" } as const;

export async function latestProcessing(call: PlatformCall, feedId: string): Promise<Processing> {
  // Pinterest answers the first page only, and doesn't say in which order.
  const request = catalogRequest(call, `catalogs/feeds/${feedId}/processing_results`, { ...reading, query: { page_size: 250 } });
  const { items } = await call.ask(request, z.object({ items: z.array(Result) }));
  const [latest] = items.toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
  if (latest === undefined)
    return { state: "never_fetched", lastFetchedAt: null, itemsTotal: null, itemsValid: null, itemsInvalid: null, issues: [] };
  const { original: total = null, ingested: valid = null } = latest.product_counts ?? {};
  return {
    state: STATES[latest.status],
    lastFetchedAt: isoOf(latest.created_at),
    itemsTotal: total,
    itemsValid: valid,
    itemsInvalid: total === null || valid === null ? null : Math.max(0, total - valid),
    issues: latest.status === "PROCESSING" ? [] : await issuesOf(call, latest),
  };
}

/** Pinterest writes UTC without saying so. */
function isoOf(text: string): string | null {
  const at = Date.parse(/Z$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

interface Counted {
  readonly code: string;
  readonly severity: IssueSeverity;
  readonly count: number;
}

/** Samples take a request per code. The codes with most items get them. */
const SAMPLED_MAX = 20;
const SAMPLES = 5;

async function issuesOf(call: PlatformCall, result: Result): Promise<readonly PlatformIssue[]> {
  const validated = countedOf(result.validation_details);
  const sampled = new Set(
    validated
      .filter(({ code }) => !isAboutFeed(code))
      .slice(0, SAMPLED_MAX)
      .map(({ code }) => code),
  );
  const issues: PlatformIssue[] = [];
  for (const { code, severity, count } of [...validated, ...countedOf(result.ingestion_details)])
    issues.push({
      code,
      severity,
      attribute: attributeOf(code),
      // Pinterest has codes alone; they're written to be read.
      message: `${code.slice(0, 1)}${code.slice(1).toLowerCase().replaceAll("_", " ")}.`,
      affectedCount: isAboutFeed(code) ? null : count,
      documentationUrl: "https://help.pinterest.com/en/business/article/troubleshoot-data-source-errors",
      samples: sampled.has(code) ? await samplesOf(call, result.id, code) : [],
    });
  return issues;
}

/** Errors first, then by how many items they concern. A code that was counted zero times isn't an issue. */
function countedOf(details: Result["validation_details"]): readonly Counted[] {
  const of = (counts: Readonly<Record<string, number>>, severity: IssueSeverity): readonly Counted[] =>
    Object.entries(counts)
      .map(([code, count]) => ({ code, severity, count }))
      .filter(({ count }) => count > 0)
      .toSorted((one, other) => other.count - one.count);
  return [...of(details?.errors ?? {}, "error"), ...of(details?.warnings ?? {}, "warning")];
}

const Sample = z.object({ item_id: z.string().nullish(), item_number: z.int() });

async function samplesOf(call: PlatformCall, resultId: string, code: string): Promise<readonly string[]> {
  const query = { item_validation_issue: code, page_size: SAMPLES };
  const request = catalogRequest(call, `catalogs/processing_results/${resultId}/item_issues`, { ...reading, query });
  try {
    const { items } = await call.ask(request, z.object({ items: z.array(Sample) }));
    // Item numbers begin at 0.
    return items
      .slice(0, SAMPLES)
      .map(({ item_id, item_number }) =>
        item_id === undefined || item_id === null || item_id === "" ? `row ${item_number + 1}` : item_id,
      );
  } catch (error) {
    // A code that Pinterest counts and has no samples of.
    if (error instanceof PlatformFault && error.code === "refused") return [];
    throw error;
  }
}
