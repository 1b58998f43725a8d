import { getOperationAST, parse } from "graphql";
import { expect, test } from "vitest";
import { adminSchema } from "../../shopify-schema/admin-schema.ts";
import { queryCost } from "./query-cost.ts";
import { bestCpuMs, SLOW_MACHINE } from "../../../../test/harness/slow-machine.ts";

const schema = adminSchema();

function costOf(query: string, variables: Readonly<Record<string, unknown>> = {}) {
  const document = parse(query);
  const operation = getOperationAST(document);
  if (operation === null || operation === undefined) throw new Error("no operation");
  return queryCost(schema, document, operation, variables);
}

test("queries cost what recorded ones cost", () => {
  const page = (first: number) => costOf(`{ bulkOperations(first: ${first}) { nodes { id } pageInfo { hasNextPage } } }`).requested;
  expect([page(1), page(10), page(50)]).toEqual([3, 6, 9]);
  expect(costOf("query ($id: ID!) { bulkOperation(id: $id) { id status } }", { id: "x" }).requested).toBe(1);
  expect(costOf('mutation { bulkOperationCancel(id: "x") { bulkOperation { id } userErrors { field message } } }').requested).toBe(10);
  const detail = `query ($id: ID!) { product(id: $id) { id seo { title } category { id }
    collections(first: 3) { edges { node { id } } } media(first: 5) { edges { node { id ... on MediaImage { image { url } } } } } } }`;
  // Recorded with one more object inside the media: 19.
  expect(costOf(detail).requested).toBe(1 + 1 + 1 + (2 + 3) + (2 + 3 * 2));
});

test("objects asked for by their ids cost each", () => {
  const query = "query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on MediaImage { image { url } } } }";
  expect(costOf(query, { ids: Array(200).fill("x") }).requested).toBe(400);
  expect(costOf('{ nodes(ids: ["a", "b", "c"]) { id } }').requested).toBe(3);
});

test("pages multiply down, whether their size is written out, a variable or its default", () => {
  const query = (size: string) => `(first: ${size}) { nodes { id variants(first: 100) { nodes { id product { id } } } } } }`;
  const written = costOf(`{ products${query("250")}`);
  expect(costOf(`query ($n: Int) { products${query("$n")}`, { n: 250 })).toEqual(written);
  expect(costOf(`query ($n: Int = 250) { products${query("$n")}`)).toEqual(written);
  expect(written.requested).toBe(2 + 9 * (1 + 2 + 8 * 2));
  expect(written.fields).toBeGreaterThan(250 * 100 * 2);
});

test("depth is counted through fragments, and a fragment used a thousandfold is walked once", async () => {
  const levels = Array.from({ length: 30 }, (_, at) => `fragment F${at} on Product { a: variants(first: 1) { nodes { product { ...F${at + 1} } } } b: variants(first: 1) { nodes { product { ...F${at + 1} } } } }`); // prettier-ignore
  const query = `query ($id: ID!) { product(id: $id) { ...F0 } } ${levels.join(" ")} fragment F30 on Product { id }`;
  const ms = await bestCpuMs(1, () => expect(costOf(query).depth).toBe(1 + 30 * 3 + 1));
  expect(ms).toBeLessThan(2_000 * SLOW_MACHINE);
});
