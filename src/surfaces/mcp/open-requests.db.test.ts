import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { fixtureHandler } from "../../../test/conformance/fixture-handler.ts";
import { portOf } from "../../../test/conformance/keyed-proxy.ts";
import { type McpAddress, messagesOf, sendMcp, type Sending } from "../../../test/harness/mcp-caller.ts";
import { mcpClient } from "../../../test/harness/mcp-client.ts";
import { jobsDatabase, testShop } from "../../../test/harness/shop-fixture.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";
import { createKey } from "../../features/keys/index.ts";
import { OPERATIONS } from "../../features/operations.ts";
import { members } from "../../kernel/unsafe.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { httpFront, type HttpFront } from "../http/http-front.suite.ts";
import { STOP_GRACE_MS } from "../http/server-limits.ts";

/** Requests that stay open, and those that another process answers. */

let database: TestDatabase;
beforeAll(async () => {
  database = await jobsDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

let shop: Awaited<ReturnType<typeof testShop>>;
let key: string;
beforeEach(async () => {
  shop = await testShop(database.db);
  key = (await createKey(database.db, { kind: "merchant", shopId: shop.shop.shopId, name: "Agent", grants: ["full_access"] })).rawKey;
});

async function listening(
  options: Parameters<typeof httpFront>[0] = {},
): Promise<{ readonly front: HttpFront; readonly address: McpAddress }> {
  const front = await httpFront({ operations: OPERATIONS, database, ...options });
  onTestFinished(() => front[Symbol.asyncDispose]());
  await front.app.listen({ host: "127.0.0.1", port: 0 });
  return { front, address: { url: `http://127.0.0.1:${portOf(front.app.server)}/v1/mcp?toolsets=all`, key } };
}

/** Well before what is still open would be cut off. */
async function stopped({ app }: HttpFront): Promise<void> {
  const begun = performance.now();
  await app.close();
  expect(performance.now() - begun).toBeLessThan(STOP_GRACE_MS * 0.75);
}

const structured = (message: Readonly<Record<string, unknown>> | undefined) => members(members(message?.["result"])["structuredContent"]);

/** Previews an extract, and begins it. */
async function startExtract(address: McpAddress, era: Sending["era"], meta: object = {}) {
  const call = (given: object, more: object = {}) =>
    sendMcp(address, { era, method: "tools/call", params: { name: "start_extract", arguments: { type: "full", ...given }, ...more } });
  const preview = structured((await messagesOf(await call({ preview: true }))).at(-1));
  return call({ preview_token: preview["preview_token"] }, { _meta: meta });
}

const extracts = () => database.db.selectFrom("extracts").select(["id", "status"]).where("shop_id", "=", shop.shop.shopId).execute();
const setExtract = (values: { readonly status: "running" | "completed"; readonly progress: number }) =>
  database.db.updateTable("extracts").set(values).where("shop_id", "=", shop.shop.shopId).execute();

describe("work that goes on after the answer", () => {
  test.each(["2026-07-28", "2025-11-25"] as const)("is followed to its end for a client of %s that asks for its progress", async (era) => {
    const { address } = await listening();
    const answer = startExtract(address, era, { progressToken: "token" }).then(messagesOf);
    await vi.waitUntil(async () => (await extracts()).length > 0, IN_TIME);
    await setExtract({ status: "running", progress: 40 });
    await new Promise((resolve) => setTimeout(resolve, 700));
    await setExtract({ status: "completed", progress: 100 });
    const messages = await answer;
    expect(structured(messages.at(-1))).toMatchObject({
      data: { object: "extract", status: "completed", progress: 100 },
      undo: { tool: null, reason: expect.stringContaining("cancel_extract") },
    });
    const told = messages.filter(({ method }) => method === "notifications/progress").map(({ params }) => members(params));
    expect(told.every(({ progressToken, total }) => progressToken === "token" && total === 100)).toBe(true);
    const progress = told.map((each) => Number(each["progress"]));
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(100);
    expect(new Set(progress).size).toBe(progress.length);
  });

  test("is answered at once to a client that doesn't ask", async () => {
    const { address } = await listening();
    const messages = await messagesOf(await startExtract(address, "2026-07-28"));
    expect(messages).toHaveLength(1);
    expect(structured(messages[0])).toMatchObject({ data: { object: "extract", status: "pending" } });
  });

  test("is answered as it is when the process stops", async () => {
    const { front, address } = await listening();
    const answer = startExtract(address, "2026-07-28", { progressToken: 1 }).then(messagesOf);
    await vi.waitUntil(async () => (await extracts()).length > 0, IN_TIME);
    await stopped(front);
    expect(structured((await answer).at(-1))).toMatchObject({ data: { object: "extract", status: "pending" } });
  });
});

describe("another process", () => {
  test("answers any request, and takes a preview that the first one made", async () => {
    const [one, two] = [await listening(), await listening()];
    const clients = [one, two].map(({ front }) => mcpClient(front, { key, query: "?toolsets=all" }));
    const [first, second] = clients;
    for (const client of [...clients, ...clients]) expect((await client.call("list_feeds")).isError).toBe(false);
    const preview = await first?.call("start_extract", { type: "full", preview: true });
    const { preview_token } = preview?.structuredContent ?? {};
    expect(await second?.call("start_extract", { type: "full", preview_token })).toMatchObject({ isError: false });
    const repeated = await first?.call("start_extract", { type: "full", preview_token });
    expect(repeated).toMatchObject({ isError: true, structuredContent: { error: { code: "preview_used" } } });
    expect(await extracts()).toHaveLength(1);
  });
});

describe("subscriptions", () => {
  const listen = (address: McpAddress, id: number) =>
    sendMcp(address, { era: "2026-07-28", method: "subscriptions/listen", params: { notifications: { toolsListChanged: true } }, id });

  test("are four for one key, and another key has its own", async () => {
    const { address } = await listening({ mcpHandler: fixtureHandler() });
    const at = { ...address, url: address.url.replace("?toolsets=all", "") };
    const open = await Promise.all([1, 2, 3, 4].map((id) => listen(at, id)));
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const refused = await listen(at, 5);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const other = (await createKey(database.db, { kind: "merchant", shopId: shop.shop.shopId, name: "Other", grants: ["read"] })).rawKey;
    const others = await listen({ ...at, key: other }, 1);
    expect(others.status).toBe(200);
    for (const { body } of [...open, others]) await body?.cancel();
    const isTaken = async () => {
      const again = await listen(at, 6);
      await again.body?.cancel();
      return again.status === 200;
    };
    await vi.waitUntil(isTaken, IN_TIME);
  });

  test("end when the process stops, and don't keep it from stopping", async () => {
    const { front, address } = await listening({ mcpHandler: fixtureHandler() });
    const streams = await Promise.all([1, 2].map((id) => listen(address, id)));
    const read = Promise.all(streams.map(messagesOf));
    await stopped(front);
    expect((await read).map(([first]) => first?.["method"])).toEqual(
      Array.from({ length: 2 }, () => "notifications/subscriptions/acknowledged"),
    );
  });

  test("to what never changes here end at once", async () => {
    const { address } = await listening();
    const messages = await messagesOf(await listen(address, 9));
    expect(messages.at(-1)).toMatchObject({ id: 9, result: { resultType: "complete" } });
  });
});
