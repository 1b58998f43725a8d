import { afterAll, describe, expect, test } from "vitest";
import { type TestDuckdb, testDuckdb, TWO_THREADS } from "../../../test/harness/duckdb.ts";
import { type FeedInputs, type FeedRun, feedDefinition, mappingsOf, readRules, runFeed } from "../../../test/golden/feed-run.ts";
import {
  productFact,
  type RawCatalog,
  rawProduct,
  rawVariant,
  takeMarket,
  takeSnapshot,
  type TestSnapshot,
  variantFact,
} from "../../../test/harness/raw-records.ts";
import { FACT_PUBLISHED } from "../source/raw-tables.ts";
import { feedColumns } from "./feed-columns.ts";
import { type FeedDefinition, FeedSettings, type MarketTerms } from "./feed-definition.ts";

const CATALOG: RawCatalog = {
  products: [
    rawProduct(1, {
      key: "shirt",
      id: "1",
      title: "Shirt",
      vendor: "Acme",
      body_html: "<p>Soft</p>",
      collections: ["Sale", "Shoes, bags"],
      option1_name: "Colour",
    }),
    rawProduct(2, { key: "mug", id: "2", title: "Mug", vendor: "Acme", collections: ["Wholesale"] }),
    rawProduct(3, { key: "hat", id: "3", title: "Hat", vendor: "Bolt" }),
  ],
  variants: [
    rawVariant(1, {
      product_key: "shirt",
      id: "11",
      option1_value: "Red",
      price: "10",
      sku: "S1",
      markets: {
        DE: { included: "true", price: "9", compare_at_price: "12" },
        CH: { included: "false", price: "8", compare_at_price: null },
      },
    }),
    rawVariant(2, {
      product_key: "shirt",
      id: "12",
      option1_value: "Blue",
      price: "10",
      sku: "S2",
      markets: { DE: { included: null, price: " ", compare_at_price: null } },
    }),
    rawVariant(3, {
      product_key: "mug",
      id: "21",
      price: "5",
      sku: "M",
      markets: { DE: { included: "true", price: "4", compare_at_price: null } },
    }),
    rawVariant(4, { product_key: "hat", id: "31", price: "7", sku: "H" }),
  ],
};

const duckdb = await testDuckdb(TWO_THREADS);
const snapshot = await takeSnapshot(duckdb, CATALOG);

type Inputs = Omit<FeedInputs, "snapshot" | "definition"> & { readonly definition?: Parameters<typeof feedDefinition>[0] };

/** What these tests look at, and the colour, which a title has where no column does. */
const MADE = mappingsOf("id", "title", "description", "price", "sale_price", "brand", "gtin", "mpn", "identifier_exists", "color");
const defined = (definition: Inputs["definition"] = {}): FeedDefinition =>
  feedDefinition({ ...definition, mappings: { ...MADE, ...definition.mappings } });
/** Enough to know what a selection leaves out. */
const TITLED = { ...mappingsOf(), title: "title" };
const feed = (inputs: Inputs): Promise<FeedRun> => runFeed(duckdb, { ...inputs, snapshot, definition: defined(inputs.definition) });

/** Other catalogs, each taken once. */
const taken = new Map<RawCatalog, Promise<{ readonly own: TestDuckdb; readonly snapshot: TestSnapshot }>>();
afterAll(async () => {
  for (const { own } of await Promise.all(taken.values())) await own[Symbol.asyncDispose]();
  await duckdb[Symbol.asyncDispose]();
});

async function feedOf(catalog: RawCatalog, inputs: Inputs): Promise<FeedRun> {
  const found = taken.get(catalog) ?? testDuckdb(TWO_THREADS).then(async (own) => ({ own, snapshot: await takeSnapshot(own, catalog) }));
  taken.set(catalog, found);
  const other = await found;
  return runFeed(other.own, { ...inputs, snapshot: other.snapshot, definition: defined(inputs.definition) });
}

const fieldsOf = (run: FeedRun, column: string): readonly (string | undefined)[] => run.rows.map(({ fields }) => fields[column]);
const reasonsOf = (run: FeedRun): readonly (string | null)[] => run.rows.map(({ reason }) => reason);
const setTitle = { type: "set_value", target: "title", value: "By rule" };

describe("what is said later wins", () => {
  test("a cell replaces the source value before mapping, so that every column reading it follows", async () => {
    const run = await feed({ definition: { mappings: { custom_label_0: "title" } }, cells: { "11": { title: "Cell" } } });
    expect(fieldsOf(run, "title")).toEqual(["Cell", "Shirt", "Mug", "Hat"]);
    expect(fieldsOf(run, "custom_label_0")).toEqual(["Cell", "Shirt", "Mug", "Hat"]);
  });

  test("a rule that writes a column the feed does not have any more does nothing, and fails no run", async () => {
    const gone = [
      { type: "split_row", over: "[D]tags", target: "extra_1" },
      { type: "set_value", target: "extra_2", value: "x" },
      setTitle,
    ];
    const run = await feed({ definition: { rules: readRules(gone), extraColumns: [] } });
    expect(fieldsOf(run, "title")).toEqual(["By rule", "By rule", "By rule", "By rule"]);
  });

  test("a cell of the description brings its own plain text", async () => {
    const run = await feed({ cells: { "11": { body_html: "<b>Bold</b> &amp; new" } } });
    expect(fieldsOf(run, "description")).toEqual(["Bold & new", "Soft", "", ""]);
  });

  test("a blank cell blanks the value, which is not the same as having no cell", async () => {
    expect(fieldsOf(await feed({ cells: { "11": { vendor: "" } } }), "brand")).toEqual(["", "Acme", "Acme", "Bolt"]);
  });

  test("an override replaces what mapping and cells made", async () => {
    const run = await feed({ cells: { "11": { title: "Cell" } }, overrides: { "11": { title: "Override" }, "12": { title: "Override" } } });
    expect(fieldsOf(run, "title")).toEqual(["Override", "Override", "Mug", "Hat"]);
  });

  test("an override changes its column alone, not others that read the same source", async () => {
    const run = await feed({ definition: { mappings: { custom_label_0: "title" } }, overrides: { "11": { title: "Override" } } });
    expect(fieldsOf(run, "custom_label_0")[0]).toBe("Shirt");
  });

  test("a rule replaces what an override made, and reads it", async () => {
    const rules = readRules([{ ...setTitle, condition: { all: [{ side: "G", column: "title", operator: "=", value: "override" }] } }]);
    const run = await feed({ definition: { rules }, overrides: { "11": { title: "Override" }, "12": { title: "Other" } } });
    expect(fieldsOf(run, "title")).toEqual(["By rule", "Other", "Mug", "Hat"]);
  });

  test("whether an identifier exists follows what overrides, mappings and rules make of GTIN, brand and part number", async () => {
    const exists = async (inputs: Inputs): Promise<unknown> => fieldsOf(await feed(inputs), "identifier_exists");
    const none = { gtin: "", brand: "", mpn: "" };
    expect(await exists({})).toEqual(["yes", "yes", "yes", "yes"]);
    expect(await exists({ overrides: { "11": none, "12": { ...none, gtin: "4006381333931" } } })).toEqual(["no", "yes", "yes", "yes"]);
    expect(await exists({ definition: { mappings: { mpn: null } } })).toEqual(["no", "no", "no", "no"]);
    const blanked = { type: "set_value", target: "mpn", value: "", condition: "[D]sku is M" };
    expect(await exists({ definition: { rules: readRules([blanked]) } })).toEqual(["yes", "yes", "no", "yes"]);
    const read = { ...setTitle, condition: "[G]identifier_exists is no" };
    const told = await feed({ definition: { rules: readRules([read]) }, overrides: { "11": none } });
    expect(fieldsOf(told, "title")).toEqual(["By rule", "Shirt", "Mug", "Hat"]);
  });

  test("what a mapping or a rule says of the identifier itself stays", async () => {
    const none = { "11": { gtin: "", brand: "", mpn: "" } };
    const own = await feed({ definition: { mappings: { identifier_exists: '="yes"' } }, overrides: none });
    expect(fieldsOf(own, "identifier_exists")[0]).toBe("yes");
    const rules = readRules([
      { type: "set_value", target: "identifier_exists", value: "yes" },
      { type: "set_value", target: "brand", value: "" },
    ]);
    expect(fieldsOf(await feed({ definition: { rules }, overrides: none }), "identifier_exists")[0]).toBe("yes");
  });

  test("rules run in order, and later ones read what earlier ones wrote", async () => {
    const rules = readRules([
      setTitle,
      {
        type: "set_value",
        target: "brand",
        value: "B",
        condition: { all: [{ side: "G", column: "title", operator: "=", value: "by rule" }] },
      },
    ]);
    expect(fieldsOf(await feed({ definition: { rules } }), "brand")).toEqual(["B", "B", "B", "B"]);
  });
});

describe("exclusions", () => {
  const excludeAll = { type: "exclude", reason: "By rule" };

  test("the first reason stays: selection, settings, merchant, then rules", async () => {
    const draft = {
      ...CATALOG,
      products: CATALOG.products.map((product) => (product.key === "mug" ? { ...product, status: "draft" } : product)),
    };
    const run = await feedOf(draft, {
      definition: { rules: readRules([excludeAll]), selection: { mode: "collection", title: "Sale", id: null } },
      overrides: { "11": { excluded: "true" } },
    });
    expect(reasonsOf(run)).toEqual(["Excluded by merchant", "By rule", "Not in the collection Sale", "Not in the collection Sale"]);
    const unselected = await feedOf(draft, { definition: { rules: readRules([excludeAll]) } });
    expect(reasonsOf(unselected)).toEqual(["By rule", "By rule", "Draft in the shop", "By rule"]);
  });

  test("an excluded row stays among the rows with its transformed values", async () => {
    const run = await feed({ definition: { rules: readRules([excludeAll, setTitle]) } });
    expect(run.rows).toHaveLength(4);
    expect(fieldsOf(run, "title")).toEqual(["By rule", "By rule", "By rule", "By rule"]);
  });

  test("`excluded: false` of the merchant excludes nothing", async () => {
    expect(reasonsOf(await feed({ overrides: { "11": { excluded: "false" } } }))).toEqual([null, null, null, null]);
  });

  test("the plan's allowance lets the first included rows pass, in feed order", async () => {
    const rules = readRules([
      { type: "exclude", reason: "Blue", condition: { all: [{ side: "D", column: "option1_value", operator: "=", value: "blue" }] } },
    ]);
    expect(reasonsOf(await feed({ definition: { rules, allowance: 2 } }))).toEqual([null, "Blue", null, "Plan allowance (2) reached"]);
    expect(reasonsOf(await feed({ definition: { allowance: 0 } }))).toEqual(Array.from({ length: 4 }, () => "Plan allowance (0) reached"));
    expect(reasonsOf(await feed({ definition: { allowance: 4 } }))).toEqual([null, null, null, null]);
  });
});

describe("selection", () => {
  const collection = (title: string) => feed({ definition: { selection: { mode: "collection", title, id: null }, mappings: TITLED } });

  test("a collection is one of the product's collections as a whole, ignoring case", async () => {
    expect(reasonsOf(await collection("sale"))).toEqual([null, null, "Not in the collection sale", "Not in the collection sale"]);
  });

  test("a collection whose title has a comma is found by its title", async () => {
    expect(reasonsOf(await collection("Shoes, bags")).slice(0, 3)).toEqual([null, null, "Not in the collection Shoes, bags"]);
  });

  test("part of a title, or parts of two, are no collection", async () => {
    for (const title of ["Whole", "Shoes", "bags", "Sale, Shoes"])
      expect(reasonsOf(await collection(title)), title).toEqual(Array.from({ length: 4 }, () => `Not in the collection ${title}`));
  });

  test("a collection is found whatever its title is made of, and however its accents are written", async () => {
    const titles = ['Say "Hi", it\'s new', "Caf\u00e9 & Th\u00e9", "100% \\ [sale]", "\u30ac\u30e9\u30b9", "A, B, C"];
    const decomposed = titles.map((title) => title.normalize("NFD"));
    const facts = decomposed.map((title, at) => productFact(["shirt", "mug", "hat"][at % 3] ?? "", "collection", title));
    const catalog = { ...CATALOG, facts };
    for (const [at, title] of titles.entries())
      for (const written of [title.normalize("NFD"), title.toUpperCase()]) {
        const selection = { mode: "collection", title: written, id: null } as const;
        const run = await feedOf(catalog, { definition: { selection, mappings: TITLED } });
        const included = run.rows.filter(({ reason }) => reason === null).map(({ rowId }) => rowId);
        expect(included, written).toEqual([["11", "12"], ["21"], ["31"]][at % 3]);
      }
  });

  test("a collection with a number is that one, whatever it and others are called, and a cell names it by its title", async () => {
    const facts = Object.entries({ shirt: "290", mug: "1290", hat: "29" }).flatMap(([product, number]) => [
      productFact(product, "collection_id", number),
      productFact(product, "collection", "Summer"),
    ]);
    const catalog = { ...CATALOG, facts };
    const included = async (id: string, cells: NonNullable<Inputs["cells"]> = {}): Promise<readonly string[]> => {
      const selection = { mode: "collection", title: "Old name", id } as const;
      const run = await feedOf(catalog, { definition: { selection, mappings: TITLED }, cells });
      return run.rows.filter(({ reason }) => reason === null).map(({ rowId }) => rowId);
    };
    expect([await included("290"), await included("90")]).toEqual([["11", "12"], []]);
    expect(await included("290", { "11": { collections: "Summer" }, "21": { collections: "Sale, old name" } })).toEqual(["12", "21"]);
  });

  test("a manual selection takes the marked rows, and nothing without any", async () => {
    const selection = { mode: "manual" } as const;
    const none = "Not selected for this feed";
    const localised = { "12": { selected: "true" }, "31": { selected: "true" } };
    expect(reasonsOf(await feed({ definition: { selection }, localised }))).toEqual([none, null, none, null]);
    expect(reasonsOf(await feed({ definition: { selection } }))).toEqual([none, none, none, none]);
  });

  test("a manual selection of a language feed is a mark beside its translations, and none of them", async () => {
    const run = await feed({
      definition: { feedType: "language", selection: { mode: "manual" } },
      localised: { "11": { title: "Hemd" }, "21": { selected: "true", title: "Tasse" } },
    });
    const none = "Not selected for this feed";
    expect(reasonsOf(run)).toEqual([none, none, null, none]);
    expect(fieldsOf(run, "title")).toEqual(["Hemd", "Shirt", "Tasse", "Hat"]);
  });
});

describe("settings", () => {
  const unsold = ((): RawCatalog => {
    const products = [
      { status: "active" },
      { status: null, published: null, gift_card: null },
      { status: "archived" },
      { status: "draft" },
      { status: "unlisted" },
      { published: "false" },
      { gift_card: "true" },
      { status: "draft", gift_card: "true" },
      { requires_selling_plan: "true" },
      { combined_listing_role: "parent" },
      { requires_selling_plan: "false", combined_listing_role: "child" },
      { requires_selling_plan: "true" },
      { published: "false", combined_listing_role: "parent" },
    ].map((product, at) => rawProduct(at + 1, { key: `p${at}`, id: String(at + 1), ...product }));
    const variants = products.map(({ key }, at) => rawVariant(at + 1, { product_key: key, id: String(at + 101) }));
    const facts = ["111", "112", "113"].map((id) => variantFact(id, FACT_PUBLISHED, String(id === "111")));
    return { products, variants, facts };
  })();

  test.each([
    [
      false,
      [
        null,
        null,
        "Archived in the shop",
        "Draft in the shop",
        "Unlisted in the shop",
        "Not published on the online store",
        "Gift card",
        "Draft in the shop",
        "Sold by subscription only",
        "Combined listing parent",
        null,
        "Variant not published on the online store",
        "Not published on the online store",
      ],
    ],
    [
      true,
      [
        null,
        null,
        "Archived in the shop",
        null,
        null,
        null,
        "Gift card",
        "Gift card",
        "Sold by subscription only",
        "Combined listing parent",
        null,
        "Sold by subscription only",
        "Combined listing parent",
      ],
    ],
  ])("what the shop does not sell is left out; unpublished products imported: %s", async (imported, expected) => {
    const settings = FeedSettings.parse({ import_unpublish_product: imported });
    expect(reasonsOf(await feedOf(unsold, { definition: { settings } }))).toEqual(expected);
  });

  test("what a catalog says by mistake is excluded with a reason: a status nobody knows, a handle of another product, a price below zero, no title", async () => {
    const faults = [{ status: "for sale" }, { handle_taken: "true" }, { title: " " }, { title: null }, {}, {}];
    const products = faults.map((fault, at) => rawProduct(at + 1, { key: `p${at}`, id: String(at + 1), title: "Fine", ...fault }));
    const prices = ["1", "1", "1", "1", "-0.01", "0"];
    const variants = prices.map((price, at) => rawVariant(at + 1, { product_key: `p${at}`, id: String(at + 11), price }));
    const catalog = { products, variants };
    const reasons = ["Unknown status in the shop", "Handle used by another product", "No title", "No title", "Price is negative", null];
    expect(reasonsOf(await feedOf(catalog, {}))).toEqual(reasons);
    const settings = FeedSettings.parse({ import_unpublish_product: true });
    expect(reasonsOf(await feedOf(catalog, { definition: { settings } }))[0]).toBeNull();
    const corrected = await feedOf(catalog, {
      overrides: { "13": { title: "Given" } },
      cells: { "11": { status: "active" }, "15": { price: "2" }, "16": { gift_card: "true" } },
      definition: {
        rules: readRules([{ type: "set_value", target: "title", value: "Named", condition: "id contains '14' or [D]id = '14'" }]),
      },
    });
    expect(reasonsOf(corrected)).toEqual([null, reasons[1], null, null, null, "Gift card"]);
  });

  test("a snapshot of before a column was read is transformed as if nothing was said there", async () => {
    const hidden = ["variant_published", "requires_selling_plan", "combined_listing_role", "handle_taken"];
    const columns = snapshot.columns.filter((column) => !hidden.includes(column));
    expect(columns).toHaveLength(snapshot.columns.length - hidden.length);
    const older = { ...snapshot, columns };
    const run = await runFeed(duckdb, { snapshot: older, definition: defined() });
    expect(reasonsOf(run)).toEqual([null, null, null, null]);
  });

  test("without variants each product keeps the first one, by position", async () => {
    const catalog = { ...CATALOG, variants: CATALOG.variants.map((variant) => ({ ...variant, position: variant.id === "12" ? 1 : 2 })) };
    const other = "Not the first variant of its product";
    const run = await feedOf(catalog, { definition: { settings: FeedSettings.parse({ variants: false }) } });
    expect(run.rows.map(({ rowId, reason }) => [rowId, reason])).toEqual([
      ["12", null],
      ["11", other],
      ["21", null],
      ["31", null],
    ]);
  });
});

describe("a language feed", () => {
  const language = { feedType: "language" } as const;

  test("takes the translation where there is one, and the shop's own text where not", async () => {
    const run = await feed({ definition: language, localised: { "11": { title: "Hemd" }, "21": { title: "Tasse", vendor: "Akme" } } });
    expect(fieldsOf(run, "title")).toEqual(["Hemd", "Shirt", "Tasse", "Hat"]);
    expect(fieldsOf(run, "brand")).toEqual(["Acme", "Acme", "Akme", "Bolt"]);
    expect(reasonsOf(run)).toEqual([null, null, null, null]);
  });

  test("lets a cell win over the translation", async () => {
    const run = await feed({ definition: language, localised: { "11": { title: "Hemd" } }, cells: { "11": { title: "Zelle" } } });
    expect(fieldsOf(run, "title")[0]).toBe("Zelle");
  });

  test("describes the product in the translation's plain text", async () => {
    const run = await feed({ definition: language, localised: { "11": { body_html: "<p>Weich &amp; warm</p>" } } });
    expect(fieldsOf(run, "description").slice(0, 2)).toEqual(["Weich & warm", "Soft"]);
  });
});

describe("a market feed", () => {
  const OWN: MarketTerms = { name: "DE", currency: "USD", shopCurrency: "USD", atHome: true };

  async function market(name: string): Promise<FeedRun> {
    return feed({ definition: { feedType: "market", market: name }, market: await takeMarket(duckdb, name) });
  }

  test("has the market's prices, and never another market's", async () => {
    const run = await market("DE");
    expect(fieldsOf(run, "price")).toEqual(["12.00 USD", "", "4.00 USD", ""]);
    expect(fieldsOf(run, "sale_price")).toEqual(["9.00 USD", "", "", ""]);
    expect(reasonsOf(run)).toEqual([null, "No price for DE", null, "No price for DE"]);
  });

  test("leaves out what is not sold there", async () => {
    expect(reasonsOf(await market("CH"))[0]).toBe("Not sold in CH");
  });

  test("of the shop's own market has the shop's prices where the market has none, and both prices of the market where it has one", async () => {
    const run = await feed({ definition: { feedType: "market", market: "DE" }, market: await takeMarket(duckdb, "DE"), terms: OWN });
    expect(fieldsOf(run, "price")).toEqual(["12.00 USD", "10.00 USD", "4.00 USD", "7.00 USD"]);
    expect(fieldsOf(run, "sale_price")).toEqual(["9.00 USD", "", "", ""]);
    expect(reasonsOf(run)).toEqual([null, null, null, null]);
    const without = await feed({ definition: { feedType: "market", market: "US" }, terms: OWN });
    expect(fieldsOf(without, "price")).toEqual(["10.00 USD", "10.00 USD", "5.00 USD", "7.00 USD"]);
  });

  const sold = async (terms: Partial<MarketTerms>, settings: object = {}) =>
    feed({
      definition: { feedType: "market", market: "DE", settings: FeedSettings.parse(settings) },
      market: await takeMarket(duckdb, "DE"),
      terms: { ...OWN, atHome: false, ...terms },
    });

  test("writes the market's prices in the market's currency, and no price of the shop's currency, in its own market too", async () => {
    for (const atHome of [false, true]) {
      const run = await sold({ currency: "SEK", atHome });
      expect(fieldsOf(run, "price")).toEqual(["12.00 SEK", "", "4.00 SEK", ""]);
      expect(fieldsOf(run, "sale_price")).toEqual(["9.00 SEK", "", "", ""]);
      expect(reasonsOf(run)).toEqual([null, "No price for DE", null, "No price for DE"]);
    }
  });

  test("takes the currency of its setting before any other", async () => {
    const run = await sold({ currency: null }, { market_currency: "JPY" });
    expect(fieldsOf(run, "price")).toEqual(["12 JPY", "", "4 JPY", ""]);
    expect(fieldsOf(await sold({ currency: "SEK" }, { market_currency: "USD" }), "price")[0]).toBe("12.00 USD");
  });

  test("of a market whose currency nobody knows excludes every row, without a price in any currency, and says what to do", async () => {
    const run = await sold({ currency: null, name: "Nordics", atHome: true });
    expect(fieldsOf(run, "price")).toEqual(["", "", "", ""]);
    expect(fieldsOf(run, "sale_price")).toEqual(["", "", "", ""]);
    expect(new Set(reasonsOf(run))).toEqual(new Set(["Currency of market Nordics unknown: set market_currency"]));
  });

  test("without any price of the market is empty", async () => {
    const run = await feed({ definition: { feedType: "market", market: "JP" } });
    expect(reasonsOf(run)).toEqual(Array.from({ length: 4 }, () => "No price for JP"));
    expect(fieldsOf(run, "price")).toEqual(["", "", "", ""]);
  });

  test("takes a price that its own cell gives for one of the market", async () => {
    const cells = { "11": { price: "" }, "12": { price: "7.7" } };
    const some = await feed({ definition: { feedType: "market", market: "DE" }, market: await takeMarket(duckdb, "DE"), cells });
    expect(fieldsOf(some, "price")).toEqual(["", "7.70 USD", "4.00 USD", ""]);
    expect(reasonsOf(some)).toEqual(["No price for DE", null, null, "No price for DE"]);
    const none = await feed({ definition: { feedType: "market", market: "JP" }, cells });
    expect(reasonsOf(none)).toEqual(["No price for JP", null, "No price for JP", "No price for JP"]);
  });

  test("says that a row was not selected before it says that it has no price", async () => {
    const selection = { mode: "collection", title: "Wholesale", id: null } as const;
    const run = await feed({ definition: { feedType: "market", market: "JP", selection } });
    const elsewhere = "Not in the collection Wholesale";
    expect(reasonsOf(run)).toEqual([elsewhere, elsewhere, "No price for JP", elsewhere]);
  });
});

describe("columns", () => {
  test("come in the order of the file, extra ones after them; a standard name is not repeated", () => {
    const names = feedColumns(["extra_b", "title", "extra_a"]).map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(["id", "title", "description"]);
    expect(names.slice(-3)).toEqual(["custom_label_4", "extra_b", "extra_a"]);
  });

  test("an extra column is blank until something is mapped to it or written into it", async () => {
    const rules = readRules([
      {
        type: "set_value",
        target: "extra_b",
        value: "x",
        condition: { all: [{ side: "G", column: "extra_a", operator: "=", value: "S1" }] },
      },
    ]);
    const run = await feed({ definition: { extraColumns: ["extra_a", "extra_b", "Extra_A"], mappings: { extra_a: "sku" }, rules } });
    expect(run.rows[0]?.fields).toMatchObject({ extra_a: "S1", extra_b: "x", Extra_A: "" });
  });
});
