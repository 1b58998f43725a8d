import { describe, expect, test } from "vitest";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { answering, answeringShop } from "./answering-shop.suite.ts";
import { createRepairs } from "./repairs.ts";
import { askCollections } from "./shop-lists.ts";

const { client, server } = answeringShop();
const askedAfter = () => server().requests.map(({ body }) => members(members(parseJson(body))["variables"])["after"]);

describe("the collections of a shop", () => {
  const gid = (id: number) => `gid://shopify/Collection/${id}`;
  const page = (nodes: readonly object[], endCursor: string | null) =>
    answering({ collections: { nodes, pageInfo: { hasNextPage: endCursor !== null, endCursor } } });

  test("are asked page by page, up to the last", async () => {
    server().answer(page([{ id: gid(1), title: "One" }], "a"), page([{ id: gid(2), title: "Two" }], "b"), page([], null));
    const repairs = createRepairs();
    expect(await askCollections(client(), repairs)).toEqual([
      { id: gid(1), title: "One" },
      { id: gid(2), title: "Two" },
    ]);
    expect(askedAfter()).toEqual([null, "a", "b"]);
    expect(repairs.warnings()).toEqual([]);
  });

  test("have titles that can be stored, whatever somebody typed", async () => {
    server().answer(page([{ id: gid(1), title: "half \uD83D of\u0000 it" }], null));
    expect(await askCollections(client(), createRepairs())).toEqual([{ id: gid(1), title: "half \uFFFD of it" }]);
  });

  test("past what Shopify lists are left out, and that is told", async () => {
    const nodes = Array.from({ length: 250 }, (_, at) => ({ id: gid(at + 1), title: "Again" }));
    server().answer(page(nodes, "more"));
    const repairs = createRepairs();
    expect(await askCollections(client(), repairs)).toHaveLength(25_000);
    expect(repairs.warnings()).toMatchObject([{ code: "collections_left_out" }]);
  });
});
