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
  const found = await lookup({ product_id: `prod_${rowOf(n)}`, feed_id: idOf(feed), ...query });
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
  for (const feed of ["manual", "french", "canada", "by sku", "emptied", "checked"]) await shop.run(feeds.get(feed) ?? shop.primaryId);
  await shop.addRule(feeds.get("emptied") ?? shop.primaryId, { type: "exclude", reason: "Closed", condition: "[D]price > 0" });
  await shop.run(feeds.get("emptied") ?? shop.primaryId);
  await setFeed("gone", { active: false });
});
afterAll(() => shop[Symbol.asyncDispose]());

describe("a product in a feed", () => {
  test.each([
    { n: 1, feed: "primary", state: "included", what: "live", setting: null },
    { n: 2, feed: "primary", state: "not_in_feed", what: "draft", setting: "import_unpublish_product" },
    { n: 3, feed: "primary", state: "not_in_feed", what: "archived", setting: null },
    { n: 4, feed: "primary", state: "not_in_feed", what: "unlisted", setting: "import_unpublish_product" },
    { n: 5, feed: "primary", state: "not_in_feed", what: "unpublished", setting: "import_unpublish_product" },
    { n: 6, feed: "primary", state: "not_in_feed", what: "gift_card", setting: "gift_cards" },
    { n: 7, feed: "primary", state: "not_in_feed", what: "excluded_by_merchant", setting: null },
    { n: 8, feed: "primary", state: "not_in_feed", what: "excluded_by_rule", setting: null },
    { n: 1, feed: "manual", state: "not_in_feed", what: "not_selected", setting: "product_selection_mode" },
    { n: 1, feed: "french", state: "not_in_feed", what: "not_extracted", setting: null },
    { n: 11, feed: "canada", state: "not_in_feed", what: "not_sold", setting: null },
    { n: 12, feed: "canada", state: "not_in_feed", what: "no_price", setting: null },
    { n: 9, feed: "by sku", state: "included", what: "live", setting: null },
    { n: 10, feed: "by sku", state: "not_in_feed", what: "duplicate_id", setting: "id_format" },
    { n: 1, feed: "emptied", state: "needs_attention", what: "run_held", setting: null },
    { n: 2, feed: "emptied", state: "not_in_feed", what: "draft", setting: "import_unpublish_product" },
    { n: 1, feed: "checked", state: "needs_attention", what: "has_findings", setting: null },
    { n: 1, feed: "gone", state: "not_in_feed", what: "feed_inactive", setting: null },
    { n: 1, feed: "idle", state: "not_in_feed", what: "other", setting: null },
  ])("product $n in the feed $feed is $state: $what", async ({ n, feed, ...expected }) => {
    const { state, what, setting, sentence } = await inFeed(n, feed);
    expect({ state, what, setting }).toEqual(expected);
    expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});

describe("the cause", () => {
  test("is the rule that gives the reason, with its text and the variants of the product", async () => {
    const told = await inFeed(8, "primary");
    expect(told).toMatchObject({ reason: "Not for sale", rows: { included: 0, total: 1 }, outdated: false, findings_count: 0 });
    expect(told.rule).toEqual({
      id: expect.stringMatching(/^rule_/),
      name: 'Exclude because "Not for sale" when [D]title contains "sample"',
    });
    expect(told.sentence).toBe(`Rule ${told.rule?.id} excludes the product: "Not for sale".`);
    expect(await inFeed(1, "primary")).toMatchObject({
      rule: null,
      rows: { included: 2, total: 2 },
      run_id: expect.stringMatching(/^run_/),
    });
    expect((await inFeed(1, "emptied")).sentence).toContain('would remove it for the reason "Closed"');
  });

  test("is told apart where several rules say the same, and where a rule says what the feed says itself", async () => {
    const feed = await newFeed("ambiguous");
    const same = { type: "exclude", reason: "Gift card" };
    await shop.addRule(feed, { ...same, condition: '[D]title = "Twin"' });
    await shop.addRule(feed, { ...same, condition: '[D]title = "Other twin"' });
    await shop.run(feed);
    const [first, second, own] = [await inFeed(9, "ambiguous"), await inFeed(10, "ambiguous"), await inFeed(6, "ambiguous")];
    for (const told of [first, second]) expect(told).toMatchObject({ what: "excluded_by_rule", reason: "Gift card", setting: null });
    expect(first.rule?.name).toContain('[D]title = "Twin"');
    expect(second.rule?.name).toContain('[D]title = "Other twin"');
    expect(own).toMatchObject({ what: "gift_card", rule: null, setting: "gift_cards" });
    await setFeed("ambiguous", { active: false });
  });

  test("is the held run's rule only while that run would leave it out", async () => {
    await setFeed("idle", { active: true });
    await shop.addRule(feeds.get("idle") ?? shop.primaryId, { type: "exclude", reason: "Later", condition: "[D]price > 0" });
    await shop.run(feeds.get("idle") ?? shop.primaryId);
    expect(await inFeed(1, "idle")).toMatchObject({
      state: "not_in_feed",
      what: "excluded_by_rule",
      reason: "Later",
      rows: { included: 0 },
    });
  });

  test("is the plan where it allows no more rows, and the answer says when it is of an earlier time", async () => {
    const plan = (rows: number | null) => shop.shop.db.updateTable("plans").set({ skus_min: 0, skus_max: rows }).execute();
    const feed = await newFeed("narrow", { settings: JSON.stringify({ publish_guard: { enabled: false } }) });
    await plan(3);
    await shop.run(feed);
    await plan(null);
    expect(await inFeed(12, "narrow")).toMatchObject({ state: "not_in_feed", what: "allowance", outdated: false });
    await shop.addRule(feed, { type: "set_value", target: "brand", value: "Ours" });
    expect(await inFeed(12, "narrow")).toMatchObject({ what: "allowance", outdated: true });
    await setFeed("narrow", { active: false });
  });
});

describe("findings", () => {
  test("of the row are listed, errors first, and those that are muted for it count no more", async () => {
    const before = await inFeed(1, "checked");
    expect(before.findings[0]).toMatchObject({ channel: "google", severity: "error" });
    expect(before.findings_count).toBeGreaterThanOrEqual(before.findings.length);
    const errors = before.findings.filter(({ severity }) => severity === "error");
    expect(before.sentence).toContain(errors[0]?.code);
    for (const { code } of errors)
      await shop.ask(muteFinding, { path: { feed_id: idOf("checked"), slug: "google" }, body: { code, row_id: String(rowOf(1)) } });
    expect(await inFeed(1, "checked")).toMatchObject({ state: "included", what: "live" });
    expect((await inFeed(9, "checked")).what).toBe("has_findings");
    for (const { code } of errors) await shop.ask(muteFinding, { path: { feed_id: idOf("checked"), slug: "google" }, body: { code } });
    expect((await inFeed(9, "checked")).findings.filter(({ severity }) => severity === "error")).toEqual([]);
    await shop.shop.db.deleteFrom("finding_mutes").where("shop_id", "=", shop.shop.shopId).execute();
  });
});

describe("a product is found", () => {
  test("by SKU, whatever its case, and others with the same are named", async () => {
    const found = await lookup({ sku: "twin" });
    expect(found).toMatchObject({ object: "product_feeds", id: `prod_${rowOf(9)}`, title: "Twin", sku: "TWIN", matches: 2 });
    expect(found.others).toEqual([{ id: `prod_${rowOf(10)}`, title: "Other twin", sku: "twin" }]);
  });

  test("by text: the product whose name it is before those that begin with it or hold it, each once however many variants", async () => {
    expect(await lookup({ search: " linen " })).toMatchObject({
      ...{ title: "Linen Shirt", matches: 2 },
      others: [{ title: "A sample of linen" }],
    });
    expect(await lookup({ search: "twin" })).toMatchObject({ title: "Twin", others: [{ title: "Other twin" }] });
    expect(await lookup({ search: "LS-L" })).toMatchObject({ id: `prod_${rowOf(99)}`, others: [] });
  });

  test("by exactly one way; what is none is refused, and what names nothing isn't found", async () => {
    for (const query of [
      {},
      { sku: "a", search: "b" },
      { sku: " " },
      { search: "" },
      { product_id: "1001", columns: "a,".repeat(60), fields: "maybe" },
    ])
      expect((await refusal(lookup(query))).code).toBe("invalid_request");
    for (const query of [
      { product_id: "prod_1001", feed_id: "feed_9999" },
      { product_id: "prod_999" },
      { product_id: "x' OR 1" },
      { sku: "%" },
      { search: "'; --" },
    ])
      expect((await refusal(lookup(query))).code).toBe("resource_not_found");
  });

  test("in one's own shop alone", async () => {
    const stranger = (await testShop(shop.listed.database.db)).shop;
    expect((await refusal(lookup({ product_id: `prod_${rowOf(1)}` }, stranger))).code).toBe("resource_not_found");
    expect(await ask<Listed>(listMemberships, {}, stranger)).toMatchObject({ data: [], meta: { total: 0 } });
  });
});

describe("fields", () => {
  test("say what the source has, what the feed makes of it, and which rule changed it", async () => {
    const primary = await inFeed(1, "primary", { fields: "true" });
    expect(primary.fields?.map(({ field }) => field)).toEqual(expect.arrayContaining(["id", "title", "price", "availability"]));
    await shop.addRule(feeds.get("checked") ?? shop.primaryId, {
      type: "set_value",
      target: "title",
      value: '=concat([G]title, " of oak")',
    });
    const told = await inFeed(1, "checked", { fields: "true", columns: "title, vendor ,price,no_such" });
    expect(told.fields?.map(({ field }) => field)).toEqual(["title", "price"]);
    const [title] = told.fields ?? [];
    expect(title?.source["title"]).toBe("Linen Shirt");
    expect(title?.value).toBe("Linen Shirt of oak");
    expect(title?.changed_by.at(-1)).toEqual({ stage: "rules", rule_id: expect.stringMatching(/^rule_/), value: "Linen Shirt of oak" });
    const changes = (fields: readonly FieldShape[] | null) => fields?.find(({ field }) => field === "title")?.changed_by;
    expect(changes(primary.fields)).toEqual([]);
    expect((await inFeed(1, "gone", { fields: "true" })).fields).toBeNull();
    expect((await inFeed(1, "primary")).fields).toBeNull();
  });

  test("are of five feeds at most, and long values are cut", async () => {
    await shop.addRule(shop.primaryId, { type: "set_value", target: "description", value: "x".repeat(900) });
    const { feeds: told } = await lookup({ product_id: String(rowOf(1)), fields: "true" });
    expect(told.filter(({ fields }) => fields !== null)).toHaveLength(5);
    const description = told[0]?.fields?.find(({ field }) => field === "description");
    expect(description?.value).toBe(`${"x".repeat(299)}…`);
  });
});

describe("the list", () => {
  test("has every row with each active feed, as the product's own answer says it", async () => {
    const { data, meta } = await list();
    expect(meta.total).toBe(PRODUCTS.length + 1);
    const one = data.find(({ id }) => id === `prod_${rowOf(8)}`);
    const whole = await lookup({ product_id: `prod_${rowOf(8)}` });
    expect(one?.feeds).toEqual(
      whole.feeds
        .filter(({ what }) => what !== "feed_inactive")
        .map(({ feed_id, state, what, reason }) => ({ feed_id, state, what, reason })),
    );
    expect(await list({ per_page: "5", page: "2" })).toMatchObject({ data: data.slice(5, 10), meta: { has_more: true } });
  });

  test("is filtered as the states say: in no feed, left out of one, in need of attention", async () => {
    const { data } = await list();
    const whose = (holds: (feeds: Listed["data"][number]["feeds"]) => boolean) =>
      data.filter((product) => holds(product.feeds)).map(({ id }) => Number(id.slice("prod_".length)) - 1_000);
    const served = (feed: { readonly state: string }) => feed.state !== "not_in_feed";
    expect(await idsOf("not_in_any_feed")).toEqual(whose((told) => !told.some(served)));
    expect(await idsOf("not_in_any_feed")).toEqual([2, 3, 4, 5, 6, 7]);
    expect(await idsOf("excluded")).toEqual(whose((told) => told.some((feed) => !served(feed) && feed.reason !== null)));
    expect(await idsOf("needs_attention")).toEqual(whose((told) => told.some(({ state }) => state === "needs_attention")));
    expect(await idsOf("needs_attention")).toContain(1);
  });

  test("searches within a filter, and refuses one it doesn't know", async () => {
    expect((await list({ filter: "not_in_any_feed", search: "draft" })).data.map(({ title }) => title)).toEqual(["Drafted"]);
    expect((await list({ filter: "not_in_any_feed", search: "linen" })).meta.total).toBe(0);
    expect((await refusal(list({ filter: "gone" }))).code).toBe("invalid_request");
  });
});
