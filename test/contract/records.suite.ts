import { beforeAll, describe, expect, test } from "vitest";
import { members } from "../../src/kernel/unsafe.ts";
import { ownFeed, type RowClient, rowClient, until } from "./row-client.ts";
import type { Scene } from "./scene.ts";
import { COUNT, id, orNull, TEXT, TIME } from "./value-matchers.ts";

/** Products, extracts, shops, organizations, keys and the objects of a feed's definition have the members that the contract names. */
export function recordRows(scene: () => Scene): void {
  let client: RowClient;
  let feed: string;
  beforeAll(() => {
    client = rowClient(scene(), scene().own.merchantKey);
    ({ feed } = scene().own);
  });
  const data = async (route: string) => (await client.ask("GET", route)).data;
  const first = async (route: string) => (await client.ask("GET", route)).list[0];

  describe("a product", () => {
    const PRODUCT = {
      ...{
        id: id("prod"),
        object: "product",
        shopify_product_id: orNull("string"),
        shopify_variant_id: orNull("string"),
        sku: TEXT,
        title: TEXT,
        price: TEXT,
        compare_at_price: orNull("string"),
        currency: "USD",
      },
      ...{
        inventory_quantity: orNull("number"),
        image_url: orNull("string"),
        vendor: TEXT,
        product_type: TEXT,
        condition: TEXT,
        status: orNull("string"),
        excluded: false,
        excluded_reason: null,
        has_overrides: false,
      },
      ...{ extracted_at: TIME, created_at: orNull("string"), updated_at: orNull("string") },
    };

    test("in the list has the members of the contract, of which each sorts, and the list needs its feed", async () => {
      const row = await first(`/products?feed_id=${feed}&search=glove`);
      expect(row).toMatchObject(PRODUCT);
      for (const name of ["sku", "title", "price", "inventory_quantity", "vendor", "handle", "extracted_at"])
        expect((await client.ask("GET", `/products?feed_id=${feed}&sort=${name}&order=desc`)).list).toHaveLength(25);
      await client.refused("invalid_request", "GET", "/products");
      await client.refused("invalid_request", "GET", `/products?feed_id=${feed}&sort=nonsense`);
      for (const bad of ["excluded=maybe", "condition=broken", "has_overrides=1", "order=up"])
        await client.refused("invalid_request", "GET", `/products?feed_id=${feed}&${bad}`);
    });

    test("without a value stands last in either order", async () => {
      const codes = async (route: string) => (await client.ask("GET", `${route}&per_page=100`)).list;
      for (const order of ["asc", "desc"]) {
        const products = await codes(`/products?feed_id=${feed}&sort=barcode&order=${order}`);
        const rows = await codes(`/feeds/${feed}/products?sort=gtin&order=${order}`);
        expect(products.map(({ sku }) => sku).indexOf("own-1")).toBe(0);
        expect(rows.map(({ fields }) => members(fields)["gtin"]).filter((gtin) => gtin !== "")).toEqual([
          members(rows[0]?.["fields"])["gtin"],
        ]);
        expect(members(rows[0]?.["fields"])["gtin"]).not.toBe("");
      }
    });

    test("in detail adds source data whose id is the row's, overrides and cells; what is overridden can be restored", async () => {
      const route = `/products/${scene().own.product}`;
      expect(await data(route)).toMatchObject({
        ...PRODUCT,
        source_data: { id: scene().own.product.replace("prod_", "") },
        overrides: {},
        cells: {},
      });
      const changed = (await client.ask("PATCH", route, { title: "Mine", condition: "used", excluded: true, custom_label_0: "a" })).data;
      expect(changed).toMatchObject({
        has_overrides: true,
        overrides: { title: "Mine", condition: "used", excluded: true, custom_label_0: "a" },
      });
      expect((await client.ask("PATCH", route, { title: null })).data["overrides"]).toEqual({
        condition: "used",
        excluded: true,
        custom_label_0: "a",
      });
      expect((await client.ask("GET", `/products?feed_id=${feed}&has_overrides=true`)).list.map((one) => one["id"])).toEqual([
        scene().own.product,
      ]);
      expect((await client.ask("GET", `/products?feed_id=${feed}&condition=used`)).list).toHaveLength(1);
      expect((await client.ask("POST", `${route}/restore`)).data).toMatchObject({ has_overrides: false, overrides: {} });
      for (const body of [{}, { condition: "broken" }, { excluded: "yes" }, { sku: "x" }, { title: 1 }])
        await client.refused("validation_failed", "PATCH", route, body);
    });
  });

  test("an extract has the members of the contract, newest first, the latest by name, and deltas only where they are asked for", async () => {
    const listed = (await client.ask("GET", "/extracts")).list;
    expect(listed.at(-1)).toMatchObject({
      ...{
        id: id("ext"),
        object: "extract",
        type: "full",
        status: "completed",
        progress: 100,
        product_count: 34,
        excluded_count: 0,
        started_at: TIME,
        completed_at: TIME,
      },
      ...{ failed_at: null, error_code: null, error_details: null, has_source_csv: expect.any(Boolean), created_at: TIME },
    });
    const numbers = listed.map((one) => Number(String(one["id"]).slice("ext_".length)));
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect((await data("/extracts/latest"))["id"]).toBe(listed[0]?.["id"]);
    expect((await client.ask("GET", "/extracts?type=delta")).list).toEqual([]);
  });

  test("a regenerate extract is one run of its feed, and ends as it does", async () => {
    const own = await ownFeed(scene(), scene().own);
    const started = await until(
      () => client.send("POST", "/extracts", { type: "regenerate", feed_id: own }),
      ({ status }) => status === 202,
    );
    expect(started.data).toMatchObject({ type: "regenerate", status: "pending", started_at: null });
    const ended = await until(
      () => client.send("GET", `/extracts/${String(started.data["id"])}`),
      (answer) => answer.data["status"] === "completed",
    );
    expect(ended.data).toMatchObject({ progress: 100, product_count: 34 });
  });

  test("shop, plan and subscription have the members of the contract", async () => {
    expect(await data("/shop")).toMatchObject({
      ...{
        id: id("shop"),
        object: "shop",
        domain: "own.example",
        name: TEXT,
        subscription_plan: "premium",
        subscription_status: expect.stringMatching(/^(?:active|none)$/),
        product_count: 34,
        feed_url: TEXT,
        last_sync_at: TIME,
      },
      ...{
        primary_locale: TEXT,
        languages: expect.any(Array),
        currency: "USD",
        country: "US",
        time_zone: TEXT,
        onboarding_complete: expect.any(Boolean),
        created_at: TIME,
        updated_at: TIME,
      },
    });
    const plans = (await client.ask("GET", "/plans")).list;
    expect(plans.map((plan) => [plan["code_name"], plan["skus_min"], plan["skus_max"], plan["daily_export_count"], plan["price"]])).toEqual(
      [
        ["free", 0, 25, 1, expect.anything()],
        ["starter", 26, 1_000, 4, expect.anything()],
        ["growth", 1_001, 10_000, 8, expect.anything()],
        ["premium", 10_001, null, 24, expect.anything()],
      ],
    );
    expect(Object.keys(plans[0] ?? {})).toEqual(
      expect.arrayContaining(["id", "object", "name", "description", "currency", "additional_feeds", "recommended", "is_free"]),
    );
    expect(await data("/subscription")).toMatchObject({ object: "subscription", status: expect.stringMatching(/^(?:active|none)$/) });
    const changed = (await client.ask("POST", "/subscription", { code_name: "premium" })).data;
    expect(changed).toMatchObject({ object: TEXT, confirmation_url: null, message: TEXT });
  });

  test("organization, client shop, member and the three kinds of key have the members of the contract; a secret is told once", async () => {
    const agency = rowClient(scene(), scene().own.agencyKey);
    expect((await agency.ask("GET", "/org")).data).toEqual({
      id: id("org"),
      object: "organization",
      name: TEXT,
      shop_count: COUNT,
      member_count: COUNT,
      created_at: TIME,
      updated_at: TIME,
    });
    const shops = (await agency.ask("GET", "/org/shops")).list;
    const connected = shops.find(({ domain }) => domain === "own.example");
    expect(connected).toEqual({
      id: COUNT,
      object: "client_shop",
      domain: "own.example",
      name: TEXT,
      client_label: orNull("string"),
      status: "active",
      invited_at: TIME,
      connected_at: TIME,
      product_count: 34,
      subscription_plan: "premium",
    });
    expect((await agency.ask("GET", `/feeds?shop_id=${String(connected?.["id"])}`)).list).not.toEqual([]);
    const invited = (await agency.ask("POST", "/org/invitations", { shop_domain: "never-installed.example", client_label: "Later" })).data;
    expect(invited).toMatchObject({
      status: "pending",
      name: null,
      product_count: null,
      subscription_plan: null,
      connected_at: null,
      client_label: "Later",
    });
    const admin = rowClient(scene(), scene().adminKey);
    const member = (
      await admin.ask("POST", `/admin/organizations/${scene().own.organization}/members`, {
        name: "Ada",
        email: "ada@resource.example",
        role: "owner",
      })
    ).data;
    expect((await agency.ask("GET", "/org/members")).list).toContainEqual(member);
    expect(Object.keys(member).toSorted()).toEqual(["created_at", "email", "id", "name", "object", "role"]);
    for (const [who, route, object, prefix] of [
      [client, "/api_keys", "api_key", "svc_live_sk_"],
      [agency, "/org/keys", "org_key", "svc_org_sk_"],
      [admin, "/admin/keys", "admin_key", "svc_admin_sk_"],
    ] as const) {
      const made = (await who.ask("POST", route, { name: "Told once" })).data;
      expect(made).toMatchObject({
        id: COUNT,
        object,
        name: "Told once",
        key_prefix: expect.stringMatching(prefix),
        status: "active",
        request_count: 0,
        last_used_at: null,
        created_at: TIME,
        revoked_at: null,
      });
      expect(made["raw_key"]).toMatch(new RegExp(`^${prefix}[0-9a-f]{40}$`));
      expect((await who.send("DELETE", `${route}/${String(made["id"])}`)).status).toBe(204);
      const kept = (await who.ask("GET", route)).list.find((key) => key["id"] === made["id"]);
      expect([kept?.["status"], kept?.["raw_key"], kept?.["revoked_at"]]).toEqual(["revoked", undefined, TIME]);
    }
  });

  test("keys have the scopes the contract gives them by default", async () => {
    const scopesOf = async (who: RowClient, route: string) => (await who.ask("POST", route, { name: "By default" })).data["scopes"];
    expect(await scopesOf(client, "/api_keys")).toEqual(["read"]);
    expect(await scopesOf(rowClient(scene(), scene().own.agencyKey), "/org/keys")).toEqual(["read_org", "read"]);
    expect(await scopesOf(rowClient(scene(), scene().adminKey), "/admin/keys")).toEqual(["read_admin", "write_admin"]);
  });

  test("settings, columns, mappings, metafields and selection are the contract's objects, with its defaults", async () => {
    const own = await ownFeed(scene(), scene().stranger);
    const stranger = rowClient(scene(), scene().stranger.merchantKey);
    const of = async (route: string) => (await stranger.ask("GET", `/feeds/${own}/${route}`)).data;
    expect(await of("settings")).toEqual({
      ...{
        object: "feed_settings",
        seo: false,
        variants: true,
        variant_titles: "when_needed",
        use_shopify_quantity: true,
        import_unpublish_product: false,
        gift_cards: false,
        gtin_source: "valid_barcodes",
        id_format: "global",
        utm: null,
        market_currency: null,
      },
      publish_guard: { max_drop_percent: 30, max_id_change_percent: 20, max_price_factor: 5, enabled: true },
    });
    expect(await of("extra_columns")).toEqual({ object: "extra_columns", extra_columns: [] });
    expect(await of("column_mappings")).toMatchObject({
      object: "column_mappings",
      source_columns: expect.any(Array),
      feed_columns: expect.arrayContaining(["id", "custom_label_4"]),
      mappings: expect.any(Object),
      defaults: expect.any(Object),
      propagates_to: expect.any(Object),
    });
    expect(await of("selection")).toEqual({
      object: "feed_selection",
      mode: "all",
      collection_id: null,
      collection_title: null,
      product_ids: [],
    });
    await stranger.refused("invalid_param", "PUT", `/feeds/${own}/selection`, { product_ids: [] });
    expect((await stranger.ask("GET", "/metafields")).data).toMatchObject({ object: "metafields", metafields: [] });
    expect((await stranger.ask("GET", "/metafields?include=available")).data["available"]).toEqual([]);
    expect((await stranger.ask("GET", "/lookup_tables")).list[0]).toMatchObject({
      name: "strangers",
      row_count: 1,
      columns: expect.any(Array),
    });
  });

  test("lists are bare where the contract says so, and have meta elsewhere", async () => {
    const bare = [`/feeds`, `/feeds/${feed}/rules`, "/api_keys", "/plans"];
    for (const route of bare) expect(Object.keys((await client.ask("GET", route)).json)).toEqual(["data"]);
    const admin = rowClient(scene(), scene().adminKey);
    const agency = rowClient(scene(), scene().own.agencyKey);
    for (const [who, route] of [
      [admin, "/admin/keys"],
      [agency, "/org/keys"],
    ] as const)
      expect(Object.keys((await who.ask("GET", route)).json)).toEqual(["data"]);
    for (const [who, route] of [
      [client, "/extracts"],
      [agency, "/org/shops"],
      [agency, "/org/members"],
      [client, "/audit"],
    ] as const)
      expect(Object.keys((await who.ask("GET", route)).json)).toEqual(["data", "meta"]);
  });
}
