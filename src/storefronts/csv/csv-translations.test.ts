import { describe, expect, test } from "vitest";
import type { RawTranslatedFact, RawTranslation } from "../../engine/source/raw-tables.ts";
import type { RawSink } from "../storefront-port.ts";
import { openCatalogTranslations } from "./csv-translations.ts";
import { rawProduct, rawVariant } from "../../../test/harness/raw-records.ts";

const HEADER = "Type,Identification,Field,Locale,Market,Status,Default content,Translated content";

async function read(lines: readonly string[], products: readonly (readonly [key: string, title: string, ...options: string[]])[] = LAMPS) {
  const translations: RawTranslation[] = [];
  const facts: RawTranslatedFact[] = [];
  const sink: RawSink = {
    ...{ product() {}, variant() {}, image() {}, fact() {}, lines() {} },
    beside(_kind, record) {
      if ("title" in record) translations.push(record);
      else if ("locale" in record) facts.push(record);
    },
  };
  const bytes = Buffer.from(`${[HEADER, ...lines].join("\n")}\n`);
  const open = async function* () {
    yield bytes;
  };
  const catalog = await openCatalogTranslations({ name: "translations.csv", open }, sink);
  for (const [key, title, ...values] of products) {
    const option = values.length === 0 ? null : "Colour";
    await catalog.sink.product(
      rawProduct(1, { key, handle: key, title, option1_name: option, metafields: { "metafield-care": "Wipe clean" } }),
    );
    for (const value of values) await catalog.sink.variant(rawVariant(1, { product_key: key, option1_value: value }));
  }
  const { locales, fault, warnings } = await catalog.end();
  return { locales, fault, translations, facts, warnings: warnings.map(({ code, count }) => [code, count]) };
}

const LAMPS = [["lamp", "Lamp", "Red", "Blue"]] as const;

describe("a translation export", () => {
  test("says what products are called in each of its languages, by the handle that a number has", async () => {
    const { locales, translations, warnings } = await read([
      "PRODUCT,'812,title,de,,,Lamp,Lampe",
      'PRODUCT,\'812,body_html,de,,,<p>Bright</p>,"<p>Hell, ""sehr""</p>"',
      "PRODUCT,'812,handle,de,,,lamp,lampe",
      "PRODUCT,'812,meta_title,de,,,,Lampe kaufen",
      "PRODUCT,'812,title,pt-br,,outdated,Lamp,Luminária",
      "PRODUCT,'812,handle,pt-br,,,lamp,",
    ]);
    expect(locales).toEqual(["de", "pt-BR"]);
    expect(translations).toMatchObject([
      { owner_id: "lamp", locale: "de", title: "Lampe", body_html: '<p>Hell, "sehr"</p>', handle: "lampe", seo_title: "Lampe kaufen", product_type: null }, // prettier-ignore
      { owner_id: "lamp", locale: "pt-BR", title: "Luminária", handle: null },
    ]);
    expect(warnings).toEqual([]);
  });

  test("says what options and metafields are called, which it knows by their texts alone", async () => {
    const { translations, facts } = await read([
      "PRODUCT_OPTION,'1,name,de,,,Colour,Farbe",
      "PRODUCT_OPTION_VALUE,'2,name,de,,,Red,Rot",
      "METAFIELD,'3,value,de,,,Wipe clean,Abwischen",
    ]);
    expect(translations).toMatchObject([
      { owner_id: "lamp", locale: "de", title: null, option1_name: "Farbe", option1_values: { Red: "Rot" }, option2_values: {} },
    ]);
    expect(facts).toEqual([{ owner: "product", owner_id: "lamp", column: "metafield-care", value: "Abwischen", locale: "de" }]);
  });

  test("whose numbers have no handle in it is placed by titles, where only one product has the title", async () => {
    const { translations, warnings } = await read(
      ["PRODUCT,'1,title,de,,,Lamp,Lampe", "PRODUCT,'2,title,de,,,Chair,Stuhl", "PRODUCT,'3,title,de,,,Chair,Sessel", "PRODUCT,bowl,title,de,,,Bowl,Schale"], // prettier-ignore
      [["lamp", "Lamp"], ["chair-1", "Chair"], ["chair-2", "Chair"], ["bowl", "Bowl"]], // prettier-ignore
    );
    expect(translations.map(({ owner_id: key, title }) => [key, title])).toEqual([["lamp", "Lampe"], ["bowl", "Schale"]]); // prettier-ignore
    expect(warnings).toEqual([["translation_unplaced", 2]]);
  });

  test("counts what no feed can use", async () => {
    const { translations, warnings, locales } = await read([
      "PRODUCT,'1,handle,de,,,lamp,",
      "PRODUCT,'1,title,de,Canada,,Lamp,Lampe CA",
      "PRODUCT,'1,title,Klingon,,,Lamp,x",
      "COLLECTION,'9,title,de,,,Lamps,Lampen",
      "PRODUCT,'1,title,de,,,Lamp,   ",
    ]);
    expect([translations, locales]).toEqual([[], []]);
    expect(warnings).toEqual([["locale_unknown", 1], ["market_translation", 1]]); // prettier-ignore
  });

  test("with more languages than a shop may publish is read up to a bound, and the rest is counted", async () => {
    const regions = "AR BO CL CO CR CU DO EC ES GT HN MX NI PA PE PR PY SV US UY VE AD AT BE CH DE DK FI FR GB IE IT".split(" ");
    const rows = regions.map((region) => `PRODUCT,lamp,title,es-${region},,,Lamp,Lámpara ${region}`);
    const { locales, translations, warnings } = await read(rows);
    expect([locales.length, translations.length]).toEqual([30, 30]);
    expect(Object.fromEntries(warnings)).toEqual({ translation_texts_left_out: 2 });
  });

  test("with a value that is a word of the language itself harms nothing", async () => {
    const { translations } = await read(["PRODUCT_OPTION_VALUE,'2,name,de,,,__proto__,Rot"], [["lamp", "Lamp", "__proto__"]]);
    expect(JSON.stringify(translations[0]?.option1_values)).toBe('{"__proto__":"Rot"}');
  });

  test("that can't be read costs the languages alone, and says why", async () => {
    const { locales, fault, translations, warnings } = await read(['PRODUCT,lamp,title,de,,,Lamp,"Lampe']);
    expect([locales, translations, warnings]).toEqual([[], [], [["translations_left_out", 1]]]);
    expect(fault).toContain("translations.csv: line 2");
  });
});
