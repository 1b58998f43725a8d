import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ListedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { performWhole } from "../../../test/harness/perform.ts";
import { rawProduct, rawVariant } from "../../../test/harness/raw-records.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import type { RawProduct, RawVariant } from "../../engine/source/raw-tables.ts";
import type { FeedId } from "../../kernel/ids.ts";
import type { PageMeta } from "../../kernel/page.ts";
import { assignChannel } from "../channels/index.ts";
import { muteFinding } from "../findings/index.ts";
import { type ProductsShop, productsShop, refusal } from "../products/products-shop.suite.ts";
import { deactivateRule } from "../rules/index.ts";
import { changeSettings } from "../settings/index.ts";
import { listMemberships, lookupProduct } from "./index.ts";
import type { FieldShape, FoundShape, ProductInFeedShape } from "./membership-shapes.ts";

interface Found extends FoundShape {
  readonly others: readonly FoundShape[];
  readonly matches: number;
  readonly feeds: readonly ProductInFeedShape[];
}
interface Listed {
  readonly data: readonly (FoundShape & { readonly feeds: readonly Pick<ProductInFeedShape, "feed_id" | "state" | "what" | "reason">[] })[];
  readonly meta: PageMeta;
}

const PRODUCTS: readonly (Partial<RawProduct> & { readonly title: string })[] = [
  { title: "Linen Shirt" },
  { title: "Drafted", status: "draft" },
  { title: "Archived", status: "archived" },
  { title: "Unlisted", status: "unlisted" },
  { title: "Unpublished", published: "false" },
  { title: "Voucher", gift_card: "true" },
  { title: "Excluded by hand" },
  { title: "A sample of linen" },
  { title: "Twin" },
  { title: "Other twin" },
  { title: "Unsold abroad" },
  { title: "Last of all" },
];
/** The row of a product by its place in the list, from 1. */
const rowOf = (n: number): number => 1_000 + n;
const SKUS: Readonly<Record<number, string>> = { 9: "TWIN", 10: "twin" };

function catalog(): ListedCatalog {
  const inCanada = { included: "true", price: "9.00", compare_at_price: null };
  const variant = (n: number, more: Partial<RawVariant> = {}) =>
    rawVariant(n, {
      ...{ product_key: `product-${n}`, id: String(rowOf(n)), sku: SKUS[n] ?? `SKU-${n}`, price: "5.00", inventory_quantity: "5" },
      markets: { Canada: n === 11 ? { ...inCanada, included: "false" } : n === 12 ? { ...inCanada, price: null } : inCanada },
      ...more,
    });
  const variants = PRODUCTS.map((_, at) => variant(at + 1));
  return {
    products: PRODUCTS.map((product, at) => rawProduct(at + 1, { key: `product-${at + 1}`, id: String(at + 1), ...product })),
    variants: [...variants, variant(99, { product_key: "product-1", sku: "LS-L" })],
  };
}

let shop: ProductsShop;
const feeds = new Map<string, FeedId>();
const ask = <Answer>(operation: Parameters<ProductsShop["ask"]>[0], query: Readonly<Record<string, string>>, of = shop.shop) =>
  performWhole<Answer>(shop.listed.real.services, of, operation, { query });
const lookup = async (query: Readonly<Record<string, string>>, of = shop.shop) =>
  (await ask<{ data: Found }>(lookupProduct, query, of)).data;
const idOf = (feed: string): string => `feed_${feeds.get(feed) ?? 0}`;
const inFeed = async (n: number, feed: string, query: Readonly<Record<string, string>> = {}) => {
  const found = await lookup({ product_id: `prod_${rowOf(n)}`, ...query });
  const told = found.feeds.find(({ feed_id: id }) => id === idOf(feed));
  if (told === undefined) throw new Error(`${feed} is not told of`);
  return told;
};
const list = (query: Readonly<Record<string, string>> = {}) => ask<Listed>(listMemberships, { per_page: "50", ...query });
const idsOf = async (filter: string) => (await list({ filter })).data.map(({ id }) => Number(id.slice("prod_".length)) - 1_000);
const setFeed = (feed: string, values: object) =>
  shop.shop.db
    .updateTable("feeds")
    .set(values)
    .where("id", "=", feeds.get(feed) ?? 0)
    .execute();

async function newFeed(name: string, values: object = {}): Promise<FeedId> {
  const id = await shop.newFeed();
  feeds.set(name, id);
  await setFeed(name, { display_name: name, ...values });
  return id;
}

beforeAll(async () => {
  const storefront = listedStorefront(catalog());
  storefront.claims = { markets: [{ name: "Canada", currency: "CAD" }] };
  shop = await productsShop("memberships.example", storefront);
  feeds.set("primary", shop.primaryId);
  await shop.set(`prod_${rowOf(7)}`, { excluded: true });
  await shop.addRule(shop.primaryId, { type: "exclude", reason: "Not for sale", condition: '[D]title contains "sample"' });
  await shop.run(shop.primaryId);
  await newFeed("manual", { product_selection_mode: "manual" });
  await newFeed("french", { locale: "fr" });
  await newFeed("canada", { feed_type: "market", target_country: "CA", target_market: "Canada" });
  await newFeed("by sku", { settings: JSON.stringify({ id_format: "sku" }) });
  await newFeed("emptied");
  await newFeed("checked");
  await newFeed("gone");
  await newFeed("idle");
  await shop.ask(assignChannel, { path: { feed_id: idOf("checked"), slug: "google" }, body: {} });
  for (const feed of ["manual", "french", "canada", "by sku", "emptied", "checked", "gone"])
    await shop.run(feeds.get(feed) ?? shop.primaryId);
  await shop.addRule(feeds.get("emptied") ?? shop.primaryId, { type: "exclude", reason: "Closed", condition: "[D]price > 0" });
  await shop.run(feeds.get("emptied") ?? shop.primaryId);
  await setFeed("gone", { active: false });
});
afterAll(() => shop[Symbol.asyncDispose]());

describe("a product in a feed", () => {
  test.each([
    [1, "primary", "included", "live", null],
    [2, "primary", "not_in_feed", "draft", "import_unpublish_product"],
    [3, "primary", "not_in_feed", "archived", null],
    [4, "primary", "not_in_feed", "unlisted", "import_unpublish_product"],
    [5, "primary", "not_in_feed", "unpublished", "import_unpublish_product"],
    [6, "primary", "not_in_feed", "gift_card", "gift_cards"],
    [7, "primary", "not_in_feed", "excluded_by_merchant", null],
    [8, "primary", "not_in_feed", "excluded_by_rule", null],
    [1, "manual", "not_in_feed", "not_selected", "product_selection_mode"],
    [1, "french", "not_in_feed", "not_extracted", null],
    [11, "canada", "not_in_feed", "not_sold", null],
    [12, "canada", "not_in_feed", "no_price", null],
    [9, "by sku", "included", "live", null],
    [10, "by sku", "not_in_feed", "duplicate_id", "id_format"],
    [1, "emptied", "needs_attention", "run_held", null],
    [2, "emptied", "not_in_feed", "draft", "import_unpublish_product"],
    [1, "checked", "needs_attention", "has_findings", null],
    [1, "gone", "not_in_feed", "feed_inactive", null],
    [1, "idle", "not_in_feed", "other", null],
  ])("product %i in the feed %s is %s: %s", async (n, feed, state, what, setting) => {
    const told = await inFeed(n, feed);
    expect({ state: told.state, what: told.what, setting: told.setting }).toEqual({ state, what, setting });
    expect(told.sentence).toMatch(/^[A-Z].*\.$/);
  });
});
