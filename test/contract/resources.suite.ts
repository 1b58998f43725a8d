import { beforeAll, describe, expect, test } from "vitest";
import { members } from "../../src/kernel/unsafe.ts";
import { endedRun, ownFeed, type RowClient, rowClient, until } from "./row-client.ts";
import type { Scene } from "./scene.ts";
import { COUNT, id, orNull, TEXT, TIME } from "./value-matchers.ts";

/** Resources have the members that the specification and the contract name, and move as their tables of states say. */
export function resourceRows(scene: () => Scene): void {
  let client: RowClient;
  let feed: string;
  beforeAll(() => {
    client = rowClient(scene(), scene().own.merchantKey);
    ({ feed } = scene().own);
  });
  const data = async (route: string) => (await client.ask("GET", route)).data;
  const first = async (route: string) => (await client.ask("GET", route)).list[0];

  const FEED = {
    id: id("feed"),
    object: "feed",
    feed_type: "primary",
    locale: null,
    display_name: TEXT,
    feed_url: expect.stringMatching(/\/feeds\/[0-9a-f]{40}\/gmcfeed\.txt$/),
    product_count: 34,
    last_run_at: TIME,
    created_at: TIME,
  };

  describe("a feed", () => {
    test("in the list has the nine members of the specification", async () => {
      expect(await first("/feeds")).toEqual(FEED);
    });

    test("in detail has status, market, mode, scope, last run, country, slug and channels besides", async () => {
      await client.ask("PUT", `/feeds/${feed}/channels/meta`, {});
      expect(await data(`/feeds/${feed}`)).toMatchObject({
        ...{ ...FEED, target_market: null, product_selection_mode: "all", scope_count: orNull("number"), last_run_id: id("run") },
        ...{
          status: expect.stringMatching(/^(?:fresh|generating)$/),
          target_country: "US",
          slug: orNull("string"),
          channels: expect.arrayContaining(["meta"]),
          active: true,
        },
      });
    });

    test("of a market has its market in upper case, the country with it, and a file of its own name", async () => {
      const made = await client.ask("POST", "/feeds", { feed_type: "market", target_market: "ca", display_name: "Für Kanada" });
      expect([made.status, made.data]).toMatchObject([
        201,
        { feed_type: "market", target_market: "CA", target_country: "CA", slug: "fur-kanada", locale: null, status: TEXT },
      ]);
      const route = `/feeds/${String(made.data["id"])}`;
      await endedRun(client, String(made.data["id"]));
      expect((await client.ask("PATCH", route, { display_name: "Renamed", target_country: "US" })).data).toMatchObject({
        display_name: "Renamed",
        target_country: "US",
        slug: "fur-kanada",
      });
      for (const member of ["locale", "product_selection_mode", "feed_type"]) {
        await client.refused("validation_failed", "PATCH", route, { display_name: "Again", [member]: "x" });
        await client.refused("no_updatable_fields", "PATCH", route, { [member]: "x" });
      }
    });

    test("of the primary kind cannot be made, and only active ones are listed", async () => {
      await client.refused("invalid_feed_type", "POST", "/feeds", { feed_type: "primary", display_name: "Second" });
      const made = await ownFeed(scene(), scene().own);
      await client.ask("DELETE", `/feeds/${made}`);
      const listed = (await client.ask("GET", "/feeds")).list;
      expect([listed.filter(({ feed_type: type }) => type === "primary").length, listed.some((one) => one["id"] === made)]).toEqual([
        1,
        false,
      ]);
      const url = (await client.ask("POST", `/feeds/${made}/activate`)).data["feed_url"];
      expect(url).not.toBeNull();
    });

    test("out of service is 410 at its address", async () => {
      const made = await ownFeed(scene(), scene().own);
      const target = new URL(String((await data(`/feeds/${made}`))["feed_url"])).pathname;
      await client.ask("DELETE", `/feeds/${made}`);
      expect((await scene().exchange({ method: "GET", target })).status).toBe(410);
    });

    test("is served whole, in part, compressed and unchanged, with the headers the contract names", async () => {
      const target = new URL(String((await data(`/feeds/${feed}`))["feed_url"])).pathname;
      const file = await scene().exchange({ method: "GET", target });
      expect(file.headers).toMatchObject({
        "cache-control": "public, max-age=300",
        etag: TEXT,
        "last-modified": TEXT,
        "x-content-type-options": "nosniff",
        "content-security-policy": "sandbox; default-src 'none'",
      });
      expect([file.text.startsWith("id\t"), file.text.trimEnd().split("\n").length]).toEqual([true, 35]);
      const again = { method: "GET", target, headers: { "if-none-match": String(file.headers.etag) } };
      expect([(await scene().exchange(again)).status, (await scene().exchange({ method: "HEAD", target })).text]).toEqual([304, ""]);
      expect(await scene().exchange({ method: "GET", target, headers: { range: "bytes=0-1" } })).toMatchObject({ status: 206, text: "id" });
      expect((await scene().exchange({ method: "GET", target, headers: { "accept-encoding": "gzip" } })).headers["content-encoding"]).toBe(
        "gzip",
      );
    });

    test("token that is rotated gives new addresses, and the old ones go on", async () => {
      const before = String((await data("/shop"))["feed_url"]);
      await client.ask("POST", "/shop/feed_token/rotate");
      const after = String((await data("/shop"))["feed_url"]);
      expect(after).not.toBe(before);
      for (const url of [before, after])
        expect((await scene().exchange({ method: "GET", target: new URL(url).pathname })).status).toBe(200);
    });
  });

  describe("a run", () => {
    test("is answered 202 as running, and is then completed with its counts", async () => {
      const own = await ownFeed(scene(), scene().own);
      const started = await until(
        () => client.send("POST", `/feeds/${own}/regenerate`),
        ({ status }) => status === 202,
      );
      expect(started.data).toMatchObject({
        id: id("run"),
        object: "run",
        feed_id: own,
        status: "running",
        has_output: false,
        completed_at: null,
        created_at: TIME,
        publication: "none",
        trigger: "regenerate",
      });
      const ended = (await endedRun(client, own)).data;
      expect(ended).toMatchObject({
        ...{
          id: started.data["id"],
          status: "completed",
          has_output: true,
          completed_at: TIME,
          publication: "live",
          extract_id: id("ext"),
          duration_ms: COUNT,
        },
        ...{
          included_count: 34,
          excluded_count: 0,
          total_count: 34,
          added_count: 0,
          removed_count: 0,
          changed_count: 0,
          held_reasons: [],
          error_code: null,
          error_details: null,
        },
      });
      expect(await data(`/feeds/${own}`)).toMatchObject({ last_run_id: ended["id"], product_count: 34, status: "fresh" });
    });

    test("that leaves nothing is completed and held, with its reason, and the feed stays as it was", async () => {
      const { manual } = scene().own;
      expect((await endedRun(client, manual)).data).toMatchObject({
        status: "completed",
        has_output: true,
        publication: "held",
        held_reasons: [{ code: "empty", message: TEXT }],
      });
      expect(await data(`/feeds/${manual}`)).toMatchObject({ feed_url: null, last_run_id: null, product_count: 0 });
      const { list, json } = await client.ask("GET", `/feeds/${manual}/products`);
      expect(list[0]).toMatchObject({ excluded: true });
      expect(members(json["meta"])).toMatchObject({
        run_id: id("run"),
        publication: "held",
        held_reasons: [{ code: "empty" }],
        notice: TEXT,
      });
    });
  });

  test("a scope is computed, served stale while it follows a change, and fresh again", async () => {
    const own = await ownFeed(scene(), scene().own);
    const scope = (wanted: string) =>
      until(
        () => client.send("GET", `/feeds/${own}/scope`),
        (answer) => answer.data["status"] === wanted,
      );
    expect((await scope("fresh")).data).toMatchObject({
      feed_id: own,
      included_count: 34,
      excluded_count: 0,
      total_count: 34,
      computed_at: TIME,
    });
    await client.ask("POST", `/feeds/${own}/rules`, { rule: { type: "exclude", condition: '[D]vendor = "Acme"' } });
    expect((await client.ask("GET", `/feeds/${own}/scope`)).data).toMatchObject({ total_count: 34 });
    await until(
      () => client.send("GET", `/feeds/${own}/scope`),
      (answer) => answer.data["status"] === "fresh" && answer.data["excluded_count"] === 31,
    );
    expect((await data(`/feeds/${own}`))["scope_count"]).toBe(34);
  });

  describe("a rule", () => {
    test("has the members of the specification, is switched off and on, and keeps its place until it is deleted", async () => {
      const own = await ownFeed(scene(), scene().own);
      const route = `/feeds/${own}/rules`;
      const made = (await client.ask("POST", route, { rule: { type: "set_value", target: "brand", value: "Rule" } })).data;
      expect(made).toMatchObject({
        id: id("rule"),
        object: "rule",
        rule_type: "set_value",
        rule: TEXT,
        target_column: "brand",
        condition: "always",
        value: "Rule",
        active: true,
        position: 1,
        created_at: TIME,
        updated_at: TIME,
      });
      const other = (await client.ask("POST", route, { rule: { type: "exclude", condition: "[D]price > 1000" } })).data;
      const one = `${route}/${String(made["id"])}`;
      expect((await client.ask("POST", `${one}/deactivate`)).data["active"]).toBe(false);
      expect((await client.ask("POST", `${one}/activate`)).data["active"]).toBe(true);
      const reordered = await client.ask("POST", `${route}/reorder`, { rule_ids: [other["id"], made["id"]] });
      expect(reordered.list.map((rule) => [rule["id"], rule["position"]])).toEqual([
        [other["id"], 1],
        [made["id"], 2],
      ]);
      expect((await client.ask("GET", `${route}?rule_type=exclude`)).list).toHaveLength(1);
      expect((await client.send("DELETE", `${route}/${String(other["id"])}`)).status).toBe(204);
      expect((await client.ask("GET", route)).list).toMatchObject([{ id: made["id"], position: 1 }]);
    });

    test("is found by its number too, and its feed by its", async () => {
      const { rule } = scene().own;
      const bare = `/feeds/${feed.replace("feed_", "")}/rules/${rule.replace("rule_", "")}`;
      expect(await data(bare)).toEqual(await data(`/feeds/${feed}/rules/${rule}`));
    });
  });

  describe("rows", () => {
    test("of a feed tell whether and why they are excluded, and every field is a text", async () => {
      const row = await first(`/feeds/${feed}/products`);
      expect(row).toMatchObject({ object: "feed_product", excluded: false, excluded_reason: null, row_id: TEXT, product_id: id("prod") });
      expect(Object.values(members(row?.["fields"])).every((value) => typeof value === "string")).toBe(true);
      expect((await client.ask("GET", `/feeds/${feed}/products?search=gloves`)).list).toHaveLength(1);
      const titles = (await client.ask("GET", `/feeds/${feed}/products?sort=title&order=desc&per_page=2`)).list.map(
        (one) => members(one["fields"])["title"],
      );
      expect(titles[0]).toMatch(/^Wool scarf/);
      await client.refused("invalid_request", "GET", `/feeds/${feed}/products?sort=nonsense`);
    });

    test("are traced with input, output and stages, also by the id that source data has", async () => {
      const row = String(members((await data(`/products/${scene().own.product}`))["source_data"])["id"]);
      const traced = (await client.ask("POST", `/feeds/${feed}/debug_rows`, { row_ids: [row] })).data;
      expect(traced).toMatchObject({
        feed_id: feed,
        channel_slug: null,
        rows: [{ row_id: row, excluded: false, exclude_reason: null, stages: expect.any(Array) }],
      });
      const [only] = Array.isArray(traced["rows"]) ? traced["rows"].map(members) : [];
      expect([members(only?.["input"])["id"], typeof members(only?.["output"])["title"]]).toEqual([row, "string"]);
    });

    test("have cells of their feed: merged, cleared, refused one by one, and tried out", async () => {
      const route = `/feeds/${feed}/products/${scene().own.product}/cells`;
      const kept = (await client.ask("PATCH", route, { cells: { title: "Cell", brand: "x", no_such: "x", canonical_margin_pct: "1" } }))
        .data;
      expect(kept).toMatchObject({
        object: "cell_update",
        feed_id: feed,
        product_id: scene().own.product,
        row_id: TEXT,
        updated: { title: "Cell" },
        cleared: [],
        propagates_to: { title: expect.arrayContaining(["title"]) },
      });
      const errors = Array.isArray(kept["errors"]) ? kept["errors"].map(members) : [];
      expect(errors.map(({ column, code, source_column: source }) => [column, code, source])).toEqual([
        ["brand", "output_column", "vendor"],
        ["no_such", "unknown_column", null],
        ["canonical_margin_pct", "computed_column", null],
      ]);
      const tried = (await client.ask("PATCH", route, { cells: { title: null }, preview: true })).data;
      expect(tried).toMatchObject({
        object: "cell_preview",
        changes: [{ field: "title", before: "Cell" }],
        excluded: { before: false, after: false },
        before: expect.any(Object),
        after: expect.any(Object),
      });
      expect(members((await client.ask("PATCH", route, { cells: { title: null } })).data)).toMatchObject({ cleared: ["title"] });
      const bare = route.replace("prod_", "");
      expect((await client.ask("PATCH", bare, { cells: { title: null } })).data["product_id"]).toBe(scene().own.product);
    });
  });
}
