import { expect, test } from "vitest";
import { members } from "../../../kernel/unsafe.ts";
import { startClient } from "../simulator-client.suite.ts";

function firstError(body: Readonly<Record<string, unknown>>) {
  const [error] = Array.isArray(body["errors"]) ? body["errors"] : [];
  return members(error);
}

function costOf(body: Readonly<Record<string, unknown>>) {
  return members(members(body["extensions"])["cost"]);
}

const SLOW = { bucket: { maximumAvailable: 2_000, restoreRate: 0 } };

test("every answer tells what it cost and what is left", async () => {
  await using client = await startClient(SLOW);
  const { body } = await client.send("{ shop { id } products(first: 10) { nodes { id } } }");
  expect(costOf(body)).toEqual({
    requestedQueryCost: 7,
    actualQueryCost: 7,
    throttleStatus: { maximumAvailable: 2_000, currentlyAvailable: 1_993, restoreRate: 0 },
  });
});

test("what a page does not fill is given back", async () => {
  await using client = await startClient({ ...SLOW, products: 1 });
  const { body } = await client.send("{ products(first: 250) { nodes { id } } }");
  expect(costOf(body)).toMatchObject({ requestedQueryCost: 11, actualQueryCost: 3, throttleStatus: { currentlyAvailable: 1_997 } });
});

test("a shop that is out of points answers THROTTLED with status 200, and recovers", async () => {
  await using client = await startClient({ bucket: { maximumAvailable: 20, restoreRate: 1_000 } });
  client.simulator.control.throttle({ currentlyAvailable: 0, restoreRate: 0 });
  const { status, body } = await client.send("{ shop { id } }");
  expect([status, firstError(body)["message"], members(firstError(body)["extensions"])["code"]]).toEqual([200, "Throttled", "THROTTLED"]);
  expect(body["data"]).toBeUndefined();
  expect(costOf(body)).toMatchObject({ requestedQueryCost: 1, actualQueryCost: null });
  client.simulator.control.throttle({ currentlyAvailable: 20 });
  expect((await client.send("{ shop { id } }")).body["errors"]).toBeUndefined();
});

test("a query too dear for any bucket is refused for good", async () => {
  await using client = await startClient();
  const inner = "variants(first: 250) { nodes { product { variants(first: 250) { nodes { product { id } } } } } }";
  const { body } = await client.send(`{ products(first: 250) { nodes { ${inner} } } }`);
  expect(members(firstError(body)["extensions"])["code"]).toBe("MAX_COST_EXCEEDED");
  expect(firstError(body)["message"]).toMatch(/^Query cost is \d+, which exceeds the single query max cost limit \(1000\)/);
});

test("queries that would burn the processor are refused before they run", async () => {
  await using client = await startClient({ products: 5 });
  const deep = `{ product(id: "gid://shopify/Product/1") ${"{ variants(first: 1) { nodes { product ".repeat(20)}{ id }${" } } }".repeat(20)} }`;
  const long = `{ shop { ${"id ".repeat(4_000)}} }`;
  const renamed = `{ products(first: 250) { nodes { ${Array.from({ length: 101 }, (_, at) => `d${at}: description`).join(" ")} } } }`;
  const pages =
    "variants(first: 250) { nodes { id sku price title position barcode taxable createdAt updatedAt displayName compareAtPrice product { id title handle vendor status tags } selectedOptions { name value } } }";
  const wide = `{ products(first: 250) { nodes { ${pages} more: ${pages.replace("id sku", "sku id")} again: ${pages} } } }`;
  expect(firstError((await client.send(deep)).body)["message"]).toContain("depth");
  expect(firstError((await client.send(long)).body)["message"]).toContain("token");
  expect(firstError((await client.send(renamed)).body)["message"]).toContain("101 aliases");
  expect(firstError((await client.send(wide)).body)["message"]).toContain("fields");
});

test("a field without its scope is denied, says which scope it needs, and the rest is answered", async () => {
  await using client = await startClient({ scopes: ["read_products", "read_inventory"], products: 2 });
  const { body } = await client.send("{ shop { id } productsCount { count } }");
  expect(body["errors"]).toBeUndefined();
  const locales = await client.send("{ shop { id } shopLocales { locale } }");
  expect(firstError(locales.body)).toMatchObject({
    message: "Access denied for shopLocales field. Required access: One of `read_locales`, `read_markets_home` access scopes.",
    path: ["shopLocales"],
    extensions: { code: "ACCESS_DENIED" },
  });
  const publications = await client.send(
    "{ products(first: 1) { nodes { id resourcePublicationsV2(first: 1) { nodes { isPublished } } } } }",
  );
  expect(members(firstError(publications.body)["extensions"])["requiredAccess"]).toBe("`read_publications` access scope.");
  await using nothing = await startClient({ scopes: [], products: 2 });
  const denied = await nothing.send("{ products(first: 1) { nodes { id } } }");
  expect(firstError(denied.body)).toMatchObject({ path: ["products"], extensions: { code: "ACCESS_DENIED" } });
  expect(denied.body["data"]).toBeNull();
  expect((await nothing.send("{ productsCount { count } shop { id } }")).body["data"]).toMatchObject({ productsCount: null, shop: {} });
});

test("a bulk operation without a scope it needs fails with ACCESS_DENIED", async () => {
  await using client = await startClient({ scopes: ["read_products"], products: 5 });
  const operation = await client.finished(
    "{ productVariants { edges { node { id inventoryItem { inventoryLevels { edges { node { id } } } } } } } }",
  );
  expect(operation).toMatchObject({ status: "FAILED", errorCode: "ACCESS_DENIED", url: null });
});
