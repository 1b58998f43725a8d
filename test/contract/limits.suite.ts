import { beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "../../src/features/operations.ts";
import { members } from "../../src/kernel/unsafe.ts";
import { expectFault, expectSuccess } from "./answers.ts";
import { endedRun, ownFeed, type RowClient, rowClient, until } from "./row-client.ts";
import { requestOf, rightKey } from "./sample.ts";
import { SAMPLES } from "./samples.ts";
import type { Scene } from "./scene.ts";

/** Every bound that the specification and the contract name, by a request on each side of it. */
export function limitRows(scene: () => Scene): void {
  let client: RowClient;
  beforeAll(() => {
    client = rowClient(scene(), scene().own.merchantKey);
  });

  describe("a batch of products", () => {
    const routes = [
      ["PATCH", "/products/batch", "products", (id: string) => ({ id, brand: "B" })],
      ["POST", "/products/batch/restore", "ids", (id: string) => id],
    ] as const;

    test("that is absent, empty, no list or over 100 is 422 validation_failed", async () => {
      for (const [method, route, name, item] of routes) {
        const many = Array.from({ length: 101 }, (_, at) => item(`prod_${at + 1}`));
        for (const list of [undefined, [], {}, "x", many]) await client.refused("validation_failed", method, route, { [name]: list });
      }
    });

    test("of 100 is taken; the fault of an item is told with its place and stops no other", async () => {
      const { product } = scene().own;
      for (const [method, route, name, item] of routes) {
        const ids = [product, product, "nonsense", ...Array.from({ length: 97 }, (_, at) => `prod_${at + 1}`)];
        const items = ids.map((one) => item(one));
        const { data } = await client.ask(method, route, { [name]: items });
        expect([data["updated"] ?? data["restored"], Object.keys(data).length]).toEqual([[product], 2]);
        const errors = Array.isArray(data["errors"]) ? data["errors"].map(members) : [];
        expect(errors).toHaveLength(99);
        expect(errors[0]).toEqual({ index: 1, id: product, code: "duplicate_id", message: expect.any(String), param: expect.any(String) });
        expect(errors[1]).toMatchObject({ index: 2, code: "resource_not_found" });
      }
    });

    test("of 100 products with descriptions of 20,000 characters fits in one request", async () => {
      const { product } = scene().own;
      const products = Array.from({ length: 100 }, (_, at) => ({ id: at === 0 ? product : `prod_${at}`, description: "x".repeat(20_000) }));
      expect((await client.ask("PATCH", "/products/batch", { products })).data["updated"]).toEqual([product]);
      await client.ask("POST", `/products/${product}/restore`);
    });

    test("has an item error missing_param for an item without an id", async () => {
      const { data } = await client.ask("PATCH", "/products/batch", { products: [{ brand: "B" }] });
      expect(data).toMatchObject({ updated: [], errors: [{ index: 0, id: null, code: "missing_param" }] });
    });
  });

  /** Pages of source rows go to 500, for grids: `source-rows.db.test.ts` holds them. */
  const PAGED = OPERATIONS.filter(({ name, query }) => name !== "source.rows" && query !== null && "per_page" in query.shape);

  describe("pages", () => {
    test.concurrent.each(PAGED.map((operation) => [operation.name, operation] as const))(
      "of %s are from 1, of 25 unless told otherwise and of 100 at most",
      async (_, operation) => {
        const { path, fresh, query } = SAMPLES[operation.name] ?? {};
        const { own } = scene();
        const params = { ...path?.(own), ...(await fresh?.(scene())) };
        const page = (more: Readonly<Record<string, string>>) =>
          scene().exchange(requestOf(operation, { key: rightKey(scene(), operation), params, query: { ...query?.(own), ...more } }));
        const metaOf = async (more: Readonly<Record<string, string>>) => members(expectSuccess(operation, await page(more)).json["meta"]);
        const first = await metaOf({});
        const total = Number(first["total"]);
        expect(first).toMatchObject({ page: 1, per_page: 25, total, total_pages: Math.ceil(total / 25), has_more: total > 25 });
        expect(await metaOf({ page: "2", per_page: "100" })).toMatchObject({ page: 2, per_page: 100, has_more: total > 200 });
        expect((await page({ page: "9999999", per_page: "1" })).list).toEqual([]);
        for (const [name, bad] of [
          ["page", "0"],
          ["page", "-1"],
          ["page", "x"],
          ["page", "1.5"],
          ["page", ""],
          ["per_page", "0"],
          ["per_page", "101"],
          ["per_page", "1e1"],
        ] as const)
          expect(expectFault(await page({ [name]: bad }), "invalid_request")["param"]).toBe(`/${name}`);
      },
    );

    test("follow each other without a gap or a repeat, by a total order", async () => {
      const { feed } = scene().own;
      for (const route of [
        `/products?feed_id=${feed}&sort=vendor&per_page=7`,
        `/feeds/${feed}/products?sort=brand&order=desc&per_page=7`,
      ]) {
        const pages = await Promise.all(Array.from({ length: 5 }, (_, at) => client.ask("GET", `${route}&page=${at + 1}`)));
        const ids = pages.flatMap(({ list }) => list.map((row) => String(row["product_id"] ?? row["id"])));
        expect([ids.length, new Set(ids).size]).toEqual([34, 34]);
      }
    });
  });

  test("a rule preview shows up to 10 products", async () => {
    const rule = { type: "set_value", target: "title", value: "Another" };
    const { data } = await client.ask("POST", `/feeds/${scene().own.feed}/rules/preview`, { rule });
    const results = Array.isArray(data["results"]) ? data["results"].map(members) : [];
    expect(results).toHaveLength(10);
    for (const result of results) {
      expect(result).toMatchObject({ product_title: expect.any(String), excluded: false });
      expect(result["changes"]).toContainEqual({ field: "title", before: expect.any(String), after: "Another" });
    }
  });

  describe("a download", () => {
    test("is a signed address that needs no key, says that it lives 300 s, and dies when it is changed", async () => {
      const { feed } = scene().own;
      const extract = (await client.ask("GET", "/extracts")).list.find(({ has_source_csv: hasCsv }) => hasCsv === true);
      const run = (await endedRun(client, feed)).data;
      for (const route of [`/extracts/${String(extract?.["id"])}/download`, `/feeds/${feed}/runs/${String(run["id"])}/download`]) {
        const { data } = await client.ask("GET", route);
        expect(data).toMatchObject({
          object: "download_url",
          filename: expect.any(String),
          content_type: expect.stringMatching(/^text\//),
          expires_in: 300,
        });
        const lives = Date.parse(String(data["expires_at"])) - Date.now();
        expect(lives > 290_000 && lives <= 300_000).toBe(true);
        const { pathname, search } = new URL(String(data["url"]));
        const file = await scene().exchange({ method: "GET", target: `${pathname}${search}` });
        expect([file.status, Buffer.byteLength(file.text), file.headers["x-content-type-options"]]).toEqual([
          200,
          data["size_bytes"],
          "nosniff",
        ]);
        expect(file.headers["content-security-policy"]).toContain("sandbox");
        const changed = `${pathname}${search}`.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
        expect((await scene().exchange({ method: "GET", target: changed })).status).toBe(403);
      }
    });
  });

  describe("a run's file", () => {
    test("is compared with another's, a page at a time, and can be published again", async () => {
      const { own } = scene();
      const feed = await ownFeed(scene(), own);
      const { id, included_count: rows } = (await endedRun(client, feed)).data;
      const first = String(id);
      const made = await client.ask("GET", `/feeds/${feed}/runs/${first}/diff?per_page=2`);
      expect([made.list.map((row) => row["change"]), members(made.json["meta"])["total"]]).toEqual([["added", "added"], rows]);
      await client.ask("POST", `/feeds/${feed}/rules`, { rule: { type: "set_value", target: "brand", value: "Compared" } });
      await until(
        () => client.send("POST", `/feeds/${feed}/regenerate`),
        ({ status }) => status === 202,
      );
      const second = (await endedRun(client, feed)).data;
      const { list, json } = await client.ask("GET", `/feeds/${feed}/runs/${String(second["id"])}/diff?against=${first}&per_page=5`);
      expect([list.length, members(json["meta"])["total"]]).toEqual([5, 34]);
      expect(list[0]).toMatchObject({ change: "changed", fields: [{ field: "brand", after: "Compared" }] });
      expect((await client.ask("POST", `/feeds/${feed}/runs/${first}/publish`)).data).toMatchObject({ publication: "live" });
      expect((await client.ask("GET", `/feeds/${feed}`)).data["last_run_id"]).toBe(first);
    });
  });
}
