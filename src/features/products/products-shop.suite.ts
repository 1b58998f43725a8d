import type { ListedCatalog, ListedStorefront } from "../../../test/harness/listed-storefront.ts";
import { listedShop } from "../../../test/harness/listed-shop.ts";
import { perform, performWhole } from "../../../test/harness/perform.ts";
import { rawProduct, rawVariant } from "../../../test/harness/raw-records.ts";
import { secondFeed } from "../../../test/harness/shop-fixture.ts";
import { RequestError } from "../../kernel/errors.ts";
import { type FeedId, storedId } from "../../kernel/ids.ts";
import type { PageMeta } from "../../kernel/page.ts";
import { setCells } from "../cells/index.ts";
import { findFeed } from "../feeds/index.ts";
import type { AnyOperation } from "../operation.ts";
import { createRule } from "../rules/index.ts";
import { claimRun, regenerateFeed, workRun } from "../runs/index.ts";
import { getProduct, listProducts, restoreProduct, restoreProducts, setOverrides, setOverridesBatch } from "./index.ts";
import type { BatchItemError } from "./override-shapes.ts";
import type { ProductDetailShape, ProductShape } from "./product-shapes.ts";

export type Query = Readonly<Record<string, string>>;

interface Listed {
  readonly data: readonly ProductShape[];
  readonly meta: PageMeta;
}

interface Product {
  readonly id: number;
  readonly title: string;
  readonly price?: string;
  readonly sku?: string;
  readonly vendor?: string;
  readonly quantity?: string;
  readonly updated?: string;
}

/** One variant a product, in feed order as they are given; their ids need not be in that order. */
export function catalogOf(products: readonly Product[]): ListedCatalog {
  return {
    products: products.map(({ title, vendor = null, updated = null }, at) =>
      rawProduct(at + 1, { key: `product-${at + 1}`, id: String(at + 1), title, vendor, updated_at: updated }),
    ),
    variants: products.map(({ id, price = null, sku = null, quantity = null }, at) =>
      rawVariant(at + 1, { product_key: `product-${at + 1}`, id: String(id), sku, price, inventory_quantity: quantity }),
    ),
  };
}

/** A shop whose primary feed has run, and what its products are tested with. */
export async function productsShop(domain: string, catalog: number | ListedCatalog | ListedStorefront) {
  const listed = await listedShop(domain, catalog);
  const { real, shop, primaryId, database } = listed;
  let feeds = 0;
  const ask = <Answer>(operation: AnyOperation, input: object, of = shop) => perform<Answer>(real.services, of, operation, input);
  const feedOf = (feedId: FeedId) => `feed_${feedId}`;
  const list = (query: Query = {}, of = shop) =>
    performWhole<Listed>(real.services, of, listProducts, { query: { feed_id: feedOf(primaryId), per_page: "100", ...query } });

  async function work(): Promise<void> {
    for (let claim = await claimRun(database.db, "test", 20); claim !== undefined; claim = await claimRun(database.db, "test", 20))
      await workRun(real.services, shop, claim, { signal: new AbortController().signal, end: async () => undefined });
  }
  await work();

  return {
    listed,
    shop,
    primaryId,
    ask,
    list,
    /** Ids of the rows listed, in their order. */
    ids: async (query: Query = {}) => (await list(query)).data.map(({ id }) => Number(id.slice("prod_".length))),
    get: (id: number | string, query: Query = {}) => ask<ProductDetailShape>(getProduct, { path: { id: `prod_${id}` }, query }),
    set: (id: number | string, body: object, of = shop) => ask<ProductDetailShape>(setOverrides, { path: { id: String(id) }, body }, of),
    restore: (id: number | string, of = shop) => ask<ProductDetailShape>(restoreProduct, { path: { id: String(id) } }, of),
    setAll: (products: unknown, of = shop) =>
      ask<{ readonly updated: readonly string[]; readonly errors: readonly BatchItemError[] }>(
        setOverridesBatch,
        { body: { products } },
        of,
      ),
    restoreAll: (ids: unknown, of = shop) =>
      ask<{ readonly restored: readonly string[]; readonly errors: readonly BatchItemError[] }>(restoreProducts, { body: { ids } }, of),
    setCell: (feedId: FeedId, id: number, cells: Readonly<Record<string, string | null>>) =>
      ask(setCells, { path: { id: feedOf(feedId), product_id: String(id) }, body: { cells } }),
    addRule: (feedId: FeedId, rule: object) => ask(createRule, { path: { feed_id: feedOf(feedId) }, body: { rule } }),
    async run(feedId: FeedId): Promise<void> {
      await ask(regenerateFeed, { path: { id: feedOf(feedId) } });
      await work();
    },
    async newFeed(): Promise<FeedId> {
      feeds += 1;
      const id = storedId("feed", (await secondFeed(shop, `products-${feeds}`)).id);
      // A market without prices would exclude every row.
      await shop.db.updateTable("feeds").set({ feed_type: "language" }).where("id", "=", id).execute();
      return id;
    },
    versionOf: async (feedId: FeedId) => (await findFeed(shop, feedId))?.definition_version ?? 0,
    [Symbol.asyncDispose]: () => listed[Symbol.asyncDispose](),
  };
}
export type ProductsShop = Awaited<ReturnType<typeof productsShop>>;

export async function refusal(of: Promise<unknown>): Promise<RequestError> {
  const error = await of.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RequestError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
}
