import { z } from "zod";
import { didYouMean, nearestNames } from "../../engine/expression/column-names.ts";
import { productsOfSourceRows } from "../../engine/source/find-row.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { read, type ShopCall } from "../operation.ts";
import { ProductPath } from "../products/index.ts";
import { findLiveSnapshot, type Snapshot, SOURCE_INDEX_FILE } from "../snapshots/index.ts";
import { type Membership, membershipOf } from "./membership.ts";
import { type FeedRuns, listFeedRuns, type LiveFinding } from "./membership-queries.ts";
import { readProductRows, type RowsInFeed } from "./product-feed-rows.ts";
import { FeedOfProductShape } from "./product-feeds-shapes.ts";
import { countRows, isOutdated } from "./product-in-feeds.ts";
import { readStandings, type Standings } from "./read-standings.ts";

/** Columns that one request may ask for. */
const COLUMNS_MAX = 50;

export const listProductFeeds = read({
  name: "products.feeds",
  title: "List a product's feeds",
  summary:
    "Lists every feed of the shop and shows whether it has the product, what excludes it, what checks found, and the values it publishes.",
  description:
    "`state`, `what`, `reason` and `cause` are about the variant in the path, and come from the feed's live run, or from the held run if there is no live one. `variants` and `findings` are about all variants of the same product. Inactive feeds are listed without rows.",
  scope: "read_products",
  http: { method: "GET", path: "/products/{id}/feeds", status: 200 },
  path: ProductPath,
  query: z.strictObject({
    columns: z
      .string()
      .max(2_000)
      .optional()
      .meta({
        description: `Feed columns or channel attributes to show, separated by commas, at most ${COLUMNS_MAX}. Defaults to none.`,
        examples: ["title,price,availability"],
      }),
  }),
  output: z.strictObject({ data: z.array(FeedOfProductShape) }),
  errors: ["resource_not_found", "invalid_request"],
  mcp: { hidden: "`product` says the same to an agent, in a sentence per feed and with where each value comes from." },
  async run(call, { path, query }) {
    const columns = columnsOf(call, query.columns ?? "");
    const snapshot = (await findLiveSnapshot(call.shop)) ?? call.fail("resource_not_found");
    const productId = await findProductId(call, snapshot, path.id);
    const feeds = await listFeedRuns(call.shop);
    const rows = new Map<number, RowsInFeed | undefined>();
    // One after the other: a shop has many feeds, and others wait for the same readers.
    for (const feed of feeds) rows.set(feed.id, await readProductRows(call, feed, { productId, columns }));
    requireKnown(call, columns, [...rows.values()]);
    const rowIds = [...new Set([path.id, ...[...rows.values()].flatMap((one) => [...(one?.variants.keys() ?? [])])])];
    const standings = await readStandings(call, { feeds, rowIds });
    const counts = await countRows(call, feeds, productId);
    const data = feeds.map((feed) => answer({ feed, rows: rows.get(feed.id), counts }, { standings, rowId: path.id, rowIds, snapshot }));
    return { data };
  },
});

type Refusing = Refuse<"invalid_request">;

function columnsOf(call: Refusing, written: string): readonly string[] {
  const names = [...new Set(written.split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()])))];
  if (names.length > COLUMNS_MAX) refuse(call, `You can ask for at most ${COLUMNS_MAX} columns at once.`);
  return names;
}

/** Feeds have different columns, so one that any of them has is known. */
function requireKnown(call: Refusing, columns: readonly string[], rows: readonly (RowsInFeed | undefined)[]): void {
  const known = new Set(rows.flatMap((one) => one?.columns ?? []));
  const unknown = known.size === 0 ? undefined : columns.find((column) => !known.has(column));
  if (unknown !== undefined) refuse(call, `No feed of this shop has a column ${unknown}.${didYouMean(nearestNames(unknown, known))}`);
}

function refuse(call: Refusing, message: string): never {
  return call.fail("invalid_request", message, [{ param: "/columns", code: "invalid_param", message }]);
}

async function findProductId(call: ShopCall & Refuse<"resource_not_found">, { prefix }: Snapshot, rowId: number): Promise<number> {
  await using index = await call.objects.local(`${prefix}${SOURCE_INDEX_FILE}`);
  const [row] = await call.warehouse.of(call.shop.shopId).query(productsOfSourceRows(index.path, [rowId]));
  return row === undefined ? call.fail("resource_not_found") : Number(row["product_id"]);
}

interface InFeed {
  readonly feed: FeedRuns;
  readonly rows: RowsInFeed | undefined;
  readonly counts: Awaited<ReturnType<typeof countRows>>;
}

interface Asked {
  readonly standings: Standings;
  /** The variant in the path. */
  readonly rowId: number;
  /** All variants of its product. */
  readonly rowIds: readonly number[];
  readonly snapshot: Snapshot;
}

function answer({ feed, rows, counts }: InFeed, { standings, rowId, rowIds, snapshot }: Asked): FeedOfProductShape {
  const run = feed.live_id ?? feed.held_id;
  return {
    object: "feed_of_product",
    feed_id: formatId("feed", storedId("feed", feed.id)),
    name: feed.name,
    active: feed.active,
    ...standingOf(membershipOf(standings(feed, rowId)), rows?.variants.get(rowId)),
    rows: countsOf(feed, counts.get(run ?? 0)),
    variants: [...(rows?.variants.values() ?? [])],
    findings: channelFindings(rowIds.map((id) => standings(feed, id).findings)),
    run_id: run === null ? null : formatId("run", storedId("run", run)),
    outdated: isOutdated(feed, snapshot.extractId),
  };
}

/** A rule may use the words of the feed itself: then the row's own cause decides. */
function standingOf(membership: Membership, own: FeedOfProductShape["variants"][number] | undefined) {
  const cause = membership.reason !== null && membership.reason === own?.reason ? own.cause : null;
  const isByRule = membership.state === "not_in_feed" && cause?.stage === "rules";
  return { ...membership, what: isByRule ? ("excluded_by_rule" as const) : membership.what, cause };
}

function countsOf({ live_id: live }: FeedRuns, counted: { readonly included: number; readonly total: number } | undefined) {
  return { included: live === null ? 0 : (counted?.included ?? 0), total: counted?.total ?? 0 };
}

function channelFindings(ofRows: readonly (readonly LiveFinding[])[]): FeedOfProductShape["findings"] {
  const byChannel = Map.groupBy(ofRows.flat(), ({ channel }) => channel);
  return [...byChannel]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([channel, findings]) => {
      const codes = [...Map.groupBy(findings, ({ nth }) => nth).values()].flatMap((same) => {
        const [first] = same;
        return first === undefined ? [] : [{ code: first.code, severity: first.severity, field: first.field, rows: same.length }];
      });
      const count = (wanted: string): number => findings.filter(({ severity }) => severity === wanted).length;
      return { channel, errors: count("error"), warnings: count("warning"), codes };
    });
}
