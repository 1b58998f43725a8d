import { expect, test } from "vitest";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import {
  productFact,
  type RawCatalog,
  rawProduct,
  rawTranslation,
  rawVariant,
  takeSnapshot,
  variantFact,
} from "../../../test/harness/raw-records.ts";
import { literal, sql } from "../sql/fragment.ts";
import type { RawTranslatedFact, RawTranslation } from "./raw-tables.ts";
import { readSurvey, surveyTranslations, translatedMembers } from "./translated-columns.ts";
import { describeTranslations, forgetTranslation, translationCheck, writeTranslation } from "./snapshot-translations.ts";

/** Product `1` with the variants `11` and `12`, `2` with `21`, and `3` without an option. They come in another order than that of a feed. */
const CATALOG: RawCatalog = {
  products: [
    rawProduct(1, { key: "3", id: "3", title: "Three", handle: "three" }),
    rawProduct(2, { key: "2", id: "2", title: "Two", handle: "two", option1_name: "Colour", variant_links: "true" }),
    rawProduct(3, { key: "1", id: "1", handle: "one", option1_name: "Colour", option2_name: "Size", variant_links: "true" }),
  ],
  variants: [
    rawVariant(1, { product_key: "3", id: "31" }),
    rawVariant(2, { product_key: "1", id: "12", position: 2, option1_value: "Red", option2_value: "a/b~c" }),
    rawVariant(3, { product_key: "1", id: "11", position: 1, option1_value: "Blue", option2_value: "M" }),
    rawVariant(4, { product_key: "2", id: "21", option1_value: "Red" }),
  ],
  metafieldColumns: ["metafield-care", "variant-metafield-fit", "metafield-none"],
};

interface Translated {
  readonly translations?: readonly RawTranslation[];
  readonly facts?: readonly RawTranslatedFact[];
  readonly catalog?: RawCatalog;
}

const store = { locale: "de", rootUrl: "https://shop.example/de" };

/** The rows of the German file in feed order, each by its columns. */
async function german({ translations = [], facts = [], catalog = CATALOG }: Translated) {
  await using duckdb = await testDuckdb();
  const { input } = await takeSnapshot(duckdb, catalog);
  const translated = {
    translations: await duckdb.records("translations.ndjson", translations),
    facts: await duckdb.records("translated-facts.ndjson", facts),
    locales: [store],
  };
  await duckdb.run(...describeTranslations(input, translated));
  const survey = { texts: await duckdb.all(surveyTranslations(input)), members: await duckdb.all(translatedMembers(input)) };
  const { columns, clean } = readSurvey(survey, store, input.metafieldColumns);
  const language = { store, columns, file: duckdb.file("translation.parquet") };
  await duckdb.run(...writeTranslation(input, language));
  expect(await duckdb.all(translationCheck())).toMatchObject([{ misplaced: expect.toSatisfy((count) => Number(count) === 0) }]);
  await duckdb.run(...forgetTranslation(input, language));
  const rows = await duckdb.all(sql`SELECT * FROM read_parquet(${literal(language.file)})`);
  return Object.assign(
    rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[`l${at + 1}`] ?? ""]))),
    { clean, blanks: rows.flatMap((row) => Object.values(row)).filter((value) => value === "").length },
  );
}

const column = (rows: readonly Readonly<Record<string, unknown>>[], name: string) => rows.map((row) => row[name]);

test("a text stands beside every variant of its product, and blank where there is none", async () => {
  const rows = await german({
    translations: [
      rawTranslation("3", "de", { title: "Drei" }),
      rawTranslation("1", "fr", { title: "Un" }),
      rawTranslation("1", "de", { title: "Eins", body_html: "<p>Lang &amp; gut</p>", seo_title: "Eins!", product_type: "Art" }),
      rawTranslation("99", "de", { title: "Gone" }),
    ],
  });
  expect(column(rows, "title")).toEqual(["Eins", "Eins", "", "Drei"]);
  expect(column(rows, "body_html")).toEqual(["<p>Lang &amp; gut</p>", "<p>Lang &amp; gut</p>", "", ""]);
  expect(column(rows, "body_text")).toEqual(["Lang & gut", "Lang & gut", "", ""]);
  expect(column(rows, "seo_title")).toEqual(["Eins!", "Eins!", "", ""]);
  expect(column(rows, "product_type")).toEqual(["Art", "Art", "", ""]);
});

test("option values are looked up one by one, and a variant's title is made of them", async () => {
  const rows = await german({
    translations: [
      rawTranslation("1", "de", { option1_name: "Farbe", option1_values: { Red: "Rot" }, option2_values: { "a/b~c": "Spezial" } }),
      rawTranslation("2", "de", { title: "Zwei" }),
    ],
  });
  expect(column(rows, "option1_name")).toEqual(["Farbe", "Farbe", "", ""]);
  expect(column(rows, "option1_value")).toEqual(["", "Rot", "", ""]);
  expect(column(rows, "option2_value")).toEqual(["", "Spezial", "", ""]);
  expect(column(rows, "variant_title")).toEqual(["", "Rot / Spezial", "", ""]);
});

test("a value without a translation keeps its primary text in the title of its variant", async () => {
  const rows = await german({ translations: [rawTranslation("1", "de", { option2_values: { M: "Mittel" } })] });
  expect(column(rows, "variant_title")).toEqual(["Blue / Mittel", "", "", ""]);
});

test("the link begins where the store is in the language, names the translated handle and keeps the variant", async () => {
  const rows = await german({
    translations: [rawTranslation("1", "de", { handle: "größe & mehr" }), rawTranslation("2", "de", { title: "Zwei" })],
  });
  expect(column(rows, "link")).toEqual([
    "https://shop.example/de/products/gr%C3%B6%C3%9Fe%20%26%20mehr?variant=11",
    "https://shop.example/de/products/gr%C3%B6%C3%9Fe%20%26%20mehr?variant=12",
    "https://shop.example/de/products/two?variant=21",
    "https://shop.example/de/products/three",
  ]);
});

test("metafields of products and variants have the columns that the language says something in", async () => {
  const rows = await german({
    facts: [
      { ...productFact("1", "metafield-care", "Waschen"), locale: "de" },
      { ...variantFact("12", "variant-metafield-fit", "Weit"), locale: "de" },
      { ...productFact("2", "metafield-none", "Rien"), locale: "fr" },
    ],
  });
  expect(column(rows, "metafield-care")).toEqual(["Waschen", "Waschen", "", ""]);
  expect(column(rows, "variant-metafield-fit")).toEqual(["", "Weit", "", ""]);
  expect(rows[0]).not.toHaveProperty("metafield-none");
});

test("texts are in composed form, the names of values too, and of two records the first counts", async () => {
  const catalog = {
    ...CATALOG,
    variants: CATALOG.variants.map((one) => (one.id === "21" ? { ...one, option1_value: "Ame\u0301lie" } : one)),
  };
  const rows = await german({
    catalog,
    translations: [
      rawTranslation("2", "de", { title: "Tu\u0308r", option1_values: { "Ame\u0301lie": "A\u0308" } }),
      rawTranslation("2", "de", { title: "Later" }),
    ],
  });
  expect([rows[2]?.["title"], rows[2]?.["option1_value"], rows[2]?.["variant_title"]]).toEqual(["Tür", "Ä", "Ä"]);
});

test("a record of a product's options does not keep its texts out, and the first record of each kind counts", async () => {
  const rows = await german({
    translations: [
      rawTranslation("1", "de", { option1_name: "Farbe", option1_values: { Red: "Rot" } }),
      rawTranslation("1", "de", { title: "Eins", handle: "eins" }),
      rawTranslation("1", "de", { title: "Later", option1_name: "Later" }),
    ],
  });
  expect(rows[1]).toMatchObject({ title: "Eins", option1_name: "Farbe", option1_value: "Rot", link: expect.stringContaining("/de/products/eins") }); // prettier-ignore
});

test("columns without a text are not there, and clean are those that are one clean line in every row", async () => {
  const rows = await german({
    translations: [
      rawTranslation("1", "de", { title: "Eins", seo_title: "Zwei\nZeilen", option1_values: { Red: "Rot" }, option2_values: { M: "M\t" } }),
      rawTranslation("2", "de", { title: "Zwei", product_type: " Art" }),
    ],
  });
  const said = ["title", "product_type", "seo_title", "option1_value", "option2_value", "variant_title", "link"];
  expect(Object.keys(rows[0] ?? {})).toEqual(said);
  expect(rows.clean).toEqual(["title", "option1_value", "link"]);
});

test("a hostile text is a text", async () => {
  const hostile = `a\tb\r\nc\u2028"'\\${"x".repeat(1_000_000)}`;
  const rows = await german({
    translations: [rawTranslation("1", "de", { title: hostile, handle: "../?#\n", option1_values: { Red: hostile } })],
  });
  expect([rows[0]?.["title"], rows[1]?.["option1_value"]]).toEqual([hostile, hostile]);
  expect(rows[0]?.["link"]).toBe("https://shop.example/de/products/..%2F%3F%23%0A?variant=11");
  expect(rows.clean).not.toContain("title");
});

test("what a language does not say is NULL: a blank would take the place of the primary text", async () => {
  const found = await german({
    translations: [
      rawTranslation("1", "de", { title: "Eins", option1_values: { Red: "Rot" } }),
      rawTranslation("2", "de", { handle: "zwei", body_html: "<p>Zwei</p>", product_type: "Art" }),
    ],
    facts: [{ ...productFact("1", "metafield-care", "Kalt waschen"), locale: "de" }],
  });
  expect(found).toHaveLength(4);
  expect(found.blanks).toBe(0);
});
