import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type AnsweringServer, answeringServer } from "../../../test/harness/answering-server.ts";
import { openEgress } from "../../platform/egress/open-egress.ts";
import { silentLog } from "../../platform/objects/silent-log.ts";
import { adminClient } from "./admin-client.ts";
import { ORDINARY_PACE } from "./pace.ts";

let server: AnsweringServer;
beforeAll(async () => {
  server = await answeringServer();
});
const egress = openEgress({ allowLoopback: false, log: silentLog });
afterAll(async () => {
  await egress[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const pace = { ...ORDINARY_PACE, retryMs: 1, retryMaxMs: 4, silentAfterMs: 2_000 };

const json =
  (body: object, { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const status = (code: number, headers: Record<string, string> = {}) => json({}, { status: code, headers });
const right = json({ data: { shop: { id: "1" } } });
const costs = (available: number, requested = 10) => ({
  cost: { requestedQueryCost: requested, throttleStatus: { maximumAvailable: 1000, currentlyAvailable: available, restoreRate: 1000 } },
});
const fault = (code: string, message = code) => json({ data: null, errors: [{ message, extensions: { code } }] });

const Data = z.object({ shop: z.object({ id: z.string() }) });

interface Call {
  readonly signal?: AbortSignal;
  readonly waits?: number[];
  readonly reports?: object[];
  readonly waiting?: (why: string | null) => void;
}

function ask({ signal = new AbortController().signal, waits = [], reports = [], waiting = () => undefined }: Call = {}) {
  const budget = {
    take: async () => waits.shift() ?? 0,
    report: async (left: object) => void reports.push(left),
  };
  const client = adminClient(
    { shop: "my.example", origin: server.url, token: "shpat_1" },
    { egress, budget, log: silentLog, pace, signal, waiting },
  );
  return { client, answer: client.ask("{ shop { id } }", { a: 1 }, Data) };
}

describe("a request", () => {
  test("goes to the version we were made for, with the token and the variables", async () => {
    server.answer(right);
    expect(await ask().answer).toEqual({ shop: { id: "1" } });
    const [request] = server.requests;
    expect(request?.path).toBe("/admin/api/2026-10/graphql.json");
    expect(request?.headers["x-shopify-access-token"]).toBe("shpat_1");
    expect(request?.body).toBe('{"query":"{ shop { id } }","variables":{"a":1}}');
  });

  test("waits for the budget that all processes share, and tells it what is left", async () => {
    const reports: object[] = [];
    server.answer(json({ data: { shop: { id: "1" } }, extensions: costs(990) }));
    const startedAt = Date.now();
    await ask({ waits: [40, 40], reports }).answer;
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(75);
    expect(reports).toEqual([{ available: 990, maximum: 1000, restoreRate: 1000 }]);
  });

  test("an answer from another version is noticed", async () => {
    server.answer(json({ data: { shop: { id: "1" } } }, { headers: { "x-shopify-api-version": "2027-01" } }));
    const { client, answer } = ask();
    await answer;
    expect(client.servedVersion()).toBe("2027-01");
  });
});

describe("what may pass is asked again", () => {
  test("and said from the second failure on, until there's an answer", async () => {
    const said: (string | null)[] = [];
    server.answer(status(500), status(500), status(502), right);
    await ask({ waiting: (why) => said.push(why) }).answer;
    const [first, second] = ["HTTP 500", "HTTP 502"].map(
      (last) => `Shopify isn't answering for my.example (last error: ${last}). Feedwright keeps asking; the published feeds stay in place.`,
    );
    expect(said).toEqual([first, second, null]);
  });

  test.each([
    ["THROTTLED with HTTP 200", json({ errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }], extensions: costs(9) })],
    ["an error of the server", status(503)],
    ["too many requests", status(429, { "retry-after": "0" })],
    ["an internal error in the answer", fault("INTERNAL_SERVER_ERROR")],
    ["an answer that isn't JSON", (response: ServerResponse) => void response.writeHead(200).end("<html>")],
    ["a connection that breaks", (response: ServerResponse) => void response.destroy()],
    ["no answer at all", () => {}],
  ])("%s", async (_name, once) => {
    server.answer(once, right);
    expect(await ask().answer).toEqual({ shop: { id: "1" } });
    expect(server.requests).toHaveLength(2);
  });

  test("Retry-After counts seconds", async () => {
    server.answer(status(429, { "retry-after": "1" }), right);
    const startedAt = Date.now();
    await ask().answer;
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_000);
  });

  test("but not for ever", async () => {
    server.answer(status(500));
    await expect(ask().answer).rejects.toMatchObject({ code: "shopify_unavailable", message: expect.stringContaining("HTTP 500") });
    expect(server.requests).toHaveLength(10);
  });

  test("and not when the work is stopped", async () => {
    const stop = new AbortController();
    server.answer(() => stop.abort(new Error("stopped")));
    await expect(ask({ signal: stop.signal }).answer).rejects.toThrow("stopped");
  });
});

describe("what stays refused is told at once, in the merchant's words", () => {
  test.each([
    ["a wrong token", status(401), "shopify_token_refused"],
    ["an unpaid bill", status(402), "shopify_shop_frozen"],
    ["an unknown shop", status(404), "shopify_shop_unknown"],
    ["a locked shop", status(423), "shopify_shop_locked"],
    ["a missing scope", fault("ACCESS_DENIED", "Required access: `read_inventory` access scope."), "shopify_access_denied"],
    ["a query that is not valid", json({ errors: [{ message: "Field 'x' doesn't exist on type 'Shop'" }] }), "shopify_query_refused"],
    [
      "a search filter that matches everything",
      json({ data: { shop: { id: "1" } }, extensions: { search: [{ warnings: [{ field: "nope" }] }] } }),
      "shopify_query_refused",
    ],
  ])("%s", async (_name, once, code) => {
    server.answer(once, right);
    await expect(ask().answer).rejects.toMatchObject({ code });
    expect(server.requests).toHaveLength(1);
  });

  test("a redirect is not followed: the token would go with it", async () => {
    server.answer((response) => void response.writeHead(307, { location: `${server.url}/elsewhere` }).end());
    await expect(ask().answer).rejects.toMatchObject({ code: "shopify_unavailable" });
    expect(server.requests.every(({ path }) => path.startsWith("/admin/"))).toBe(true);
  });
});
