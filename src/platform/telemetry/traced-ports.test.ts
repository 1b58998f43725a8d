import { describe, expect, test } from "vitest";
import { literal, sql } from "../../engine/sql/fragment.ts";
import { branded } from "../../kernel/unsafe.ts";
import type { Egress } from "../egress/egress-port.ts";
import type { ObjectStore } from "../objects/objects-port.ts";
import type { ShopWarehouse, Warehouse, WarehouseSession } from "../warehouse/warehouse-port.ts";
import { NO_TRACES, type SpanStart, type Traces, withinPlace } from "./telemetry-port.ts";
import { tracedEgress, tracedObjects, tracedWarehouse } from "./traced-ports.ts";

const PLACE = { traceId: "a".repeat(32), spanId: "b".repeat(16), sampled: true };

function recorder() {
  const spans: { readonly name: string; readonly start: SpanStart; readonly noted: object[] }[] = [];
  const traces: Traces = {
    enabled: true,
    begin: () => ({ note() {}, within: (work) => work(), end() {} }),
    during: (name, start, work) => {
      const noted: object[] = [];
      spans.push({ name, start, noted });
      return work({ note: (attributes) => void noted.push(attributes) });
    },
  };
  return { spans, traces };
}

const session: WarehouseSession = {
  run: async () => undefined,
  sideBySide: async () => undefined,
  all: async () => [],
  splice: async () => undefined,
  pack: async () => ({ bytes: 1, sha256: "", gzipBytes: 1, gzipSha256: "" }),
  [Symbol.asyncDispose]: async () => undefined,
};
const shop: ShopWarehouse = { query: async () => [{ n: 1 }], judge: async () => undefined, session: async () => session };
const warehouse = branded<Warehouse>({ of: () => shop, load: () => ({}), [Symbol.asyncDispose]: async () => undefined });
const store = branded<ObjectStore & { readonly folder: string }>({
  folder: "/objects",
  put: async (key: string) => ({ key, bytes: 12, storedAt: new Date(0) }),
  head: async () => undefined,
});
const egress = branded<Egress>({
  post: async () => ({ kind: "answered", status: 410, retryAfter: null, body: "gone", durationMs: 1 }),
  fetch: async () => new Response("", { status: 503 }),
  refusal: () => null,
});

describe("ports whose calls are spans", () => {
  test("are the ports themselves where nobody collects", () => {
    expect(tracedObjects(store, NO_TRACES)).toBe(store);
    expect(tracedWarehouse(warehouse, NO_TRACES)).toBe(warehouse);
    expect(tracedEgress(egress, NO_TRACES)).toBe(egress);
  });

  test("name what a statement does, and nothing that it says", async () => {
    const { spans, traces } = recorder();
    await withinPlace(PLACE, async () => {
      const traced = tracedWarehouse(warehouse, traces).of(null);
      expect(await traced.query(sql`SELECT ${literal("Wool scarf")}`)).toEqual([{ n: 1 }]);
      await using open = await traced.session({ folder: "/scratch", deadlineMs: 1 });
      await open.run(sql`CREATE TABLE t AS SELECT ${literal("SC-1")}`, sql`COPY t TO ${literal("/shops/3/file")}`);
      await open.pack("/shops/3/file", "/shops/3/file.gz");
    });
    expect(spans.map(({ name }) => name)).toEqual(["duckdb SELECT", "duckdb session", "duckdb COPY", "duckdb pack"]);
    expect(spans[2]?.start.attributes).toMatchObject({ "feedwright.statements": 2 });
    expect(JSON.stringify(spans)).not.toMatch(/wool|sc-1|shops\/3/i);
  });

  test("name what is stored by its size and what is called by its answer, and keep what else a store has", async () => {
    const { spans, traces } = recorder();
    const traced = tracedObjects(store, traces);
    expect(traced.folder).toBe("/objects");
    await withinPlace(PLACE, async () => {
      await traced.put("shops/3/runs/1/1/gmcfeed.txt", "/scratch/x");
      const request = { url: "https://tenant.example/hook", headers: {}, body: Buffer.from("secret"), timeoutMs: 1, keptBytesMax: 1 };
      await tracedEgress(egress, traces).post({ ...request, signal: AbortSignal.timeout(1_000) });
    });
    expect(spans.map(({ name, noted }) => [name, noted])).toEqual([
      ["objects put", [{ "feedwright.bytes": 12 }]],
      ["egress POST", [{ "http.response.status_code": 410 }]],
    ]);
    expect(JSON.stringify(spans)).not.toMatch(/tenant|gmcfeed|secret/);
  });

  test("make no span outside a trace", async () => {
    const { spans, traces } = recorder();
    await tracedObjects(store, traces).put("a", "b");
    expect(spans).toEqual([]);
  });
});
