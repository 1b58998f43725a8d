import { describe, expect, test } from "vitest";
import { shippedTaxonomies, smallMapping } from "../../../test/harness/taxonomies.ts";
import { readShopifyMapping } from "./read-shopify-mapping.ts";
import { printShopifyMapping, requireMapping } from "./shopify-mapping.ts";

const { google, index, shopify } = await shippedTaxonomies();
const paths = google.categories.map(({ path }) => path);

test("the shipped mapping is Shopify's of 2025-01, and each of its categories has one of Google's", () => {
  expect(shopify).toMatchObject({ edition: "2025-01", googleEdition: "2021-09-21", notes: { Licence: expect.stringContaining("MIT") } });
  expect(shopify.categories).toHaveLength(10_535);
  expect(shopify.categories.filter(({ google: of }) => index.categoryOf(of) === undefined)).toEqual([]);
  expect(requireMapping(shopify, index, "x")).toBe(shopify);
});

describe("a mapping is read", () => {
  test("from how we keep it", () => {
    expect(readShopifyMapping(printShopifyMapping(shopify), "x")).toEqual(shopify);
  });

  test("from Shopify's JSON, by ids and paths", () => {
    const { edition, googleEdition, categories } = readShopifyMapping(smallMapping("2026-08", paths), "x");
    expect([edition, googleEdition, categories.length]).toEqual(["2026-08", "2021-09-21", 400]);
    expect(categories[1]).toEqual({ id: "zz-2", path: "Kind 1", google: paths[1] });
  });

  test("from Shopify's text, which has paths alone; one may have none of Google's", () => {
    const text = [
      "# Shopify Product Taxonomy - Mapping shopify/2026-02 to google/2021-09-21",
      "# Format:",
      "# → {base taxonomy category name}",
      "# ⇒ {mapped taxonomy category name}",
      "",
      "→ Animals & Pet Supplies > Live Animals",
      "⇒ Animals & Pet Supplies",
      "",
      "→ Bundles",
      "",
      "→ Services",
      "⇒ Media",
      "",
    ].join("\n");
    expect(readShopifyMapping(text, "x")).toEqual({
      edition: "2026-02",
      googleEdition: "2021-09-21",
      notes: {},
      categories: [
        { id: "", path: "Animals & Pet Supplies > Live Animals", google: "Animals & Pet Supplies" },
        { id: "", path: "Bundles", google: "" },
        { id: "", path: "Services", google: "Media" },
      ],
    });
  });

  test("from lines with tabs and a header, whose file names the edition", () => {
    const text =
      "shopify_category_id\tgoogle_category_id\tshopify_category_path\naa\t166\tApparel & Accessories\naa-1\t\tApparel & Accessories > Clothing\n";
    expect(readShopifyMapping(text, "shopify_2025-03_to_google_2021-09-21.tsv")).toMatchObject({
      edition: "2025-03",
      googleEdition: "2021-09-21",
      categories: [
        { id: "aa", path: "Apparel & Accessories", google: "166" },
        { id: "aa-1", path: "Apparel & Accessories > Clothing", google: "" },
      ],
    });
  });
});

describe("a mapping is refused", () => {
  const good = (): string => printShopifyMapping(shopify);
  test.each([
    ["JSON that was cut", () => smallMapping("2026-08", paths).slice(0, 9_000), /seems to be cut off in line 1\./u],
    [
      "JSON that was cut in a text",
      () => JSON.stringify({ mappings: [{ a: "b\\" }] }, null, 1).slice(0, 29),
      /seems to be cut off in line 4\./u,
    ],
    ["JSON that is wrong within", () => '{"mappings": [1 2]}', /isn't valid JSON/u],
    ["JSON of something else", () => "{}", /doesn't name its edition/u],
    ["lines that were cut off", () => good().slice(0, 100_000), /seems to be cut off in line \d+, which has no line break/u],
    ["lines that were cut off within an id", () => `${good()}zz-`, /seems to be cut off in line 10\d{3}, which/u],
    ["lines that were cut off early", () => "aa\t166\tApparel & Accessories\naa-1\t16", /seems to be cut off in line 2, which/u],
    ["pairs that were cut off", () => "→ Animals\n⇒ Animals & Pet Supp", /seems to be cut off in line 2, which/u],
    ["a page", () => "<html>\n</html>", /line 1 isn't/u],
    ["few categories", () => smallMapping("2026-08", paths.slice(0, 299)), /at least 300/u],
    ["an id twice", () => `${good()}aa\t166\tSomething else\n`, /has the id aa twice/u],
    ["a path twice", () => `${good()}zz\t166\tapparel & accessories\n`, /has the path apparel & accessories twice/u],
    ["an id of another kind", () => `${good()}AA 1\t166\tSomething else\n`, /AA 1 isn't an id/u],
    ["a category without its parent", () => `${good()}zz-1\t166\tGone > Shoes\n`, /it has Gone > Shoes but not its parent/u],
    ["categories that Google doesn't have", () => smallMapping("2026-08", paths.map((_, at) => `Nothing ${at}`)), /only 0 of the 400/u], // prettier-ignore
    ["lines with ⇒ alone", () => "→ A\n⇒ B\n⇒ C\n", /has no line with → above it/u],
  ])("with %s", (_what, text, fault) => {
    expect(() => requireMapping(readShopifyMapping(text(), "new"), index, "new")).toThrow(fault);
  });
});
