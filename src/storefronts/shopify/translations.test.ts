import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_SCOPES } from "../simulator/shop-facts.ts";
import type { SimulatorOptions } from "../simulator/simulator-options.ts";
import { type Simulator, startSimulator } from "../simulator/start-simulator.ts";
import { type Call, extractFrom } from "./shopify-storefront.suite.ts";

/** What the storefront brings of a shop in three languages. */

/** Tests of failures need few products; tests of what an extraction brings need some of every kind. */
const [PRODUCTS, PRODUCTS_OF_ALL_KINDS] = [8, 60];
let folder: string;
let simulator: Simulator;
const start = async (options: SimulatorOptions = {}) => {
  simulator = await startSimulator({ products: PRODUCTS, cancelMs: 20, startMs: 2, ...options });
};
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "feedwright-translations-"));
  await start();
});
afterEach(async () => {
  await simulator.close();
  await rm(folder, { recursive: true, force: true });
});

const restart = async (options: SimulatorOptions) => {
  await simulator.close();
  await start(options);
};
const wanting = (...locales: readonly string[]) => ({ locales, countries: [] });
const extract = (call: Call) => extractFrom(simulator, folder, call);
const translationsOf = (number: number) => simulator.control.product(number)?.translations ?? [];

describe("the languages that feeds want", () => {
  test("come with every text that the shop has translated, and with no other", async () => {
    await restart({ products: PRODUCTS_OF_ALL_KINDS });
    const { extraction, beside, products } = await extract({ wanted: wanting("de", "fr") });
    expect(products).toHaveLength(PRODUCTS_OF_ALL_KINDS);
    const domain = "https://harbour-and-hazel.example";
    expect(extraction.translations).toEqual(["de", "fr"].map((locale) => ({ locale, rootUrl: `${domain}/${locale}` })));
    expect([extraction.leftOut, extraction.warnings]).toEqual([[], []]);
    const expected = [...simulator.control.state()].flatMap(({ id, translations }) =>
      translations.map((told) => ({
        owner_id: id,
        locale: told.language,
        title: told.title,
        body_html: told.bodyHtml,
        handle: told.handle,
      })),
    );
    expect(expected.length).toBeGreaterThan(PRODUCTS_OF_ALL_KINDS);
    const brought = beside.translation.map(({ owner_id, locale, title, body_html, handle }) => ({
      owner_id,
      locale,
      title,
      body_html,
      handle,
    }));
    const inOrder = (records: readonly { readonly owner_id: string; readonly locale: string }[]) =>
      records.toSorted((one, other) => (`${one.locale} ${one.owner_id}` < `${other.locale} ${other.owner_id}` ? -1 : 1));
    expect(inOrder(brought)).toEqual(inOrder(expected));
  });

  test("tell option values by those that the variants have, and metafields by their columns", async () => {
    await restart({ products: PRODUCTS_OF_ALL_KINDS });
    const { beside, variants, extraction } = await extract({ wanted: wanting("de") });
    for (const { owner_id: id, option1_values: told } of beside.translation) {
      const own = new Set(variants.flatMap((variant) => (variant.product_key === id ? (variant.option1_value ?? []) : [])));
      for (const value of Object.keys(told)) expect([...own]).toContain(value);
    }
    const coloured = beside.translation.filter(({ option1_name: first, option2_name: second }) => first === "Farbe" || second === "Farbe");
    expect(coloured.length).toBeGreaterThan(3);
    const columns = new Set(beside.translated_fact.map(({ owner, column, locale }) => `${owner} ${column} ${locale}`));
    const translated = ["care", "color-pattern", "material"].map((key) => `product metafield-${key} de`);
    expect([...columns].toSorted()).toEqual(translated);
    expect(extraction.metafieldColumns).toContain("metafield-material");
  });

  test("tell what category metafields point at by its name in the language, or by its own where it has none there", async () => {
    await restart({ products: PRODUCTS_OF_ALL_KINDS });
    const { beside } = await extract({ wanted: wanting("de", "fr") });
    const shown = [...simulator.control.state()].flatMap(({ id, metafields, categoryLabels }) =>
      ["de", "fr"].flatMap((locale) => {
        const labels = categoryLabels[locale]?.["shopify.color-pattern"] ?? [];
        const isTranslated = JSON.stringify(labels) !== JSON.stringify(metafields["shopify.color-pattern"] ?? []);
        return isTranslated ? [`${locale} ${id} ${labels.join(", ")}`] : [];
      }),
    );
    const brought = beside.translated_fact.flatMap(({ owner_id: id, column, locale, value }) =>
      column === "metafield-color-pattern" ? [`${locale} ${id} ${value}`] : [],
    );
    expect(brought.toSorted()).toEqual(shown.toSorted());
    expect(brought.some((one) => /^de .*Schwarz/.test(one))).toBe(true);
    expect(brought.some((one) => /^fr .*white/.test(one))).toBe(true);
  });

  test("tell the products, variants, collections and pages that metafields point at by their names in the language", async () => {
    await restart({ products: PRODUCTS_OF_ALL_KINDS, scopes: [...DEFAULT_SCOPES, "read_content"] });
    const { control } = simulator;
    const chosen = [...control.state()].find(
      ({ variants, translations, options }) =>
        variants.length > 2 &&
        new Set(options.map(({ name }) => name)).has("Colour") &&
        translations.some(({ language }) => language === "de"),
    );
    const other = [...control.state()].find(({ id }) => id !== chosen?.id);
    const variant = chosen?.variants[1];
    if (chosen === undefined || other === undefined || variant === undefined) throw new Error("the sample has no translated product");
    control.changeProduct(chosen.number, { translations: { de: { title: "Neuer Name" }, fr: { title: null } } });
    control.changeProduct(other.number, { translations: { de: null, fr: null } });
    const to = (type: string, ...ids: readonly (string | number)[]) => ids.map((id) => `gid://shopify/${type}/${id}`);
    control.changeProduct(0, {
      metafields: {
        "custom.next": { type: "list.product_reference", value: JSON.stringify(to("Product", other.id, chosen.id)) },
        "custom.untranslated": { type: "product_reference", value: to("Product", other.id)[0] ?? "" },
        "custom.variant": { type: "variant_reference", value: to("ProductVariant", variant.id)[0] ?? "" },
        "custom.line": { type: "list.collection_reference", value: JSON.stringify(to("Collection", 290_400_000_102, 290_400_000_003)) },
        "custom.page": { type: "page_reference", value: to("Page", 105_200_000_001)[0] ?? "" },
        "custom.files": { type: "list.file_reference", value: JSON.stringify(to("GenericFile", 39_100_000_000_001)) },
      },
    });
    const { beside, extraction } = await extract({ wanted: wanting("de", "fr") });
    expect(extraction.warnings).toEqual([]);
    const shown = (key: string, locale: string) =>
      beside.translated_fact.find(
        ({ owner_id: id, column, locale: of }) => id === control.product(0)?.id && column === `metafield-${key}` && of === locale,
      )?.value;
    const told = chosen.translations.find(({ language }) => language === "de")?.options ?? [];
    const values = Object.values(variant.options).map((value, at) => told[at]?.values[chosen.options[at]?.values.indexOf(value) ?? -1]);
    expect(values).not.toEqual(Object.values(variant.options));
    const keys = ["next", "untranslated", "variant", "line", "page", "files"];
    expect(keys.map((key) => shown(key, "de"))).toEqual([
      `${other.title}, Neuer Name`,
      undefined,
      `Neuer Name - ${values.join(" / ")}`,
      "Gifts\u201A small & large, Schuhe",
      "Gr\u00f6\u00dfentabelle",
      undefined,
    ]);
    expect([shown("next", "fr"), shown("line", "fr"), shown("page", "fr")]).toEqual([
      undefined,
      "Gifts\u201A small & large, Chaussures",
      undefined,
    ]);
  });

  test("are not asked for where no feed wants one, nor what the shop doesn't publish", async () => {
    expect((await extract({ wanted: wanting() })).beside.translation).toEqual([]);
    const { extraction } = await extract({ extract: "ext_2", wanted: wanting("es", "de") });
    expect(extraction.translations.map(({ locale }) => locale)).toEqual(["de"]);
    expect(extraction.leftOut).toEqual([{ kind: "locale", code: "es", reason: "The shop no longer publishes es." }]);
    expect(simulator.control.operations().filter(({ query }) => query.includes("translations(locale"))).toHaveLength(1);
  });

  test("count what is blank as not translated, and keep what is outdated", async () => {
    await restart({ products: PRODUCTS_OF_ALL_KINDS });
    const [at] = [...simulator.control.state()].flatMap(({ number, translations }) =>
      translations.some(({ language, outdated }) => language === "fr" && outdated.includes("title")) ? [number] : [],
    );
    simulator.control.changeProduct(1, { translations: { de: { title: " ", bodyHtml: "<p>Neu</p>" } } });
    simulator.control.changeProduct(2, { translations: { de: null } });
    const { beside } = await extract({ wanted: wanting("de", "fr") });
    const record = (number: number, locale: string) =>
      beside.translation.find(({ owner_id: id, locale: of }) => id === simulator.control.product(number)?.id && of === locale);
    expect(record(1, "de")).toMatchObject({ title: null, body_html: "<p>Neu</p>" });
    expect(record(2, "de")).toBeUndefined();
    expect(record(at ?? -1, "fr")?.title).toBe(translationsOf(at ?? -1).find(({ language }) => language === "fr")?.title);
  });

  test("are left out without the scope, which the warning names; what is missing for addresses is no reason", async () => {
    const all = ["read_products", "read_locales", "read_publications", "read_inventory", "read_locations"];
    await restart({ scopes: all });
    const { extraction, products } = await extract({ wanted: wanting("de") });
    expect(products).toHaveLength(PRODUCTS);
    expect(extraction.translations).toEqual([]);
    expect(extraction.leftOut).toMatchObject([{ code: "de", reason: expect.stringContaining("scope read_translations") }]);
    expect(extraction.warnings.map(({ code }) => code)).toEqual(["scope_missing", "references_unreadable", "translations_left_out"]);
    await restart({ scopes: [...all, "read_translations"] });
    const granted = await extract({ extract: "ext_2", wanted: wanting("de") });
    expect(granted.extraction.translations).toEqual([{ locale: "de", rootUrl: "https://harbour-and-hazel.example" }]);
  });
});

describe("an export of translations that fails", () => {
  test.each([
    ["failed_internal_error", "didn't finish its export of the translations"],
    ["failed_access_denied", "can't read everything"],
    ["truncated_download", "never arrived"],
  ] as const)("%s: costs its languages alone, and they say why", async (kind, reason) => {
    simulator.control.fail({ kind, times: 60, matching: "translations(locale" });
    const { extraction, products, variants } = await extract({ wanted: wanting("de", "fr") });
    expect([products.length, variants.length]).toEqual([PRODUCTS, extraction.variants]);
    expect(extraction.translations).toEqual([]);
    expect(extraction.leftOut).toMatchObject(
      ["de", "fr"].map((code) => ({ kind: "locale", code, reason: expect.stringContaining(reason) })),
    );
    expect(extraction.warnings).toMatchObject([{ code: "translations_left_out", message: expect.stringContaining("de, fr: ") }]);
  });

  test("costs them too where Shopify doesn't say the addresses of the store", async () => {
    simulator.control.fail({ kind: "http_500", times: 30, matching: "marketsResolvedValues" });
    const { extraction } = await extract({ wanted: wanting("de") });
    expect([extraction.translations, extraction.leftOut]).toMatchObject([
      [],
      [{ code: "de", reason: expect.stringContaining("didn't answer") }],
    ]);
  });

  test("of metaobjects' names costs nothing but these", async () => {
    await restart({ products: PRODUCTS_OF_ALL_KINDS });
    simulator.control.fail({ kind: "http_500", times: 30, matching: "translatableResourcesByIds" });
    const { extraction, beside } = await extract({ wanted: wanting("de") });
    expect([extraction.translations.length, extraction.leftOut]).toEqual([1, []]);
    expect(extraction.warnings).toMatchObject([{ code: "labels_untranslated", message: expect.stringContaining("didn't answer") }]);
    expect(new Set(beside.translated_fact.map(({ column }) => column))).toEqual(new Set(["metafield-care", "metafield-material"]));
  });

  test("passes where it fails only once", async () => {
    simulator.control.fail({ kind: "failed_internal_error", times: 1, matching: "translations(locale" });
    expect((await extract({ wanted: wanting("de") })).extraction.translations).toHaveLength(1);
  });
});

test("parts wait for a slot as long as others of the same extract are running", async () => {
  // Longer than anybody waits behind other programs.
  await otherProgram();
  simulator.control.fail({ kind: "stuck_running", times: 4, forMs: 1_500 });
  const { extraction } = await extract({ wanted: wanting("de"), slotWaitMs: 700 });
  expect(extraction.translations).toHaveLength(1);
});

/** Holds a slot until the end of the test. */
async function otherProgram(): Promise<void> {
  simulator.control.fail({ kind: "stuck_running", times: 1 });
  await fetch(`${simulator.url}/admin/api/2026-10/graphql.json`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-shopify-access-token": simulator.token },
    body: JSON.stringify({
      query: "mutation ($q: String!) { bulkOperationRunQuery(query: $q) { bulkOperation { id } } }",
      variables: { q: "{ products { edges { node { id vendor } } } }" },
    }),
  });
}
