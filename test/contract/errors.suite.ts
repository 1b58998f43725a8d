import { beforeAll, describe, expect, test } from "vitest";
import { bareShop, ownFeed, type RowClient, rowClient } from "./row-client.ts";
import type { Scene } from "./scene.ts";

/** Every row of the specification's table of errors, and every code of the contract's, by a request that meets it. */
export function errorRows(scene: () => Scene): void {
  let client: RowClient;
  /** Of a shop without a catalog. */
  let bare: RowClient;
  let feed: string;
  beforeAll(async () => {
    client = rowClient(scene(), scene().own.merchantKey);
    bare = rowClient(scene(), await bareShop(scene()));
    ({ feed } = scene().own);
  });
  const market = (more: object) => ({ feed_type: "market", target_market: "CA", display_name: scene().fresh("Refused "), ...more });

  describe("creating a feed", () => {
    test("without a label, or with a blank one, is 400 label_required", async () => {
      for (const name of [undefined, "", "  "]) await client.refused("label_required", "POST", "/feeds", market({ display_name: name }));
    });

    test("in a locale that is none, or in none, is 400 locale_invalid", async () => {
      for (const locale of [undefined, "klingon language", "12"])
        await client.refused("locale_invalid", "POST", "/feeds", { feed_type: "language", display_name: "L", locale });
    });

    test("on a plan below Growth is 403 plan_upgrade_required; on Growth and Premium it is done", async () => {
      for (const plan of ["free", "starter"]) {
        await client.ask("POST", "/subscription", { plan });
        await client.refused("plan_upgrade_required", "POST", "/feeds", market({}));
      }
      for (const plan of ["growth", "premium"]) {
        await client.ask("POST", "/subscription", { plan });
        expect((await client.send("POST", "/feeds", market({}))).status).toBe(201);
      }
    });

    test("with the name of a feed there is, inactive ones too, is 409 slug_conflict", async () => {
      const made = (await client.ask("POST", "/feeds", market({ display_name: "Twice" }))).data;
      await client.refused("slug_conflict", "POST", "/feeds", market({ display_name: "twice" }));
      await client.ask("DELETE", `/feeds/${String(made["id"])}`);
      await client.refused("slug_conflict", "POST", "/feeds", market({ display_name: "TWICE!" }));
    });

    test("of a type that is none is 422 invalid_feed_type", async () => {
      for (const type of [undefined, "primary", "x", 1])
        await client.refused("invalid_feed_type", "POST", "/feeds", market({ feed_type: type }));
    });

    test("of a collection the shop has not, or of none, is 422 collection_not_found", async () => {
      const mode = { product_selection_mode: "collection" };
      await client.refused("collection_not_found", "POST", "/feeds", market(mode));
      await client.refused("collection_not_found", "POST", "/feeds", market({ ...mode, selected_collection_title: "No such" }));
    });

    test("in a language of a shop without translations is 422 translation_scope_missing", async () => {
      await client.refused("translation_scope_missing", "POST", "/feeds", { feed_type: "language", display_name: "French", locale: "fr" });
    });

    test("for a market that is none is 422 invalid_param", async () => {
      await client.refused("invalid_param", "POST", "/feeds", market({ target_market: "Atlantis" }));
    });
  });

  describe("changing a feed", () => {
    test("that is the primary one is 403 primary_feed_immutable", async () => {
      await client.refused("primary_feed_immutable", "PATCH", `/feeds/${feed}`, { display_name: "Mine" });
      await client.refused("primary_feed_immutable", "DELETE", `/feeds/${feed}`);
    });

    test("in nothing that can be changed is 422 no_updatable_fields", async () => {
      await client.refused("no_updatable_fields", "PATCH", `/feeds/${scene().own.market}`, {});
    });

    test("that is inactive is 422 feed_inactive, and so is running it", async () => {
      const inactive = await ownFeed(scene(), scene().own);
      expect((await client.send("DELETE", `/feeds/${inactive}`)).status).toBe(204);
      await client.refused("feed_inactive", "PATCH", `/feeds/${inactive}`, { display_name: "Late" });
      await client.refused("feed_inactive", "POST", `/feeds/${inactive}/regenerate`);
      expect((await client.send("POST", `/feeds/${inactive}/activate`)).status).toBe(200);
    });
  });

  describe("debug rows", () => {
    test("without row_ids, with none, with more than five or with no list is 400 invalid_row_ids", async () => {
      for (const ids of [undefined, [], ["1", "2", "3", "4", "5", "6"], "1", null, [1]])
        await client.refused("invalid_row_ids", "POST", `/feeds/${feed}/debug_rows`, { row_ids: ids });
    });

    test("of no product is 404 rows_not_found", async () => {
      await client.refused("rows_not_found", "POST", `/feeds/${feed}/debug_rows`, { row_ids: ["999999"] });
    });

    test("for a channel the feed is not assigned to is 404 resource_not_found", async () => {
      const body = { row_ids: [scene().own.product.replace("prod_", "")], channel_slug: "nowhere" };
      await client.refused("resource_not_found", "POST", `/feeds/${feed}/debug_rows`, body);
    });
  });

  describe("rules", () => {
    const broken = { rule: { type: "set_value", target: "no_such_column", value: 1 } };

    test("that are not valid are 422 rule_invalid, created, changed or previewed, and every fault is told", async () => {
      const { rule } = scene().own;
      for (const [method, route] of [
        ["POST", `/feeds/${feed}/rules`],
        ["PATCH", `/feeds/${feed}/rules/${rule}`],
        ["POST", `/feeds/${feed}/rules/preview`],
      ] as const) {
        for (const body of [broken, {}, { rule: {} }, { rule: "x" }, { rule: { type: "no_such_type" } }]) {
          if (method === "PATCH" && JSON.stringify(body) === '{"rule":{}}') continue;
          expect((await client.refused("rule_invalid", method, route, body))["details"]).not.toEqual([]);
        }
      }
    });

    test("to be reordered by what is no list of them is 422 invalid_param", async () => {
      for (const ids of [undefined, [], "rule_1", [1], ["rule_999999"]])
        await client.refused("invalid_param", "POST", `/feeds/${feed}/rules/reorder`, { rule_ids: ids });
    });

    test("of a feed that is not there are 404 resource_not_found, each of them", async () => {
      await client.refused("resource_not_found", "GET", "/feeds/feed_999999/rules");
      await client.refused("resource_not_found", "GET", `/feeds/${feed}/rules/rule_999999`);
      await client.refused("resource_not_found", "DELETE", `/feeds/${feed}/rules/rule_999999`);
    });

    test("by a type that is none are 400 invalid_request", async () => {
      await client.refused("invalid_request", "GET", `/feeds/${feed}/rules?rule_type=nonsense`);
    });
  });

  describe("a shop without a catalog", () => {
    test("has no feed data: its products and previews are 422 no_feed", async () => {
      const own = String((await bare.ask("GET", "/feeds")).list[0]?.["id"]);
      await bare.refused("no_feed", "GET", `/feeds/${own}/products`);
      await bare.refused("no_feed", "POST", `/feeds/${own}/rules/preview`, { rule: { type: "set_value", target: "brand", value: "x" } });
    });

    test("has nothing to run: regenerate is 422 no_source_extract", async () => {
      const own = String((await bare.ask("GET", "/feeds")).list[0]?.["id"]);
      await bare.refused("no_source_extract", "POST", `/feeds/${own}/regenerate`);
      await bare.refused("no_source_extract", "POST", "/extracts", { type: "regenerate", feed_id: own });
    });

    test("has no rows to debug: that is 404 rows_not_found", async () => {
      const own = String((await bare.ask("GET", "/feeds")).list[0]?.["id"]);
      const { message } = await bare.refused("rows_not_found", "POST", `/feeds/${own}/debug_rows`, { row_ids: ["1"] });
      expect(message).toContain("Run a full extract first");
    });

    test("has an extract without a CSV, and its feed was never generated", async () => {
      const { data } = await bare.ask("GET", "/extracts/latest");
      expect(data).toMatchObject({ status: "cancelled", has_source_csv: false });
      await bare.refused("resource_not_found", "GET", `/extracts/${String(data["id"])}/download`);
      const [own] = (await bare.ask("GET", "/feeds")).list;
      expect(own).toMatchObject({ feed_url: null, last_run_at: null, product_count: 0 });
      expect((await bare.ask("GET", `/feeds/${String(own?.["id"])}`)).data).toMatchObject({ last_run_id: null });
    });
  });

  describe("work that is under way", () => {
    test("a regenerate during a run is 409 run_in_progress, which names the run", async () => {
      const own = await ownFeed(scene(), scene().own);
      const answers = await Promise.all(Array.from({ length: 6 }, () => client.send("POST", `/feeds/${own}/regenerate`)));
      const made = answers.filter(({ status }) => status === 202).map(({ data }) => String(data["id"]));
      const refused = answers.filter(({ status }) => status === 409);
      expect([made.length > 0, made.length + refused.length]).toEqual([true, 6]);
      expect(refused.map(({ code }) => code)).toEqual(refused.map(() => "run_in_progress"));
      for (const { error } of refused) expect(made.some((run) => String(error["message"]).includes(run))).toBe(true);
    });

    /** Six extracts at once, of which the one that's taken is cancelled. */
    async function cancelOneOfSix() {
      const answers = await Promise.all(Array.from({ length: 6 }, () => client.send("POST", "/extracts", {})));
      const taken = answers.filter(({ status }) => status === 202);
      const id = String(taken.at(-1)?.data["id"]);
      const feedStatus = (await client.ask("GET", `/feeds/${feed}`)).data["status"];
      const cancelled = await client.send("POST", `/extracts/${id}/cancel`);
      return { answers, id, feedStatus, cancelled, hasEnded: taken.length > 1 || cancelled.code === "invalid_param" };
    }

    test("an extract while another is pending or running is 409 export_in_progress, and both kinds of fault of its body are 422", async () => {
      await client.refused("invalid_param", "POST", "/extracts", { type: "sideways" });
      for (const feedId of [undefined, null, ""])
        await client.refused("missing_param", "POST", "/extracts", { type: "regenerate", feed_id: feedId });
      await client.refused("invalid_param", "POST", "/extracts", { feed_id: feed });
      let tried = await cancelOneOfSix();
      // A busy machine may give the extract the time to end by itself.
      for (let tries = 1; tries < 20 && tried.hasEnded; tries += 1) tried = await cancelOneOfSix();
      const { answers, id, feedStatus, cancelled } = tried;
      expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
      expect(answers.filter(({ status }) => status !== 202).map(({ code }) => code)).toEqual(
        Array.from({ length: 5 }, () => "export_in_progress"),
      );
      expect([feedStatus, cancelled.data["status"]]).toEqual(["generating", "cancelled"]);
      await client.refused("resource_not_found", "GET", `/extracts/${id}/download`);
    });
  });

  describe("columns, mappings, metafields and lookup tables", () => {
    test("extra columns that are none are 422: missing_param, invalid_column_names", async () => {
      const route = `/feeds/${feed}/extra_columns`;
      await client.refused("missing_param", "PATCH", route, {});
      for (const columns of [["1st"], ["a b"], ["a", "a"], ["x".repeat(101)], Array.from({ length: 101 }, (_, at) => `c${at}`), "a"])
        await client.refused("invalid_column_names", "PATCH", route, { extra_columns: columns });
    });

    test("mappings of names that are not there are 422: unknown_feed_column, unknown_source_column", async () => {
      const route = `/feeds/${feed}/column_mappings`;
      await client.refused("unknown_feed_column", "PATCH", route, { mappings: { no_such: "title" } });
      await client.refused("unknown_source_column", "PATCH", route, { mappings: { title: "no_such" } });
      await client.refused("missing_param", "PATCH", route, {});
    });

    test("two metafields with one column name are 422 column_conflict", async () => {
      const metafields = ["Size", "size"].map((key) => ({ namespace: "custom", key }));
      await client.refused("column_conflict", "PATCH", "/metafields", { metafields });
    });

    test("a table that is named and not there is refused, and one that is used is 422 lookup_table_in_use when it is deleted", async () => {
      const route = `/feeds/${feed}/column_mappings`;
      await client.refused("validation_failed", "PATCH", route, { mappings: { custom_label_4: '=lookup("unmade", [D]title)' } });
      await client.ask("PUT", "/lookup_tables/used", { rows: [["a", "b"]] });
      await client.ask("PATCH", route, { mappings: { custom_label_4: '=lookup("used", [D]title)' } });
      const error = await client.refused("lookup_table_in_use", "DELETE", "/lookup_tables/used");
      expect(error["details"]).not.toEqual([]);
      await client.ask("PATCH", route, { mappings: { custom_label_4: null } });
      expect((await client.send("DELETE", "/lookup_tables/used")).status).toBe(204);
    });

    test("settings with a bad value are 422 invalid_param", async () => {
      for (const body of [{ seo: 1 }, { id_format: "gtin" }, { publish_guard: { max_drop_percent: 101 } }, { utm: "x" }])
        await client.refused("invalid_param", "PATCH", `/feeds/${feed}/settings`, body);
    });
  });

  describe("keys and organizations", () => {
    test("a key may not make one that holds more than itself: 422 invalid_param", async () => {
      const { data } = await client.ask("POST", "/api_keys", { name: "Less", scopes: ["write_settings"] });
      await rowClient(scene(), String(data["raw_key"])).refused("invalid_param", "POST", "/api_keys", {
        name: "More",
        scopes: ["write_feeds"],
      });
    });

    test("a shop that is invited or connected already is 409 already_connected, a domain that is none 422", async () => {
      const agency = rowClient(scene(), scene().own.agencyKey);
      await agency.refused("already_connected", "POST", "/org/invitations", { shop_domain: scene().own.domain });
      await agency.refused("validation_failed", "POST", "/org/invitations", { shop_domain: "not a domain" });
      await agency.refused("validation_failed", "POST", "/org/invitations", {});
    });

    test("a domain that has a shop is 409 shop_exists, a person who is a member 409 member_exists", async () => {
      const admin = rowClient(scene(), scene().adminKey);
      const csv = "Handle,Title,Variant SKU,Variant Price\nlamp,Lamp,L-1,12.90\n";
      await admin.refused("shop_exists", "POST", "/admin/shops", { domain: scene().own.domain, storefront: { kind: "csv", csv } });
      const route = `/admin/organizations/${scene().own.organization}/members`;
      await admin.ask("POST", route, { name: "Ada", email: "ada@row.example" });
      await admin.refused("member_exists", "POST", route, { name: "Ada", email: "ada@row.example" });
    });
  });
}
