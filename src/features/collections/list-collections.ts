import { z } from "zod";
import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import { read } from "../operation.ts";
import { COLLECTIONS_FILE, findLiveSnapshot, SOURCE_FILE } from "../snapshots/index.ts";
import { collectionPage } from "./collection-query.ts";

const CollectionShape = z
  .strictObject({
    object: z.literal("collection"),
    id: z
      .string()
      .nullable()
      .meta({
        description: "Platform's id of the collection. Null if the platform doesn't list collections: then its title names it.",
        examples: ["gid://shopify/Collection/290400000104"],
      }),
    title: z.string().meta({ description: "Title, as the shop writes it.", examples: ["Winter"] }),
    product_count: z.int().meta({
      description: "Number of the snapshot's products that are in a collection of this title.",
      examples: [12],
    }),
  })
  .meta({ id: "Collection" });

export const listCollections = read({
  name: "shop.collections",
  title: "List collections",
  summary: "Lists the collections a feed can be limited to, by title.",
  description:
    "They come from the live snapshot, so a new collection appears with the next extract. If the platform doesn't list collections, these are the titles that products have.",
  scope: "read_products",
  http: { method: "GET", path: "/collections", status: 200 },
  query: z.strictObject({
    ...PageQuery.shape,
    search: z
      .string()
      .max(200)
      .default("")
      .meta({ description: "Only titles that contain this. Case is ignored.", examples: ["winter"] }),
  }),
  output: pageOf(CollectionShape),
  errors: [],
  mcp: {
    hidden: "The console's form offers them. An agent names a collection by its title, and a wrong one is answered with those there are.",
  },
  async run({ shop, objects, warehouse }, { query }) {
    const snapshot = await findLiveSnapshot(shop);
    const at = snapshot?.facts.columns.indexOf("collections") ?? -1;
    if (snapshot === undefined || (at === -1 && snapshot.facts.collections === null)) return { data: [], meta: pageMeta(query, 0) };
    await using source = await objects.local(`${snapshot.prefix}${SOURCE_FILE}`);
    await using listed = snapshot.facts.collections === null ? null : await objects.local(`${snapshot.prefix}${COLLECTIONS_FILE}`);
    const page = { search: query.search.normalize("NFC"), limit: query.per_page, offset: pageOffset(query) };
    const files = { source: source.path, column: at === -1 ? null : `s${at + 1}`, listed: listed?.path ?? null };
    const rows = await warehouse.of(shop.shopId).query(collectionPage(files, page));
    const [first] = rows;
    const total = Number(first?.["total"] ?? 0);
    return { data: rows.flatMap((row) => (row["title"] === null ? [] : [collectionAnswer(row)])), meta: pageMeta(query, total) };
  },
});

function collectionAnswer(row: WarehouseRow): z.input<typeof CollectionShape> {
  const { id, title, products } = row;
  return { object: "collection", id: id === null ? null : String(id), title: String(title), product_count: Number(products) };
}
