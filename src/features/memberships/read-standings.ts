import { findingsOfRows, type FoundFile, rowsInRuns, type RunFileOf } from "../../engine/run/membership-query.ts";
import { ROWS_FILE } from "../../engine/run/run-files.ts";
import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import { findingsOf } from "../channel-files/index.ts";
import type { ShopCall } from "../operation.ts";
import type { Placed, Standing } from "./membership.ts";
import { type FeedRuns, listLiveFindings, type LiveFinding } from "./membership-queries.ts";

/** Files that one statement asks: each takes a reader, and an answer has room for a page of rows of each. */
const FILES_AT_ONCE = 50;

type Reading = Pick<ShopCall, "shop" | "objects" | "warehouse">;

/** How rows stand with each feed. */
export type Standings = (feed: FeedRuns, rowId: number) => Standing & { readonly findings: readonly LiveFinding[] };

/** Looks at the files of all feeds' runs together. `leases` holds them while they are read. */
export async function readStandings(
  call: Reading,
  { feeds, rowIds }: { readonly feeds: readonly FeedRuns[]; readonly rowIds: readonly number[] },
): Promise<Standings> {
  await using leases = new AsyncDisposableStack();
  const places = await readPlaces(call, leases, { feeds, rowIds });
  const findings = await readFindings(call, leases, rowIds);
  return (feed, rowId) => ({
    active: feed.active,
    hasHeld: feed.held_id !== null,
    live: feed.live_id === null ? undefined : places.get(`${feed.live_id} ${rowId}`),
    held: feed.held_id === null ? undefined : places.get(`${feed.held_id} ${rowId}`),
    findings: findings.get(`${feed.id} ${rowId}`) ?? [],
  });
}

/** What a question over files answers, of as many at a time as a statement takes. */
export async function askFiles<File>(
  { shop, warehouse }: Pick<Reading, "shop" | "warehouse">,
  files: readonly File[],
  ask: (some: readonly File[]) => Sql,
): Promise<readonly WarehouseRow[]> {
  const rows: WarehouseRow[] = [];
  for (let from = 0; from < files.length; from += FILES_AT_ONCE)
    rows.push(...(await warehouse.of(shop.shopId).query(ask(files.slice(from, from + FILES_AT_ONCE)))));
  return rows;
}

/** The files of the runs of active feeds, which are known by the ids of their runs. */
export async function runFiles(
  { objects }: Pick<Reading, "objects">,
  leases: AsyncDisposableStack,
  feeds: readonly FeedRuns[],
): Promise<readonly RunFileOf[]> {
  const runs = feeds.flatMap(({ active, live_id: live, live_prefix: livePrefix, held_id: held, held_prefix: heldPrefix }) =>
    active ? [run(live, livePrefix), run(held, heldPrefix)].flat() : [],
  );
  const files: RunFileOf[] = [];
  // One after the other: of several at once, those that come after a failure would never be given back.
  for (const { place, prefix } of runs) files.push({ place, file: leases.use(await objects.local(`${prefix}${ROWS_FILE}`)).path });
  return files;
}

function run(id: number | null, prefix: string | null) {
  return id === null || prefix === null ? [] : [{ place: id, prefix }];
}

async function readPlaces(
  call: Reading,
  leases: AsyncDisposableStack,
  { feeds, rowIds }: { readonly feeds: readonly FeedRuns[]; readonly rowIds: readonly number[] },
): Promise<ReadonlyMap<string, Placed>> {
  const files = rowIds.length === 0 ? [] : await runFiles(call, leases, feeds);
  const places = new Map<string, Placed>();
  for (const row of await askFiles(call, files, (some) => rowsInRuns(some, rowIds))) {
    const reason = typeof row["reason"] === "string" ? row["reason"] : null;
    places.set(`${String(row["place"])} ${String(row["row_id"])}`, { included: row["included"] === true, reason });
  }
  return places;
}

/** By feed and row. */
async function readFindings(
  call: Reading,
  leases: AsyncDisposableStack,
  rowIds: readonly number[],
): Promise<ReadonlyMap<string, readonly LiveFinding[]>> {
  const known = await listLiveFindings(call.shop, { severities: ["error", "warning"], rowIds });
  const byRow = new Map<string, LiveFinding[]>();
  if (known.length === 0) return byRow;
  const { files, findingAt } = await findingFiles(call, leases, known);
  for (const row of await askFiles(call, files, (some) => findingsOfRows(some, rowIds))) {
    const finding = findingAt(Number(row["place"]), Number(row["nth"]));
    if (finding === undefined) continue;
    const key = `${finding.feed_id} ${String(row["row_id"])}`;
    byRow.set(key, [...(byRow.get(key) ?? []), finding]);
  }
  return byRow;
}

/** The files that findings are in, one a run and channel. */
export async function findingFiles({ objects }: Pick<Reading, "objects">, leases: AsyncDisposableStack, known: readonly LiveFinding[]) {
  const groups = [...Map.groupBy(known, ({ run_id: id, channel }) => `${id} ${channel}`).values()];
  const files: FoundFile[] = [];
  for (const [place, findings] of groups.entries()) {
    const [first] = findings;
    if (first === undefined) continue;
    const file = leases.use(await objects.local(`${first.prefix}${findingsOf(first.channel)}`)).path;
    files.push({ place, file, findings: findings.map(({ nth, muted_rows: mutedRows }) => ({ nth, mutedRows })) });
  }
  const findingAt = (place: number, nth: number) => groups[place]?.find((finding) => finding.nth === nth);
  return { files, findingAt };
}
