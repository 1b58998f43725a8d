import { expect, test } from "vitest";
import { members } from "../../kernel/unsafe.ts";
import { BROWSING_DOCUMENTS } from "../shopify-schema/browsing-documents.ts";
import { startClient } from "./simulator-client.suite.ts";
import { startSimulator } from "./start-simulator.ts";

const SHOP = "{ shop { name myshopifyDomain currencyCode primaryDomain { host url } } currentAppInstallation { accessScopes { handle } } }";

test("the shop says what it is and what the token may do", async () => {
  await using client = await startClient({ shopDomain: "try.example", scopes: ["read_products"] });
  expect(await client.ask(SHOP)).toEqual({
    shop: {
      name: "Harbour & Hazel",
      myshopifyDomain: "try.example",
      currencyCode: "EUR",
      primaryDomain: { host: "try.example", url: "https://try.example" },
    },
    currentAppInstallation: { accessScopes: [{ handle: "read_products" }] },
  });
});

test("a wrong token or none is refused as Shopify refuses it", async () => {
  await using client = await startClient({ token: "shpat_right" });
  const errors = "[API] Invalid API key or access token (unrecognized login or wrong password)";
  for (const token of ["shpat_wrong", "", "shpat_right2"]) {
    const { status, body } = await client.send(SHOP, {}, { "x-shopify-access-token": token });
    expect({ status, body }).toEqual({ status: 401, body: { errors } });
  }
});

test("a version that is not served falls forward, and the header says to which", async () => {
  await using client = await startClient();
  const answers = await Promise.all(
    ["2025-01", "2026-10", "unstable"].map((version) =>
      fetch(`${client.simulator.url}/admin/api/${version}/graphql.json`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-shopify-access-token": client.simulator.token },
        body: JSON.stringify({ query: "{ shop { id } }" }),
      }),
    ),
  );
  expect(answers.map(({ headers }) => headers.get("x-shopify-api-version"))).toEqual(["2026-10", "2026-10", "2026-10"]);
  expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(3);
});

test("everything people ask a shop by hand is answered without an error", async () => {
  await using client = await startClient({ products: 60, bucket: { maximumAvailable: 5_000, restoreRate: 100 } });
  const text = BROWSING_DOCUMENTS.join("\n");
  const first = members(members((await client.ask("{ products(first: 1) { nodes { id } } }"))["products"])["nodes"]);
  const id = members(first["0"])["id"];
  const variables = { id, first: 50, after: null, query: "status:active" };
  for (const name of ["Products", "Product", "ProductVariants", "Collections", "Locations"]) {
    const response = await fetch(`${client.simulator.url}/admin/api/2026-10/graphql.json`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-shopify-access-token": client.simulator.token },
      body: JSON.stringify({ query: text, operationName: name, variables }),
    });
    expect(members(await response.json())["errors"]).toBeUndefined();
  }
});

test("a request without a query, or without JSON, is a bad request", async () => {
  await using client = await startClient();
  const send = (body: string) =>
    fetch(`${client.simulator.url}/admin/api/2026-10/graphql.json`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-shopify-access-token": client.simulator.token },
      body,
    });
  expect((await send("{}")).status).toBe(400);
  const broken = await send("{");
  expect([broken.status, broken.headers.get("x-request-id")]).toEqual([400, expect.any(String)]);
  expect((await send(JSON.stringify({ query: "x".repeat(2_000_000) }))).status).toBe(413);
});

test("faults of a document are told with Shopify's codes", async () => {
  await using client = await startClient();
  const codes = async (query: string) => {
    const { status, body } = await client.send(query);
    const [error] = Array.isArray(body["errors"]) ? body["errors"] : [];
    return [status, members(error)["message"], members(members(error)["extensions"])["code"]];
  };
  expect(await codes("{ shop { nothing } }")).toEqual([200, "Field 'nothing' doesn't exist on type 'Shop'", "undefinedField"]);
  expect(await codes("{ shop(a: 1) { id } }")).toEqual([200, "Field 'shop' doesn't accept argument 'a'", "argumentNotAccepted"]);
  expect(await codes("{ product { id } }")).toEqual([200, "Field 'product' is missing required arguments: id", "missingRequiredArguments"]);
  expect(await codes("query ($a: Int) { shop { id } }")).toEqual([
    200,
    "Variable $a is declared by operation but not used",
    "variableNotUsed",
  ]);
  expect(await codes("query ($id: ID!) { product(id: $id) { id } }")).toEqual([200, expect.stringContaining("$id"), "INVALID_VARIABLE"]);
  expect(await codes('{ product(id: "gid://shopify/Shop/1") { id } }')).toEqual([
    200,
    "Invalid id: gid://shopify/Shop/1",
    "RESOURCE_NOT_FOUND",
  ]);
});

test("pictures of the products are painted by the simulator, unless they are elsewhere", async () => {
  await using client = await startClient({ products: 3 });
  const [product] = [...client.simulator.control.state()];
  const image = await fetch(product?.images[0]?.url ?? "");
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect((await fetch(`${client.simulator.url}/images/nothing.png`)).status).toBe(404);
  await using elsewhere = await startClient({ products: 1, imageBase: "https://images.example" });
  expect([...elsewhere.simulator.control.state()][0]?.images[0]?.url).toMatch(/^https:\/\/images\.example\//);
});

test("the same seed is the same shop, another one is not", async () => {
  const shop = async (seed: number) => {
    await using client = await startClient({ seed, products: 20, imageBase: "https://images.example" });
    return [...client.simulator.control.state()];
  };
  expect(await shop(1)).toEqual(await shop(1));
  expect(await shop(1)).not.toEqual(await shop(2));
});

test("an empty shop answers, a shop beyond the largest does not start", async () => {
  await using client = await startClient({ products: 0 });
  expect(await client.ask("{ productsCount { count } products(first: 5) { nodes { id } } }")).toEqual({
    productsCount: { count: 0 },
    products: { nodes: [] },
  });
  await expect(startSimulator({ products: 100_001 })).rejects.toThrow("0 to 100000 products");
});

test("a simulator that stops lets go of its port at once", async () => {
  const first = await startSimulator();
  const port = Number(new URL(first.url).port);
  await expect(startSimulator({ port })).rejects.toThrow("EADDRINUSE");
  await first.close();
  await using second = await startSimulator({ port });
  expect(second.url).toBe(first.url);
});
