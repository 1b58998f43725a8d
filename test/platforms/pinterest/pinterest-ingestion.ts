import { fetchFeedFile, type FeedRow } from "../feed-file.ts";
import { issuesOfRow, REQUIRED_COLUMNS } from "./pinterest-rows.ts";
import { newId, type PinterestFeed, type PinterestResult, type PinterestRow, type PinterestState } from "./pinterest-state.ts";

/** A run of Pinterest over a feed: the file is fetched, each row is judged, and the feed's items become what the file holds. */

interface RunOptions {
  readonly now: Date;
  readonly polls: number;
  readonly domain: string;
}

/** A file that would take nearly all items away is left alone. */
const DROP_MAX = 0.99;

export async function ingest(state: PinterestState, feed: PinterestFeed, { now, polls, domain }: RunOptions): Promise<PinterestResult> {
  const result: PinterestResult = {
    id: newId(state),
    createdAt: now,
    status: "FAILED",
    pollsLeft: polls,
    counts: null,
    ingestionErrors: {},
    validationErrors: {},
    validationWarnings: {},
    rows: [],
  };
  feed.results.push(result);
  const { location } = feed.values;
  const file = await fetchFeedFile(typeof location === "string" ? location : "");
  if (file.kind === "failed") return Object.assign(result, { validationErrors: { [FAILURES[file.why]]: 1 } });
  if (REQUIRED_COLUMNS.some((column) => !file.columns.includes(column)))
    return Object.assign(result, { validationErrors: { REQUIRED_COLUMNS_MISSING: 1 } });
  const signature = JSON.stringify(file.rows);
  if (signature === feed.signature) return repeated(feed, result);
  const rows = judged(file.rows, domain);
  const items = file.rows.filter((_row, at) => rows[at]?.issues.every(({ severity }) => severity === "warnings"));
  if (items.length < feed.items.length * (1 - DROP_MAX))
    return Object.assign(result, { ingestionErrors: { LARGE_PRODUCT_COUNT_DECREASE: 1 } });
  Object.assign(feed, { signature, items });
  return Object.assign(result, {
    status: "COMPLETED",
    rows,
    counts: { original: file.rows.length, ingested: items.length },
    validationErrors: countsOf(rows, "errors"),
    validationWarnings: countsOf(rows, "warnings"),
  });
}

const FAILURES = { unreachable: "FETCH_ERROR", empty: "FEED_TOO_SMALL", broken: "PARSE_LINE_ERROR" } as const;

/** What was found in the same file before is still so. */
function repeated({ items, results }: PinterestFeed, result: PinterestResult): PinterestResult {
  const former = results.findLast(({ status }) => status === "COMPLETED");
  return Object.assign(result, {
    status: "COMPLETED",
    rows: former?.rows ?? [],
    counts: former?.counts ?? { original: items.length, ingested: items.length },
    validationErrors: former?.validationErrors ?? {},
    validationWarnings: { ...former?.validationWarnings, FETCH_SAME_SIGNATURE: 1 },
  });
}

function judged(rows: readonly FeedRow[], domain: string): readonly PinterestRow[] {
  const seen = new Set<string>();
  return rows.map((row, position) => {
    const id = row["id"] ?? "";
    const isTwin = id !== "" && seen.has(id);
    seen.add(id);
    const twin = { code: "DUPLICATE_PRODUCTS", severity: "errors", attribute: "ITEM_ID" } as const;
    return { id, position, issues: [...issuesOfRow(row, domain), ...(isTwin ? [twin] : [])] };
  });
}

function countsOf(rows: readonly PinterestRow[], wanted: "errors" | "warnings"): Readonly<Record<string, number>> {
  const codes = rows.flatMap(({ issues }) => issues.filter(({ severity }) => severity === wanted).map(({ code }) => code));
  return Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, found]) => [code, found.length]));
}
