import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { members, parseJson } from "../../../kernel/unsafe.ts";
import { PLENTY, type SimulatorClient, startClient } from "../simulator-client.suite.ts";
import { startSimulator } from "../start-simulator.ts";
import { FAILURE_KINDS } from "./failure-kinds.ts";

async function call({ simulator }: SimulatorClient, method: string, address: string, body?: unknown) {
  const response = await fetch(`${simulator.url}/control${address}`, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: members(parseJson(await response.text())) };
}

async function product(client: SimulatorClient, number: number) {
  const id = `gid://shopify/Product/${8_100_000_000_000 + number}`;
  const data = await client.ask("query ($id: ID!) { product(id: $id) { title status updatedAt variants(first: 100) { nodes { price inventoryQuantity updatedAt } } } }", { id }); // prettier-ignore
  return data["product"];
}

test("the control API lists its calls and the failures it knows", async () => {
  await using client = await startClient();
  const { status, body } = await call(client, "GET", "");
  expect(status).toBe(200);
  expect(body["calls"]).toContainEqual(expect.objectContaining({ call: "PATCH /control/products/{number}" }));
  expect(Object.keys(members(body["failures"]))).toEqual(Object.keys(FAILURE_KINDS));
});

test("a change of a product is seen by everybody, and moves the time of what changed", async () => {
  await using client = await startClient({ products: 12, bucket: PLENTY });
  const before = client.simulator.control.product(7);
  const startedAt = new Date(Date.now() - 1_000).toISOString();
  const change = { title: "Other", status: "draft", price: "9.99", variants: [{ position: 1, price: "8.88", quantity: 5, sku: "X" }] };
  const answered = await call(client, "PATCH", "/products/7", change);
  expect(answered).toMatchObject({ status: 200, body: { title: "Other", status: "draft", url: null } });
  const now = members(await product(client, 7));
  expect(now).toMatchObject({ title: "Other", status: "DRAFT" });
  expect(String(now["updatedAt"]) > startedAt).toBe(true);
  const { variants } = client.simulator.control.product(7) ?? { variants: [] };
  expect(variants.map(({ price }) => price)).toEqual(variants.map(({ position }) => (position === 1 ? "8.88" : "9.99")));
  expect(variants[0]).toMatchObject({ quantity: 5, sku: "X" });
  expect(client.simulator.control.product(7)?.handle).toBe(before?.handle);
  const search = await client.ask("query ($q: String) { products(first: 50, query: $q) { nodes { title } } }", {
    q: `updated_at:>='${startedAt}'`,
  });
  expect(search).toEqual({ products: { nodes: [{ title: "Other" }] } });
});

test("a change leaves what it does not name, also what an earlier change made", async () => {
  await using client = await startClient({ products: 3 });
  const { control } = client.simulator;
  const before = control.product(1);
  control.changeProduct(1, { title: "One", quantity: 4 });
  control.changeProduct(1, { vendor: "Two" });
  control.changeProduct(1, { variants: [{ position: 1, price: "1.00" }] });
  const after = control.product(1);
  expect(after).toMatchObject({ title: "One", vendor: "Two", descriptionHtml: before?.descriptionHtml });
  expect(after?.variants.every(({ quantity }) => quantity === 4)).toBe(true);
  expect(after?.variants[0]?.price).toBe("1.00");
});

test("a deleted product is gone from every answer, an added one is in every answer", async () => {
  await using client = await startClient({ products: 10, bucket: PLENTY });
  expect(await call(client, "DELETE", "/products/4")).toEqual({ status: 200, body: { deleted: 4 } });
  expect((await call(client, "DELETE", "/products/4")).status).toBe(404);
  expect((await call(client, "PATCH", "/products/4", { title: "x" })).status).toBe(404);
  expect(await product(client, 4)).toBeNull();
  const added = await call(client, "POST", "/products", { count: 2 });
  expect(added).toMatchObject({ status: 200, body: { added: [{ number: 10 }, { number: 11 }] } });
  expect(await product(client, 11)).not.toBeNull();
  const data = await client.ask("{ productsCount { count } products(first: 50) { nodes { id } } }");
  expect(data["productsCount"]).toEqual({ count: 11 });
  expect(members(data["products"])["nodes"]).toHaveLength(11);
  expect([...client.simulator.control.state()].map(({ number }) => number)).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11]);
});

test("the state is one product a line", async () => {
  await using client = await startClient({ products: 25 });
  const response = await fetch(`${client.simulator.url}/control/state`);
  const lines = (await response.text()).trimEnd().split("\n").map(parseJson); // prettier-ignore
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  expect(lines).toEqual(parseJson(JSON.stringify([...client.simulator.control.state()])));
});

test("failures, chaos, throttling, operations and links are pulled by calls", async () => {
  await using client = await startClient({ products: 3, bucket: PLENTY });
  const planned = await call(client, "POST", "/failures", { kind: "http_503", times: 2, for_ms: 5 });
  expect(planned.body).toEqual({ waiting: [{ kind: "http_503", times: 2, for_ms: 5, matching: "" }] });
  expect((await client.send("{ shop { id } }")).status).toBe(503);
  expect((await call(client, "DELETE", "/failures")).body).toEqual({ waiting: [] });
  expect((await call(client, "POST", "/chaos", { probability: 1, seed: 2 })).body).toEqual({ chaos: { probability: 1, seed: 2 } });
  expect((await call(client, "DELETE", "/chaos")).body).toEqual({ chaos: null });
  expect((await call(client, "POST", "/throttle", { currentlyAvailable: 0, restoreRate: 0 })).body).toMatchObject({
    currentlyAvailable: 0,
  });
  expect((await client.send("{ shop { id } }")).body["errors"]).toBeDefined();
  await call(client, "POST", "/throttle", { currentlyAvailable: 10_000 });
  const { url } = await client.finished("{ products { edges { node { id } } } }");
  expect((await call(client, "GET", "/operations")).body).toMatchObject({ operations: [{ status: "COMPLETED", objectCount: 3 }] });
  expect((await call(client, "POST", "/links/expire")).body).toEqual({ expired: 1 });
  expect((await fetch(url ?? "")).status).toBe(403);
  expect(client.simulator.control.operations()).toMatchObject([{ status: "EXPIRED", url: null }]);
});

test("a call that makes no sense is told what is wrong", async () => {
  await using client = await startClient({ products: 3 });
  const wrong = async (method: string, address: string, body: unknown) => call(client, method, address, body);
  expect(await wrong("POST", "/failures", { kind: "earthquake" })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("kind") },
  });
  expect(await wrong("PATCH", "/products/1", { price: "9,99" })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("19.90") },
  });
  expect(await wrong("PATCH", "/products/1", { colour: "red" })).toMatchObject({ status: 400 });
  expect(await wrong("PATCH", "/products/nine", { title: "x" })).toMatchObject({ status: 404 });
  expect(await wrong("POST", "/products", { count: 0 })).toMatchObject({ status: 400 });
});

test("collections and metaobjects are renamed and deleted, and products that name them follow", async () => {
  await using client = await startClient({ products: 12, bucket: PLENTY });
  const { control } = client.simulator;
  const [collection] = control.collections();
  const [metaobject] = control.metaobjects();
  const address = `/collections/${collection?.id}`;
  expect(await call(client, "PATCH", address, { title: "Other" })).toMatchObject({ status: 200, body: { title: "Other" } });
  await call(client, "PATCH", "/products/1", {
    collections: [collection?.id],
    metafields: { "shopify.color-pattern": ["black"], "custom.a": null, "custom.b": { type: "boolean", value: "true" } },
  });
  await call(client, "PATCH", `/metaobjects/${metaobject?.id}`, { title: "Ink" });
  expect(control.product(1)).toMatchObject({
    collections: ["Other"],
    metafields: { "shopify.color-pattern": ["Ink"], "custom.b": { type: "boolean", value: "true" } },
  });
  const nodes = await client.ask(
    "query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Collection { title } ... on Metaobject { displayName } } }",
    {
      ids: [`gid://shopify/Collection/${collection?.id}`, `gid://shopify/Metaobject/${metaobject?.id}`, "gid://shopify/Product/1"],
    },
  );
  expect(nodes).toEqual({ nodes: [{ title: "Other" }, { displayName: "Ink" }, null] });
  expect(await call(client, "DELETE", address)).toMatchObject({ status: 200 });
  await call(client, "DELETE", `/metaobjects/${metaobject?.id}`);
  expect(control.product(1)).toMatchObject({ collections: [], metafields: { "shopify.color-pattern": [] } });
  expect(await call(client, "DELETE", address)).toMatchObject({ status: 404, body: { error: "There is no such collection." } });
});

test("the control API is for this machine alone, and not through a proxy on it", async () => {
  await using client = await startClient();
  const proxied = await fetch(`${client.simulator.url}/control/state`, { headers: { "x-forwarded-for": "203.0.113.7" } });
  expect(proxied.status).toBe(403);
  const outside = Object.values(networkInterfaces()).flat().find((one) => one?.family === "IPv4" && !one.internal)?.address; // prettier-ignore
  await using open = await startSimulator({ host: "0.0.0.0" });
  const port = new URL(open.url).port;
  const answer = await fetch(`http://${outside ?? "127.0.0.1"}:${port}/control`);
  expect(answer.status).toBe(outside === undefined ? 200 : 403);
});

test("changes outlive a restart where a state file is named", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "simulator-test-"));
  const stateFile = path.join(folder, "shop", "state.json");
  const shop = { products: 8, stateFile, imageBase: "https://images.example" };
  const first = await startClient(shop);
  first.simulator.control.changeProduct(2, { title: "Kept", variants: [{ position: 1, quantity: 3 }] });
  first.simulator.control.deleteProduct(3);
  first.simulator.control.changeProduct(1, { bundle: true, variants: [{ position: 1, published: false }] });
  first.simulator.control.renameCollection(first.simulator.control.collections()[0]?.id ?? 0, "Kept too");
  first.simulator.control.deleteMetaobject(first.simulator.control.metaobjects()[0]?.id ?? 0);
  first.simulator.control.addProducts(1);
  const before = [...first.simulator.control.state()];
  await first.simulator.close();
  {
    await using second = await startClient(shop);
    expect([...second.simulator.control.state()]).toEqual(before);
  }
  await writeFile(stateFile, "{}");
  await expect(startSimulator(shop)).rejects.toThrow("isn't the state of a simulated shop");
  await rm(folder, { recursive: true });
});
