import { fetchFeedFile } from "../feed-file.ts";
import { issuesOfRow, type RowIssue } from "./meta-rows.ts";
import { type MetaFeed, type MetaItem, type MetaState, type MetaUpload, type MetaUploadError, newId } from "./meta-state.ts";

/** An upload session: the file is fetched, each row is judged, and the feed's items become what the file holds. */

interface UploadOptions {
  readonly url: string;
  readonly startedAt: Date;
  readonly polls: number;
}

export async function upload(state: MetaState, feed: MetaFeed, { url, startedAt, polls }: UploadOptions): Promise<MetaUpload> {
  const file = await fetchFeedFile(url);
  const session: MetaUpload = {
    id: newId(state),
    url,
    startedAt,
    pollsLeft: polls,
    counts: { num_detected_items: 0, num_persisted_items: 0, num_invalid_items: 0, num_deleted_items: 0 },
    errors: [],
  };
  feed.uploads.unshift(session);
  if (file.kind === "failed") {
    // Meta publishes no list of the types for a whole file.
    const failed: RowIssue = { type: `FILE_${file.why.toUpperCase()}`, severity: "fatal", summary: `The file is ${file.why}` };
    session.errors = [{ ...failed, id: newId(state), samples: [], count: 1 }];
    return session;
  }
  const judged = file.rows.map((row, at) => ({ row, at, issues: issuesOfRow(row) }));
  const valid = judged.filter(({ issues }) => issues.every(({ severity }) => severity !== "fatal"));
  const deleted = replaceItems(
    state,
    feed,
    valid.map(({ row, issues }) => ({ retailerId: row["id"] ?? "", name: row["title"] ?? "", issues })),
  );
  session.counts = {
    num_detected_items: file.rows.length,
    num_persisted_items: valid.length,
    num_invalid_items: file.rows.length - valid.length,
    num_deleted_items: deleted,
  };
  const samples = judged.flatMap(({ row, at, issues }) =>
    issues.map((issue) => ({ issue, row_number: at + 1, retailer_id: row["id"] ?? "" })),
  );
  session.errors = [...Map.groupBy(samples, ({ issue }) => `${issue.type} ${issue.severity} ${issue.summary}`).values()].flatMap((found) =>
    errorOf(state, found),
  );
  return session;
}

interface Found {
  readonly issue: RowIssue;
  readonly row_number: number;
  readonly retailer_id: string;
}

function errorOf(state: MetaState, found: readonly Found[]): readonly MetaUploadError[] {
  const [first] = found;
  if (first === undefined) return [];
  const samples = found.map(({ row_number, retailer_id }) => ({ row_number, retailer_id }));
  return [{ ...first.issue, id: newId(state), samples, count: found.length }];
}

/** Answers how many items the feed lost. */
function replaceItems(state: MetaState, feed: MetaFeed, rows: readonly Pick<MetaItem, "retailerId" | "name" | "issues">[]): number {
  const items = state.items.get(feed.catalog) ?? new Map<string, MetaItem>();
  state.items.set(feed.catalog, items);
  const listed = new Set(rows.map(({ retailerId }) => retailerId));
  const gone = [...items.values()].filter((item) => item.feed === feed.id && !listed.has(item.retailerId));
  for (const { retailerId } of gone) items.delete(retailerId);
  for (const row of rows) {
    const former = items.get(row.retailerId);
    items.set(row.retailerId, {
      ...row,
      id: former?.id ?? newId(state),
      feed: feed.id,
      catalog: feed.catalog,
      reviewStatus: former?.reviewStatus ?? "approved",
    });
  }
  return gone.length;
}
