import { z } from "zod";
import { loadMemberships, type MembershipFilter, membershipRows } from "../../engine/run/membership-query.ts";
import { name } from "../../engine/sql/fragment.ts";
import { type FeedId, formatId, storedId } from "../../kernel/ids.ts";
import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import { read, type ShopCall } from "../operation.ts";
import { type Catalog, findCatalog, findPrimaryFeedId, readProducts, resident, SearchQuery } from "../products/index.ts";
import { membershipOf } from "./membership.ts";
import { type FeedRuns, listFeedRuns, listLiveFindings } from "./membership-queries.ts";
import { ProductStatesShape } from "./membership-shapes.ts";
import { findingFiles, readStandings, runFiles, type Standings } from "./read-standings.ts";

const FILTERS = ["not_in_any_feed", "excluded", "needs_attention"] as const;

export const listMemberships = read({
  name: "products.memberships",
  title: "List products across feeds",
  summary: "Lists products and shows, for each active feed, whether it includes a product, leaves it out, or has problems with it.",
  description:
    "There is one item per variant, in the order of the catalog. `not_in_any_feed`: no file being served has the product. `excluded`: the run of at least one feed leaves it out. `needs_attention`: it's served, but a channel's checks found errors, or a held run would remove it. The search looks in SKU, title, price and every source column.",
  scope: "read_products",
  http: { method: "GET", path: "/products/memberships", status: 200 },
  query: PageQuery.extend({
    filter: z.enum(FILTERS).optional().meta({ description: "Only products in this state. Defaults to all products." }),
    search: SearchQuery,
  }),
  output: pageOf(ProductStatesShape),
  errors: ["invalid_request"],
  mcp: {
    tool: "products",
    use: "Use it to find products that are missing from feeds or need attention. For a single product, call `product`.",
  },
  async run(call, { query }) {
    const primary = await findPrimaryFeedId(call.shop);
    await using leases = new AsyncDisposableStack();
    const feedId = primary === undefined ? undefined : storedId("feed", primary);
    const catalog = feedId === undefined ? undefined : await findCatalog(call, feedId, leases);
    if (feedId === undefined || catalog === undefined) return { data: [], meta: pageMeta(query, 0) };
    const feeds = (await listFeedRuns(call.shop)).filter(({ active }) => active);
    const search = query.search === undefined || query.search === "" ? null : query.search;
    const filter = query.filter ?? null;
    const page = { limit: query.per_page, offset: pageOffset(query), search, filter };
    const { rows, total } = await findPage(call, { catalog, feedId, feeds, leases }, page);
    const rowIds = rows.map((row) => Number(row["row_id"]));
    const standing = await readStandings(call, { feeds, rowIds });
    return { data: rows.map((row) => answer(row, feeds, standing)), meta: pageMeta(query, total) };
  },
});

interface Opened {
  readonly catalog: Catalog;
  readonly feedId: FeedId;
  readonly feeds: readonly FeedRuns[];
  readonly leases: AsyncDisposableStack;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly search: string | null;
  readonly filter: MembershipFilter | null;
}

async function findPage(call: ShopCall, opened: Opened, { search, filter, limit, offset }: Page) {
  const among = filter === null ? {} : { among: await rowsOf(call, opened, filter) };
  return readProducts({ ...call, warehouse: call.warehouse.of(call.shop.shopId), feedId: opened.feedId }, opened.catalog, {
    key: null,
    filter: { search, excluded: null, reason: null, condition: null, edited: null },
    ...among,
    limit,
    offset,
    descending: false,
  });
}

/** Which feeds have a row changes with a run alone, so it is held from one request to the next; findings may be muted at any time. */
async function rowsOf(call: ShopCall, { catalog, feeds, leases }: Opened, filter: MembershipFilter) {
  const files = new Map((await runFiles(call, leases, feeds)).map(({ place, file }) => [place, file]));
  const runs = feeds.flatMap(({ live_id: live, held_id: held }) => {
    const ofFeed = { live: files.get(live ?? 0) ?? null, held: files.get(held ?? 0) ?? null };
    return ofFeed.live === null && ofFeed.held === null ? [] : [ofFeed];
  });
  const table = resident(loadMemberships(catalog.index, runs));
  const errors = filter === "needs_attention" ? await listLiveFindings(call.shop, { severities: ["error"], rowIds: null }) : [];
  const { files: found } = await findingFiles(call, leases, errors);
  return { query: membershipRows(name(table.name), filter, found), tables: [table] };
}

function answer(row: WarehouseRow, feeds: readonly FeedRuns[], standing: Standings): z.input<typeof ProductStatesShape> {
  const rowId = Number(row["row_id"]);
  const sku = row["sku"];
  return {
    object: "product_states",
    id: formatId("prod", storedId("prod", rowId)),
    title: String(row["title"] ?? ""),
    sku: typeof sku === "string" ? sku : null,
    feeds: feeds.map((feed) => ({ feed_id: formatId("feed", storedId("feed", feed.id)), ...membershipOf(standing(feed, rowId)) })),
  };
}
