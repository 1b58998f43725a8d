import { readFile } from "node:fs/promises";
import {
  type FieldNode,
  getNamedType,
  type GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { describe, expect, test } from "vitest";
import { entriesOf } from "../../kernel/unsafe.ts";
import { adminSchema, scopesOf } from "../shopify-schema/admin-schema.ts";
import { BROWSING_DOCUMENTS } from "../shopify-schema/browsing-documents.ts";
import { markedQuery, markOf } from "./bulk-mark.ts";
import { hiddenReferences, readableParts, scopesToAsk } from "./catalog-parts.ts";
import { BULK_DOCUMENTS, type CatalogPart } from "./bulk-documents.ts";
import { plainDocument } from "../shopify-schema/plain-document.ts";
import { DIRECT_DOCUMENTS } from "./documents.ts";
import { TOUCHED_DOCUMENTS } from "./touched-documents.ts";
import { WEBHOOK_DOCUMENTS } from "./webhook-documents.ts";
import { REFERENCE_DOCUMENTS } from "./reference-documents.ts";
import { catalogQuery, optionalQuery } from "./part-query.ts";
import { type AskedCountry, countryGroups, marketPricesDocument } from "./market-documents.ts";
import { labelDocuments, translationsDocument } from "./translations-document.ts";

const schema = adminSchema();
const CODES = "AD AE AF AG AI AL AM AO AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CV CW CX CY CZ DE DJ DK DM DO DZ EC EE".split(" "); // prettier-ignore
const LOCALES = ["de", "pt-BR", "zh-TW", ...Array.from({ length: 17 }, (_, at) => `x${String.fromCodePoint(97 + at)}-Latn-US`)];
const made = Array.from({ length: 21 }, (_, count) =>
  [true, false].map((ofVariants) => {
    const document = translationsDocument(LOCALES.slice(0, count), { ofVariants });
    return [`translations into ${count} ${ofVariants ? "with" : "without"} variants`, document] as const;
  }),
)
  .flat()
  .slice(2);
const COUNTRIES: readonly AskedCountry[] = Array.from({ length: 60 }, (_, at) => ({
  code: CODES[at] ?? "",
  currency: "EUR",
  publications: Array.from({ length: at % 30 }, (_none, nth) => `gid://shopify/Publication/${1e15 + at * 100 + nth}`),
}));
const priced = COUNTRIES.flatMap((_, at) =>
  countryGroups(COUNTRIES.slice(0, at + 1)).map(
    (group, nth, groups) =>
      [`prices of ${at + 1} countries, ${nth + 1} of ${groups.length}`, marketPricesDocument(group, at % 2 === 0)] as const,
  ),
);
const bulk = [...entriesOf<CatalogPart, string>(BULK_DOCUMENTS), ...made, ...priced];
const labels = [1, 20].flatMap((count) =>
  Object.entries(labelDocuments(LOCALES.slice(0, count))).map(
    ([of, document]) => [`names of ${of} in ${count} languages`, document] as const,
  ),
);
const read = [...entriesOf<CatalogPart, string>(BULK_DOCUMENTS), ...made.slice(-2), ...priced.slice(-2)];
const plain = read.map(([name, document]) => [`plain ${name}`, plainDocument(document).document] as const);
const direct = [DIRECT_DOCUMENTS, REFERENCE_DOCUMENTS, TOUCHED_DOCUMENTS, WEBHOOK_DOCUMENTS].flatMap((documents) =>
  Object.entries<string>(documents),
);
const further = read.flatMap(([name, document]) =>
  plainDocument(document).lists.map(({ path, more }) => [`further ${name} ${path.join(".")}`, more] as const),
);
const all = [...bulk, ...labels, ...plain, ...further, ...direct];

/** Shopify's rules for a bulk query, as faults. */
function bulkFaults(document: string, of: GraphQLSchema = schema): readonly string[] {
  const faults: string[] = [];
  const info = new TypeInfo(of);
  const open: { readonly field: FieldNode; readonly nested: number }[] = [];
  let connections = 0;
  const isConnection = (): boolean => getNamedType(info.getType())?.name.endsWith("Connection") ?? false;
  const visitor = visitWithTypeInfo(info, {
    Field: {
      enter(field) {
        if (field.name.value === "nodes") faults.push("nodes");
        if (open.length === 0 && ["node", "nodes"].includes(field.name.value)) faults.push("root node");
        if (!isConnection()) return;
        connections += 1;
        const nested = (open.at(-1)?.nested ?? -1) + 1;
        if (nested > 2) faults.push("depth");
        open.push({ field, nested });
      },
      leave() {
        if (isConnection()) open.pop();
      },
    },
    SelectionSet(selection) {
      const parent = info.getParentType();
      if (!isObjectType(parent)) return;
      const hasConnection = selection.selections.some(
        (one) => one.kind === Kind.FIELD && getNamedType(parent.getFields()[one.name.value]?.type)?.name.endsWith("Connection"),
      );
      const isNode = parent.getInterfaces().length > 0 || "id" in parent.getFields();
      const hasId = selection.selections.some((one) => one.kind === Kind.FIELD && one.name.value === "id" && one.alias === undefined);
      if (hasConnection && open.length > 0 && isNode && parent.name !== "InventoryItem" && !hasId) faults.push(`no id: ${parent.name}`);
      const type = info.getType();
      const bare = isNonNullType(type) ? type.ofType : type;
      if (hasConnection && isListType(bare)) faults.push("connection in a list");
    },
  });
  visit(parse(document), visitor);
  if (connections === 0) faults.push("no connection");
  if (connections > 5) faults.push("more than 5 connections");
  if (Buffer.byteLength(document) > 65_535) faults.push("too large");
  return faults;
}

describe("every document of ours", () => {
  test.each(all)("%s is valid on Shopify's schema and uses no deprecated field", (_name, document) => {
    expect(validate(schema, parse(document), [...specifiedRules, NoDeprecatedCustomRule])).toEqual([]);
  });

  test.each(bulk)("%s keeps the rules of bulk queries, with its mark too", (_name, document) => {
    const mark = { shop: "fw-0123456789abcdef", extract: "ext_9007199254740991" };
    expect(bulkFaults(markedQuery(mark, optionalQuery("translations", document)))).toEqual([]);
  });

  test("what people ask by hand is valid too", () => {
    expect(BROWSING_DOCUMENTS.flatMap((document) => validate(schema, parse(document)))).toEqual([]);
  });
});

test("countries that are asked for together are all of them, once and in order, in as many documents as they need", () => {
  const groups = countryGroups(COUNTRIES);
  expect(groups.flat()).toEqual(COUNTRIES);
  expect(groups.length).toBeGreaterThan(2);
  expect(countryGroups([])).toEqual([]);
  // A market of very many catalogs is asked for alone.
  const many = {
    code: "DE",
    currency: "EUR",
    publications: Array.from({ length: 500 }, (_, at) => `gid://shopify/Publication/${1e15 + at}`),
  };
  expect(countryGroups([COUNTRIES[0] ?? many, many]).map((group) => group.length)).toEqual([1, 1]);
  expect(bulkFaults(marketPricesDocument([many], true))).toEqual([]);
});

describe("the checks see", () => {
  test.each([
    ["{ products { nodes { id } } }", "nodes"],
    ["{ shop { id } }", "no connection"],
    ["{ products { edges { node { title media { edges { node { id } } } } } } }", "no id: Product"],
    [`{ ${[1, 2, 3, 4, 5, 6].map((n) => `a${n}: products { edges { node { id } } }`).join(" ")} }`, "more than 5 connections"],
    [`{ products { edges { node { id } } } ${" ".repeat(65_536)} }`, "too large"],
  ])("%.60s", (document, fault) => {
    expect(bulkFaults(document)).toContain(fault);
  });

  test("a field that Shopify does not have", () => {
    expect(validate(schema, parse("{ products { edges { node { id bodyHtml } } } }"))).toHaveLength(1);
  });
});

describe("scopes", () => {
  test("of a document come from the schema: of each group one will do", () => {
    expect(scopesOf(schema, DIRECT_DOCUMENTS.shop)).toEqual([]);
    expect(scopesOf(schema, DIRECT_DOCUMENTS.publications)).toContainEqual(["read_publications"]);
    expect(scopesOf(schema, BULK_DOCUMENTS.inventory)).toContainEqual(["read_inventory"]);
  });

  test("an installation asks for no more than the documents need, and for what texts are translated and category metafields are read with", () => {
    expect(scopesToAsk()).toEqual([
      ...["read_inventory", "read_locales", "read_locations", "read_markets", "read_metaobjects", "read_products", "read_publications"],
      "read_translations",
    ]);
  });

  test("that a person has to tick stand in the README", async () => {
    const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
    expect(scopesToAsk().filter((scope) => !readme.includes(scope))).toEqual([]);
  });

  test("of what metafields point at are no part of the catalog's: what lacks one is left out by itself", () => {
    expect(hiddenReferences(new Set(["read_products"]))).toEqual(
      new Map([
        ["metaobjects", "read_metaobjects"],
        ["pages", "read_content"],
      ]),
    );
    expect(hiddenReferences(new Set(["read_products", "read_metaobjects", "read_online_store_pages"]))).toEqual(new Map());
    expect(readableParts(new Set(scopesToAsk().filter((scope) => scope !== "read_metaobjects"))).missingScopes).toEqual([]);
  });

  test("a token without some of them still brings the parts it may read, and is told which are missing", () => {
    expect(readableParts(new Set(scopesToAsk()))).toEqual({
      parts: ["core", "metafields", "inventory", "publications"],
      missingScopes: [],
    });
    expect(readableParts(new Set(["read_products"]))).toMatchObject({ parts: ["core", "metafields"] });
    expect(readableParts(new Set(["read_products"])).missingScopes).toEqual(["read_inventory", "read_locations", "read_publications"]);
  });
});

describe("the mark of an operation", () => {
  test("tells shop, extract and part", () => {
    const mark = { shop: "fw-1", extract: "ext_2" };
    expect(markOf(markedQuery(mark, catalogQuery("core")))).toEqual({ ...mark, name: "core" });
  });

  test.each(["{ products { edges { node { id } } } }", "#graphql\n{ products { edges { node { id } } } }", "# feedwright fw-1\n{ a }"])(
    "%j is not ours",
    (query) => {
      expect(markOf(query)).toBeUndefined();
    },
  );
});
