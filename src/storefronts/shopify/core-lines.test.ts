import { describe, expect, test } from "vitest";
import { createCoreReader } from "./core-lines.ts";

const reader = (currency = "EUR") => createCoreReader({ storeUrl: "https://shop.example", currency });
const gid = (type: string, id: number | string): string => `gid://shopify/${type}/${id}`;

const product = (more: object = {}) => ({
  id: gid("Product", 7),
  handle: "wool-scarf",
  title: "Wool scarf",
  descriptionHtml: "",
  vendor: "Hazel",
  productType: "Scarves",
  status: "ACTIVE",
  tags: ["warm", "wool"],
  onlineStoreUrl: "https://shop.example/products/wool-scarf",
  hasOnlyDefaultVariant: false,
  category: null,
  seo: { title: null, description: null },
  options: [
    { name: "Size", position: 2 },
    { name: "Colour", position: 1 },
  ],
  featuredMedia: null,
  ...more,
});
const productOf = (more: object = {}) => {
  const record = reader().read(product(more));
  if (record === undefined || !("product" in record)) throw new Error("no product");
  return record;
};
const variantOf = (more: object = {}, currency?: string) => {
  const record = reader(currency).read({
    id: gid("ProductVariant", 9),
    position: 3,
    price: "12.90",
    __parentId: gid("Product", 7),
    ...more,
  });
  if (record === undefined || !("variant" in record)) throw new Error("no variant");
  return record.variant;
};

describe("a product", () => {
  test("has the options in the order of their positions", () => {
    expect(productOf().product).toMatchObject({ key: "7", option1_name: "Colour", option2_name: "Size", option3_name: null });
  });

  test("that nobody gave options has none, and no addresses of variants", () => {
    const { product: record } = productOf({ hasOnlyDefaultVariant: true, options: [{ name: "Title", position: 1 }] });
    expect(record).toMatchObject({ option1_name: null, variant_links: null });
  });

  test.each(["\u200B\u2060", " \uFEFF ", "\u00AD"])("with nothing to see in its texts (%j) has none", (unseen) => {
    const texts = { title: unseen, descriptionHtml: unseen, productType: unseen, tags: [unseen, "wool"] };
    const { product: record } = productOf({ ...texts, seo: { title: unseen, description: unseen } });
    expect(record).toMatchObject({ title: null, body_html: null, product_type: null, tags: ["wool"], seo_title: null });
    expect(record.seo_description).toBeNull();
  });

  test("leaves an option's value out in which nothing can be seen", () => {
    expect(variantOf({ selectedOptions: [{ name: "Size", value: "\u200B" }], barcode: "\u00AD" })).toMatchObject({
      option1_value: null,
      barcode: null,
    });
  });

  test("keeps the invisible characters of texts that can be seen", () => {
    expect(productOf({ title: "Wool\u00ADscarf" }).product.title).toBe("Wool\u00ADscarf");
  });

  test("that is not on the online store is not published, and links to where it would be", () => {
    expect(productOf({ onlineStoreUrl: null, handle: "schön & gut" }).product).toMatchObject({
      published: "false",
      link: "https://shop.example/products/sch%C3%B6n%20%26%20gut",
    });
  });

  test("has the category that was chosen, and none where none was", () => {
    const chosen = productOf({ category: { id: gid("TaxonomyCategory", "aa-1-2"), fullName: "Apparel > Scarves" } }).product;
    expect(chosen).toMatchObject({ category_id: "aa-1-2", category: "Apparel > Scarves" });
    const none = productOf({ category: { id: gid("TaxonomyCategory", "na"), fullName: "Uncategorized" } }).product;
    expect(none).toMatchObject({ category_id: null, category: null });
  });

  test("names its first picture, which comes before all others", () => {
    const featuredMedia = { id: gid("MediaImage", 5), image: { url: "https://cdn.example/a.jpg?v=1", altText: "A" } };
    expect(productOf({ featuredMedia }).image).toMatchObject({
      id: "5",
      position: 0,
      product_key: "7",
      url: "https://cdn.example/a.jpg?v=1",
    });
    expect(productOf({ featuredMedia: { id: gid("Video", 5) } }).image).toBeNull();
  });

  test("says how it is sold", () => {
    const record = productOf({ status: "UNLISTED", isGiftCard: true, requiresSellingPlan: true, combinedListingRole: "PARENT" }).product;
    expect(record).toMatchObject({ status: "unlisted", gift_card: "true", requires_selling_plan: "true", combined_listing_role: "parent" });
  });
});

describe("a variant", () => {
  test("belongs to its product and keeps its place", () => {
    expect(variantOf({ compareAtPrice: "0.00" })).toMatchObject({
      product_key: "7",
      id: "9",
      position: 3,
      price: "12.90",
      compare_at_price: "0.00",
    });
  });

  test.each([
    ["EUR", ["39.60", "12.90", "40.00", "4.50"]],
    ["JPY", ["40", "13", "40", "5"]],
    ["KWD", ["39.600", "12.900", "40.000", "4.500"]],
  ])("has all of its amounts with the decimals of the shop's currency: %s", (currency, [unit, price, before, cost]) => {
    const amounts = { unitPrice: { amount: "39.6" }, compareAtPrice: "40.0", inventoryItem: { unitCost: { amount: "4.5" } } };
    expect(variantOf(amounts, currency)).toMatchObject({ unit_price: unit, price, compare_at_price: before, cost });
  });

  test("that is bought with others says so, and so does its reader", () => {
    const line = { id: gid("ProductVariant", 9), __parentId: gid("Product", 7) };
    const read = reader();
    expect([read.read({ ...line, requiresComponents: false }), read.hasBundles()]).toMatchObject([{ facts: [] }, false]);
    const bundle = { facts: [{ owner: "variant", owner_id: "9", column: "variant-bundle", value: "true" }] };
    expect([read.read({ ...line, requiresComponents: true }), read.hasBundles()]).toMatchObject([bundle, true]);
  });

  test("without a choice has no option value", () => {
    expect(variantOf({ selectedOptions: [{ name: "Title", value: "Default Title" }] }).option1_value).toBeNull();
    expect(variantOf({ selectedOptions: [{ name: "Title", value: "Mr" }] }).option1_value).toBe("Mr");
  });

  test("has stock, weight and cost from its inventory item", () => {
    const inventoryItem = {
      tracked: true,
      requiresShipping: false,
      countryCodeOfOrigin: "IE",
      harmonizedSystemCode: "6214.20",
      unitCost: { amount: "4.5" },
      measurement: { weight: { value: 0.25, unit: "KILOGRAMS" } },
    };
    expect(variantOf({ inventoryItem, inventoryQuantity: -2, inventoryPolicy: "CONTINUE", availableForSale: true })).toMatchObject({
      inventory_tracked: "true",
      requires_shipping: "false",
      country_of_origin: "IE",
      hs_code: "6214.20",
      cost: "4.50",
      weight: "0.25",
      weight_unit: "kg",
      inventory_quantity: "-2",
      inventory_policy: "continue",
      available: "true",
    });
    expect(variantOf({ inventoryItem: { measurement: { weight: { value: 0, unit: "GRAMS" } } } })).toMatchObject({
      weight: null,
      weight_unit: null,
    });
  });
});

describe("what hangs below", () => {
  const childOf = (line: object) => reader().read({ ...line });

  test("a picture of a product, once it has an address", () => {
    const media = { id: gid("MediaImage", 11), alt: "Blue", mediaContentType: "IMAGE", __parentId: gid("Product", 7) };
    expect(childOf({ ...media, image: { url: "https://cdn.example/b.jpg" } })).toEqual({
      image: { id: "11", product_key: "7", seq: 11, position: null, url: "https://cdn.example/b.jpg", alt: "Blue" },
    });
    expect(childOf({ ...media, image: null })).toBeUndefined();
  });

  test("a picture of a variant and a collection of a product, by title and number, are facts", () => {
    expect(childOf({ id: gid("MediaImage", 11), __parentId: gid("ProductVariant", 9) })).toEqual({
      facts: [{ owner: "variant", owner_id: "9", column: "image", value: "11" }],
    });
    expect(childOf({ id: gid("Collection", 3), title: "Winter", __parentId: gid("Product", 7) })).toEqual({
      facts: [
        { owner: "product", owner_id: "7", column: "collection", value: "Winter" },
        { owner: "product", owner_id: "7", column: "collection_id", value: "3" },
      ],
    });
  });

  test.each([
    { id: gid("Video", 1), __parentId: gid("Product", 7) },
    { id: gid("Model3d", 1), __parentId: gid("ProductVariant", 9) },
    { __parentId: gid("Product", 7) },
    { id: "no gid" },
  ])("%j is nothing a feed needs", (line) => {
    expect(childOf(line)).toBeUndefined();
  });
});
