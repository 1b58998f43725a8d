import { expect, test } from "vitest";
import { members } from "../../../kernel/unsafe.ts";
import { cursorOf } from "./page.ts";
import { PLENTY, type SimulatorClient, startClient } from "../simulator-client.suite.ts";

interface Page {
  readonly ids: readonly string[];
  readonly endCursor: string | null;
  readonly startCursor: string | null;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

async function page(client: SimulatorClient, list: string, args: string): Promise<Page> {
  const data = await client.ask(`{ ${list}(${args}) { nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`);
  const { nodes, pageInfo } = members(data[list]);
  const info = members(pageInfo);
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    ids: (Array.isArray(nodes) ? nodes : []).map((node) => String(members(node)["id"])),
    endCursor: text(info["endCursor"]),
    startCursor: text(info["startCursor"]),
    hasNextPage: info["hasNextPage"] === true,
    hasPreviousPage: info["hasPreviousPage"] === true,
  };
}

async function everything(client: SimulatorClient, list: string, args: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after = ""; ;) {
    const { ids: some, endCursor, hasNextPage } = await page(client, list, `${args}${after}`);
    ids.push(...some);
    if (!hasNextPage) return ids;
    after = `, after: "${endCursor ?? ""}"`;
  }
}

const gids = (type: string, ids: readonly (string | number)[]) => ids.map((id) => `gid://shopify/${type}/${id}`);

test("paging meets every product and variant once, whatever the size of the page and the order", async () => {
  await using client = await startClient({ products: 53, bucket: PLENTY });
  const products = [...client.simulator.control.state()];
  const ids = gids("Product", products.map(({ id }) => id)); // prettier-ignore
  expect(await everything(client, "products", "first: 7")).toEqual(ids);
  expect(await everything(client, "products", "first: 250")).toEqual(ids);
  expect(await everything(client, "products", "first: 10, reverse: true")).toEqual(ids.toReversed());
  const byTitle = products.toSorted((a, b) => {
    const [left, right] = [a.title.toLowerCase(), b.title.toLowerCase()];
    return left === right ? Number(a.id) - Number(b.id) : left < right ? -1 : 1;
  });
  expect(await everything(client, "products", "first: 9, sortKey: TITLE")).toEqual(gids("Product", byTitle.map(({ id }) => id))); // prettier-ignore
  const variants = gids("ProductVariant", products.flatMap(({ variants: own }) => own.map(({ id }) => id))); // prettier-ignore
  expect(await everything(client, "productVariants", "first: 100")).toEqual(variants);
  expect(await everything(client, "productVariants", "first: 100, reverse: true")).toEqual(variants.toReversed());
});

test("a page can be read backwards", async () => {
  await using client = await startClient({ products: 20, bucket: PLENTY });
  const all = await everything(client, "products", "first: 250");
  const last = await page(client, "products", "last: 5");
  expect([last.ids, last.hasNextPage, last.hasPreviousPage]).toEqual([all.slice(-5), false, true]);
  const before = await page(client, "products", `last: 5, before: "${last.startCursor ?? ""}"`);
  expect([before.ids, before.hasNextPage]).toEqual([all.slice(-10, -5), true]);
});

test("a cursor outlives the product it stands on", async () => {
  await using client = await startClient({ products: 10 });
  const all = await everything(client, "products", "first: 250");
  const { endCursor } = await page(client, "products", "first: 3");
  client.simulator.control.deleteProduct(2);
  expect((await page(client, "products", `first: 3, after: "${endCursor ?? ""}"`)).ids).toEqual(all.slice(3, 6));
});

test("a page needs a size that Shopify allows", async () => {
  await using client = await startClient({ products: 3 });
  const message = async (args: string) => client.ask(`{ products${args} { nodes { id } } }`).catch(String);
  expect(await message("")).toContain("you must provide one of first or last");
  expect(await message("(first: 1, last: 1)")).toContain("providing both first and last is not supported");
  expect(await message("(first: 251)")).toContain("between 1 and 250");
  expect(await message("(first: 0)")).toContain("between 1 and 250");
  expect(await message('(first: 1, after: "nonsense")')).toContain("Invalid cursor");
});

test("a list ends at 25,000 objects, however it is paged", async () => {
  await using client = await startClient({ products: 30 });
  const { endCursor } = await page(client, "products", "first: 10");
  expect(cursorOf({ id: 8_100_000_000_009, value: 8_100_000_000_009 }, 10)).toBe(endCursor);
  const far = cursorOf({ id: 8_100_000_000_009, value: 8_100_000_000_009 }, 24_995);
  expect((await page(client, "products", `first: 4, after: "${far}"`)).ids).toHaveLength(4);
  await expect(page(client, "products", `first: 5, after: "${far}"`)).rejects.toThrow("cannot be paged past 25000 objects");
});

test("a search finds by id, status and time", async () => {
  await using client = await startClient({ products: 80, bucket: PLENTY });
  const products = [...client.simulator.control.state()];
  const found = async (query: string) => everything(client, "products", `first: 250, query: ${JSON.stringify(query)}`);
  const wanted = (isIt: (product: (typeof products)[number]) => boolean) => gids("Product", products.filter(isIt).map(({ id }) => id)); // prettier-ignore
  expect(await found(`id:${products[5]?.id ?? ""}`)).toEqual(wanted(({ number }) => number === 5));
  expect(await found(`id:>${products[70]?.id ?? ""}`)).toEqual(wanted(({ number }) => number > 70));
  expect(await found("status:draft,archived")).toEqual(wanted(({ status }) => status === "draft" || status === "archived"));
  expect(await found("status:draft OR status:archived")).toEqual(wanted(({ status }) => status === "draft" || status === "archived"));
  expect(await found("-status:active")).toEqual(wanted(({ status }) => status !== "active"));
  const time = products[20]?.updatedAt ?? "";
  expect(await found(`updated_at:>='${time}' status:active`)).toEqual(
    wanted(({ updatedAt, status }) => updatedAt >= time && status === "active"),
  );
  const counted = await client.ask(`query ($query: String) { productsCount(query: $query) { count } }`, { query: "status:draft" });
  expect(counted).toEqual({ productsCount: { count: products.filter(({ status }) => status === "draft").length } });
});

test("a field nobody knows matches everything, and extensions.search warns of it", async () => {
  await using client = await startClient({ products: 9 });
  const { body } = await client.send('{ found: products(first: 50, query: "colour:red") { nodes { id } } }');
  expect(members(members(body["data"])["found"])["nodes"]).toHaveLength(9);
  expect(members(body["extensions"])["search"]).toEqual([
    {
      path: ["found"],
      query: "colour:red",
      parsed: { field: "colour", match_all: "red" },
      warnings: [{ field: "colour", message: "Invalid search field for this query.", code: "invalid_field" }],
    },
  ]);
});

test("a value that cannot be matches nothing, and extensions.search warns of it", async () => {
  await using client = await startClient({ products: 9 });
  const { body } = await client.send('{ products(first: 50, query: "status:gone") { nodes { id } } }');
  expect(members(members(body["data"])["products"])["nodes"]).toEqual([]);
  expect(members(body["extensions"])["search"]).toMatchObject([
    { warnings: [{ code: "invalid_value", message: "Input `gone` is not an accepted value." }] },
  ]);
});

test("counts stop at their limit, unless there is none", async () => {
  await using client = await startClient({ products: 50 });
  expect(await client.ask("{ a: productsCount(limit: 10) { count } b: productsCount(limit: null) { count } }")).toEqual({
    a: { count: 10 },
    b: { count: 50 },
  });
  const variants = [...client.simulator.control.state()].reduce((sum, { variants: own }) => sum + own.length, 0);
  expect(await client.ask("{ productVariantsCount(limit: null) { count } }")).toEqual({ productVariantsCount: { count: variants } });
});
