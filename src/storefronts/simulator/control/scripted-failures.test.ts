import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { members } from "../../../kernel/unsafe.ts";
import { BULK_DOCUMENTS } from "../../shopify/bulk-documents.ts";
import { linesOf, type Operation, PLENTY, type SimulatorClient, startClient } from "../simulator-client.suite.ts";
import type { FailureKind } from "./failure-kinds.ts";

const TITLES = "{ products { edges { node { id title } } } }";
const PRODUCTS = 20;

async function failing(kind: FailureKind, query = TITLES): Promise<{ readonly client: SimulatorClient; readonly operation: Operation }> {
  const client = await startClient({ products: PRODUCTS, bucket: PLENTY });
  client.simulator.control.fail({ kind, forMs: 30 });
  return { client, operation: await client.finished(query) };
}

async function fileOf({ url }: Operation): Promise<Buffer> {
  return Buffer.from(await (await fetch(url ?? "")).arrayBuffer());
}

describe("requests", () => {
  test("throttled requests take nothing from the bucket and pass after as many as planned", async () => {
    await using client = await startClient({ bucket: { maximumAvailable: 50, restoreRate: 0 } });
    client.simulator.control.fail({ kind: "throttled", times: 2 });
    const answers = [await client.send("{ shop { id } }"), await client.send("{ shop { id } }"), await client.send("{ shop { id } }")];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body["errors"] !== undefined)).toEqual([true, true, false]);
    expect(answers[0]?.body["errors"]).toMatchObject([{ extensions: { code: "THROTTLED" } }]);
    expect(members(members(answers[2]?.body["extensions"])["cost"])["throttleStatus"]).toMatchObject({ currentlyAvailable: 49 });
  });

  test("errors of the platform come with their status, and 429 says when to come back, in seconds", async () => {
    await using client = await startClient();
    for (const status of [500, 502, 503, 429] as const) {
      client.simulator.control.fail({ kind: `http_${status}` });
      const answer = await client.send("{ shop { id } }");
      expect(answer.status).toBe(status);
      expect(answer.headers.get("x-request-id")).not.toBeNull();
      expect(answer.headers.get("retry-after")).toBe(status === 429 ? "2" : null);
    }
  });

  test("only the requests fail that a failure is for, and only the files of the operations it is for", async () => {
    await using client = await startClient({ products: 4, bucket: PLENTY });
    client.simulator.control.fail({ kind: "http_500", matching: "shopLocales" });
    client.simulator.control.fail({ kind: "download_503", matching: "handle" });
    expect((await client.send("{ shop { id } }")).status).toBe(200);
    expect((await client.send("{ shopLocales { locale } }")).status).toBe(500);
    const [titles, handles] = [await client.finished(TITLES), await client.finished(TITLES.replace("title", "handle"))];
    expect((await fetch(titles.url ?? "")).status).toBe(200);
    expect((await fetch(handles.url ?? "")).status).toBe(503);
  });

  test("a connection is reset, an answer is slow, and then all is well", async () => {
    await using client = await startClient();
    client.simulator.control.fail({ kind: "connection_reset" });
    await expect(client.send("{ shop { id } }")).rejects.toThrow("fetch failed");
    client.simulator.control.fail({ kind: "slow_answer", forMs: 120 });
    const startedAt = performance.now();
    expect((await client.send("{ shop { id } }")).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(110);
  });
});

describe("operations", () => {
  test("an operation fails with each code, and with none", async () => {
    const codes: Readonly<Partial<Record<FailureKind, string | null>>> = {
      failed_access_denied: "ACCESS_DENIED",
      failed_internal_error: "INTERNAL_SERVER_ERROR",
      failed_timeout: "TIMEOUT",
      failed_without_code: null,
    };
    for (const kind of ["failed_access_denied", "failed_internal_error", "failed_timeout", "failed_without_code"] as const) {
      const { client, operation } = await failing(kind);
      expect(operation).toMatchObject({ status: "FAILED", errorCode: codes[kind], url: null, partialDataUrl: null, fileSize: null });
      await client.simulator.close();
    }
  });

  test("a failed operation may hand out what there was", async () => {
    const { client, operation } = await failing("failed_with_partial_data");
    await using _open = client;
    expect(operation).toMatchObject({ status: "FAILED", url: null, objectCount: String(PRODUCTS / 2) });
    expect(await linesOf({ url: operation.partialDataUrl })).toHaveLength(PRODUCTS / 2);
  });

  test("an operation is stuck for a time, or until it is canceled", async () => {
    const { client, operation } = await failing("stuck_running");
    await using _open = client;
    expect(operation).toMatchObject({ status: "COMPLETED", objectCount: String(PRODUCTS) });
    client.simulator.control.fail({ kind: "stuck_running" });
    const id = String(members((await client.run(TITLES))["bulkOperation"])["id"]);
    const stuck = await client.until(id, "RUNNING");
    await new Promise((resolve) => {
      setTimeout(resolve, 60);
    });
    expect(Number((await client.operation(id)).objectCount)).toBe(PRODUCTS / 2);
    expect(stuck.completedAt).toBeNull();
    await client.ask("mutation ($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { id } } }", { id });
    await client.until(id, "CANCELED");
  });

  test("somebody cancels it: a part of the data is there, and is no success", async () => {
    const { client, operation } = await failing("canceled_by_somebody");
    await using _open = client;
    expect(operation).toMatchObject({ status: "CANCELED", completedAt: null, objectCount: String(PRODUCTS / 2) });
    expect(await linesOf(operation)).toHaveLength(PRODUCTS / 2);
  });

  test("a cancel takes long", async () => {
    await using client = await startClient({ products: PRODUCTS, pace: 100, bucket: PLENTY });
    client.simulator.control.fail({ kind: "canceling_slowly", forMs: 250 });
    const id = String(members((await client.run(TITLES))["bulkOperation"])["id"]);
    await client.until(id, "RUNNING");
    const startedAt = performance.now();
    await client.ask("mutation ($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { id } } }", { id });
    await client.until(id, "CANCELED");
    expect(performance.now() - startedAt).toBeGreaterThan(240);
  });

  test("it has expired, has no link, or counts wrong, though it went through", async () => {
    const expired = await failing("expired_at_once");
    expect(expired.operation).toMatchObject({ status: "EXPIRED", url: null, objectCount: String(PRODUCTS) });
    const hidden = await failing("completed_without_url");
    expect(hidden.operation).toMatchObject({ status: "COMPLETED", url: null, objectCount: String(PRODUCTS) });
    const miscounted = await failing("wrong_counts");
    expect(miscounted.operation).toMatchObject({
      status: "COMPLETED",
      objectCount: String(PRODUCTS + 7),
      rootObjectCount: String(PRODUCTS + 1),
    });
    expect(await linesOf(miscounted.operation)).toHaveLength(PRODUCTS);
    for (const { client } of [expired, hidden, miscounted]) await client.simulator.close();
  });

  test("odd files: half a surrogate pair, a byte order mark, a key twice, an empty line", async () => {
    const oddities: readonly (readonly [FailureKind, RegExp])[] = [
      ["lone_surrogate", /"title":"\\ud83d /],
      ["byte_order_mark", /^\uFEFF\{/],
      ["duplicate_key", /^\{("id":"[^"]*"),\1,/],
      ["empty_line", /^\n\{/],
    ];
    for (const [kind, expected] of oddities) {
      const { client, operation } = await failing(kind);
      const bytes = await fileOf(operation);
      const text = bytes.toString("utf8");
      expect(text).toMatch(expected);
      expect(Number(operation.fileSize)).toBe(bytes.length);
      const lines = text.replace(/^\uFEFF/, "").split("\n").filter((line) => line !== ""); // prettier-ignore
      expect(lines).toHaveLength(PRODUCTS);
      for (const line of lines) expect(() => void JSON.parse(line)).not.toThrow();
      await client.simulator.close();
    }
  });

  test("a description of 17 MB stands in one line that is JSON", async () => {
    const { client, operation } = await failing("huge_description", BULK_DOCUMENTS.core);
    await using _open = client;
    const longest = (await linesOf(operation)).reduce(
      (most, line) => Math.max(most, JSON.stringify(line["descriptionHtml"] ?? "").length),
      0,
    );
    expect(longest).toBeGreaterThan(17_000_000);
  });
});

describe("downloads", () => {
  async function good(options = {}) {
    const client = await startClient({ products: 30, bucket: PLENTY, ...options });
    const operation = await client.finished(BULK_DOCUMENTS.core);
    return { client, operation, bytes: await fileOf(operation) };
  }

  test("the connection is cut half way, and the next try is whole", async () => {
    const { client, operation, bytes } = await good();
    await using _open = client;
    client.simulator.control.fail({ kind: "truncated_download" });
    const response = await fetch(operation.url ?? "");
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
    await expect(response.arrayBuffer()).rejects.toThrow("terminated");
    expect((await fileOf(operation)).equals(bytes)).toBe(true);
  });

  test("digits are others at the same length, and only the hash tells", async () => {
    const { client, operation, bytes } = await good();
    await using _open = client;
    client.simulator.control.fail({ kind: "corrupted_download" });
    const response = await fetch(operation.url ?? "");
    const corrupted = Buffer.from(await response.arrayBuffer());
    expect(corrupted).toHaveLength(bytes.length);
    expect(corrupted.equals(bytes)).toBe(false);
    for (const line of corrupted.toString("utf8").trimEnd().split("\n")) expect(() => void JSON.parse(line)).not.toThrow();
    expect(response.headers.get("x-goog-hash")).toContain(createHash("md5").update(bytes).digest("base64"));
    expect((await fileOf(operation)).equals(bytes)).toBe(true);
  });

  test("one line is no JSON at the same length", async () => {
    const { client, operation, bytes } = await good();
    await using _open = client;
    client.simulator.control.fail({ kind: "broken_line" });
    const broken = await fileOf(operation);
    expect(broken).toHaveLength(bytes.length);
    const bad = broken.toString("utf8").trimEnd().split("\n").filter((line) => !line.endsWith("}")); // prettier-ignore
    expect(bad).toHaveLength(1);
    expect(() => void JSON.parse(bad[0] ?? "")).toThrow("JSON");
  });

  test("the storage is away, slow, or says the link has expired", async () => {
    const { client, operation, bytes } = await good({ products: 3 });
    await using _open = client;
    client.simulator.control.fail({ kind: "download_503" });
    client.simulator.control.fail({ kind: "link_expired" });
    client.simulator.control.fail({ kind: "slow_download", forMs: 100 });
    expect((await fetch(operation.url ?? "")).status).toBe(503);
    const expired = await fetch(operation.url ?? "");
    expect([expired.status, await expired.text()]).toEqual([403, expect.stringContaining("<Code>ExpiredToken</Code>")]);
    const startedAt = performance.now();
    expect((await fileOf(operation)).equals(bytes)).toBe(true);
    expect(performance.now() - startedAt).toBeGreaterThan(90);
  });
});

test("with chaos, everything goes wrong at times and a patient client gets through", async () => {
  await using client = await startClient({ products: 20, bucket: PLENTY, chaos: { probability: 0.3, seed: 4 } });
  let failed = 0;
  for (let request = 0; request < 60; request += 1) {
    const isGood = await client.send("{ shop { id } }").then(
      ({ status, body }) => status === 200 && body["errors"] === undefined,
      () => false,
    );
    failed += isGood ? 0 : 1;
  }
  expect(failed).toBeGreaterThan(5);
  client.simulator.control.setChaos(null);
  expect((await client.finished(TITLES)).status).toBe("COMPLETED");
});
