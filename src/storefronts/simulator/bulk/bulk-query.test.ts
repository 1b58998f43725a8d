import { expect, test } from "vitest";
import { adminSchema } from "../../shopify-schema/admin-schema.ts";
import { BULK_DOCUMENTS } from "../../shopify/bulk-documents.ts";
import { readBulkQuery } from "./bulk-query.ts";

const schema = adminSchema();

function messagesFor(query: string): readonly string[] {
  const read = readBulkQuery(schema, query);
  return read.kind === "refused" ? read.messages : [];
}

const edges = (name: string, inside: string) => `${name} { edges { node { ${inside} } } }`;

test("our own bulk documents pass", () => {
  for (const document of Object.values(BULK_DOCUMENTS)) expect(messagesFor(document)).toEqual([]);
});

test("nodes instead of edges, of fields our schema has and of others", () => {
  const said = (name: string) =>
    `All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: '${name} { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: '${name}'.`;
  expect(messagesFor("{ products { nodes { id title } } }")).toEqual([said("products")]);
  expect(messagesFor("{ orders { nodes { id } } }")).toEqual([said("orders")]);
  expect(messagesFor("fragment P on ProductConnection { nodes { id } } { products { ...P } }")).toEqual([said("products")]);
});

test("no connection", () => {
  expect(messagesFor("{ shop { id } }")).toEqual(["Bulk queries must contain at least one connection."]);
});

test("a node at the top is two faults", () => {
  expect(messagesFor('{ node(id: "gid://shopify/Product/0") { id } }')).toEqual([
    "Bulk queries cannot contain a top level `node` field.",
    "Bulk queries must contain at least one connection.",
  ]);
});

test("connections three below the root", () => {
  const query = `{ ${edges("collections", `id ${edges("products", `id ${edges("variants", `id ${edges("metafields", "id")}`)}`)}`)} }`;
  expect(messagesFor(query)).toEqual(["Bulk queries cannot contain connections with a nesting depth greater than 2."]);
});

test("a sixth connection", () => {
  const names = ["variants", "metafields", "collections", "media", "sellingPlanGroups"];
  const query = `{ ${edges("products", `id ${names.map((name) => edges(name, "id")).join(" ")}`)} }`;
  expect(messagesFor(query)).toEqual(["Bulk queries cannot contain more than 5 connections."]);
  const five = `{ ${edges("products", `id ${names.slice(0, 4).map((name) => edges(name, "id")).join(" ")}`)} }`; // prettier-ignore
  expect(messagesFor(five)).toEqual([]);
});

test("a parent whose id is missing or has another name", () => {
  const said = [
    "The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': products.",
  ];
  expect(messagesFor(`{ ${edges("products", `title ${edges("variants", "id")}`)} }`)).toEqual(said);
  expect(messagesFor(`{ ${edges("products", `it: id ${edges("variants", "id")}`)} }`)).toEqual(said);
  expect(messagesFor(`{ ${edges("products", `id: handle ${edges("variants", "id")}`)} }`)).toEqual(said);
  expect(messagesFor(`{ ${edges("products", "title")} }`)).toEqual([]);
});

test("a connection in a list", () => {
  const query = `{ ${edges("orders", `id fulfillments { ${edges("events", "id")} }`)} }`;
  expect(messagesFor(query)).toEqual(["Queries that contain a connection field within a list field are not currently supported."]);
});

test("a mutation", () => {
  expect(messagesFor('mutation { productCreate(input: { title: "x" }) { product { id } } }')).toEqual([
    "Invalid operation type. Only `query` operations are supported.",
  ]);
});

test("text that ends too early, and other text that is no GraphQL", () => {
  for (const text of ["", "{ products { edges {"])
    expect(messagesFor(text)).toEqual(["Invalid bulk query: syntax error, unexpected end of file"]);
  expect(messagesFor("{ products(] }")).toEqual([expect.stringMatching(/^Invalid bulk query: syntax error, /)]);
});

test("one byte more than Shopify takes, and not one less", () => {
  const query = (bytes: number) => `{ products { edges { node { id } } } } #é`.padEnd(bytes - 1, "x");
  expect(messagesFor(query(65_535))).toEqual([]);
  expect(messagesFor(query(65_536))).toEqual(["Query is too large (65536 bytes; maximum is 65535 bytes)"]);
});

test("what the schema does not have, variables, and several operations", () => {
  expect(messagesFor(`{ ${edges("products", "id colour")} }`)).toEqual([
    "Invalid bulk query: Field 'colour' doesn't exist on type 'Product'",
  ]);
  expect(messagesFor(`query ($q: String) { products(query: $q) { edges { node { id } } } }`)).toHaveLength(1);
  expect(messagesFor(`query A { ${edges("products", "id")} } query B { ${edges("products", "id")} }`)).toHaveLength(1);
});

test("fragments that hold themselves are refused and not followed for ever", () => {
  expect(messagesFor(`{ ${edges("products", "id ...F")} } fragment F on Product { title ...F }`)).toHaveLength(1);
});
