import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AnsweringServer, answeringServer } from "../../../test/harness/answering-server.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { openEgress } from "../../platform/egress/open-egress.ts";
import { silentLog } from "../../platform/objects/silent-log.ts";
import { adminClient } from "./admin-client.ts";
import { ORDINARY_PACE } from "./pace.ts";
import { createRepairs } from "./repairs.ts";
import { askCollections } from "./shop-lists.ts";

let server: AnsweringServer;
beforeAll(async () => {
  server = await answeringServer();
});
const egress = openEgress({ allowLoopback: false, log: silentLog });
afterAll(async () => {
  await egress[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const client = () =>
  adminClient(
    { shop: "my.example", origin: server.url, token: "shpat_1" },
    {
      ...{ egress, log: silentLog, pace: { ...ORDINARY_PACE, retryMs: 1 }, signal: new AbortController().signal },
      budget: { take: async () => 0, report: async () => undefined },
    },
  );
const answering = (data: object) => (response: ServerResponse) =>
  void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
const askedAfter = () => server.requests.map(({ body }) => members(members(parseJson(body))["variables"])["after"]);

describe("the collections of a shop", () => {
  const gid = (id: number) => `gid://shopify/Collection/${id}`;
  const page = (nodes: readonly object[], endCursor: string | null) =>
    answering({ collections: { nodes, pageInfo: { hasNextPage: endCursor !== null, endCursor } } });

  test("are asked page by page, up to the last", async () => {
    server.answer(page([{ id: gid(1), title: "One" }], "a"), page([{ id: gid(2), title: "Two" }], "b"), page([], null));
    const repairs = createRepairs();
    expect(await askCollections(client(), repairs)).toEqual([
      { id: gid(1), title: "One" },
      { id: gid(2), title: "Two" },
    ]);
    expect(askedAfter()).toEqual([null, "a", "b"]);
    expect(repairs.warnings()).toEqual([]);
  });

  test("have titles that can be stored, whatever somebody typed", async () => {
    server.answer(page([{ id: gid(1), title: "half \uD83D of\u0000 it" }], null));
    expect(await askCollections(client(), createRepairs())).toEqual([{ id: gid(1), title: "half \uFFFD of it" }]);
  });

  test("past what Shopify lists are left out, and that is told", { timeout: 20_000 }, async () => {
    const nodes = Array.from({ length: 250 }, (_, at) => ({ id: gid(at + 1), title: "Again" }));
    server.answer(page(nodes, "more"));
    const repairs = createRepairs();
    expect(await askCollections(client(), repairs)).toHaveLength(25_000);
    expect(repairs.warnings()).toMatchObject([{ code: "collections_left_out" }]);
  });
});
