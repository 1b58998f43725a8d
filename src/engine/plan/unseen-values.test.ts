import { afterAll, describe, expect, test } from "vitest";
import { type FeedInputs, feedDefinition, mappingsOf, readRules, runFeed } from "../../../test/golden/feed-run.ts";
import { settings } from "../../../test/harness/default-fields.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { rawProduct, rawVariant, takeSnapshot } from "../../../test/harness/raw-records.ts";
import type { FeedDefinition } from "./feed-definition.ts";

/** Values that are there but show nothing, such as control characters, zero-width spaces and fillers. */
const duckdb = await testDuckdb();
const UNSEEN = ["\u0001", "\u001F\u0002", "\u007F\u0080", "\u3164", "\u2800", "\u200B", " \u00AD\u0301"];
const snapshot = await takeSnapshot(duckdb, {
  products: [rawProduct(1, { key: "p", id: "1", title: "Vase", vendor: "Acme" })],
  variants: [...UNSEEN, "fine"].map((_, at) => rawVariant(at, { product_key: "p", id: String(at + 11), position: at + 1, sku: `S${at}` })),
});
afterAll(() => duckdb[Symbol.asyncDispose]());

/** Each row gets its own of the values, and the last one a value that can be seen. */
const values = (column: string) =>
  Object.fromEntries([...UNSEEN, "花瓶"].map((value, at) => [String(at + 11), { [column]: value }] as const));
const EXPECTED = [...UNSEEN.map(() => "No title"), null];

async function rowsOf(definition: Partial<FeedDefinition>, inputs: Partial<FeedInputs> = {}) {
  const mappings = { ...mappingsOf("id", "title", "brand", "mpn", "identifier_exists"), ...definition.mappings };
  const { rows } = await runFeed(duckdb, { snapshot, definition: feedDefinition({ ...definition, mappings }), ...inputs });
  return rows;
}

describe("an invisible title counts as missing", () => {
  const written = readRules([{ type: "set_value", target: "title", value: "\u200B", condition: "[D]sku != 'S7'" }]);
  test.each<[string, Partial<FeedDefinition>, Partial<FeedInputs>]>([
    ["an override", {}, { overrides: values("title") }],
    ["a cell", {}, { cells: values("title") }],
    ["a cell of the SEO title", settings({ seo: true }), { cells: values("seo_title") }],
    ["a translation", { feedType: "language" }, { localised: values("title") }],
    ["a mapping", { mappings: { title: "vendor" } }, { cells: values("vendor") }],
    ["a rule", { rules: written }, {}],
  ])("where %s writes it", async (_, definition, inputs) => {
    expect((await rowsOf(definition, inputs)).map(({ reason }) => reason)).toEqual(EXPECTED);
  });
});

describe("an invisible brand or part number is blank and doesn't identify a product", () => {
  const EXISTS = [...UNSEEN.map(() => "no"), "yes"];
  const both = Object.fromEntries(Object.entries(values("vendor")).map(([id, { vendor = "" }]) => [id, { vendor, sku: vendor }]));
  const written = readRules([{ type: "set_value", target: "mpn", value: '=if([D]sku != "S7", "\u200B", "V-1")' }]);
  test.each<[string, Partial<FeedDefinition>, Partial<FeedInputs>]>([
    ["an override of the brand", {}, { overrides: values("brand") }],
    ["an override of the part number", {}, { overrides: values("mpn") }],
    ["cells", {}, { cells: both }],
    ["a rule", { rules: written }, {}],
    ["a rule where nothing is mapped", { rules: written, mappings: { mpn: null } }, {}],
  ])("where it comes from %s", async (_, definition, inputs) => {
    const rows = await rowsOf(definition, inputs);
    expect(rows.map(({ fields }) => fields["identifier_exists"])).toEqual(EXISTS);
    const shown = rows.filter(({ fields }) => [fields["brand"], fields["mpn"]].some((value) => UNSEEN.includes(value ?? "")));
    expect(shown).toEqual([]);
  });
});
