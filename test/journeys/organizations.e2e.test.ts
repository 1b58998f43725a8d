import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { type Simulator, startSimulator } from "../../src/storefronts/simulator/start-simulator.ts";
import { apiClient, type ApiClient, eventually } from "../harness/api-client.ts";
import { readFeedFile } from "../harness/feed-file.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";

/** An operator installs shops, an agency works for one of them, and its merchant ends that, all against a service that runs. */

const FIRST_RUN_MS = 300_000;

let simulator: Simulator;
let home: ClonedService;
let admin: ApiClient;
beforeAll(async () => {
  simulator = await startSimulator({ products: 40, shopDomain: "client-shop.myshopify.com" });
  // The shop is a simulator on this machine.
  home = await clonedService({ ALLOW_PRIVATE_WEBHOOKS: "1" });
  await home.start();
  const made = members(parseJson(await home.command("key", "create", "--admin", "--name", "operator", "--json").output));
  admin = apiClient(home.url, String(made["raw_key"]));
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
  await simulator[Symbol.asyncDispose]();
});

/** The rows of the shop's feed, once it has one. */
async function published(shop: unknown) {
  const served = await eventually(
    () => admin.get(`/admin/shops/${String(shop)}`),
    ({ data }) => data["feed_url"] !== null,
    FIRST_RUN_MS,
  );
  return { data: served.data, rows: readFeedFile(await (await fetch(String(served.data["feed_url"]))).text()) };
}

describe("an installation", () => {
  test("is told at once what is wrong with an export and with the shop it is said to be of", async () => {
    const refused = await admin.post("/admin/shops", { domain: "x y", storefront: { kind: "csv", csv: "no export" } });
    const details = [{ param: "/storefront/csv" }, { param: "/domain" }];
    expect(refused).toMatchObject({ status: 422, code: "invalid_param", body: { error: { param: "/storefront/csv", details } } });
  });

  test("gets a shop from an export, and is rid of it again", async () => {
    const csv =
      "Handle,Title,Body (HTML),Vendor,Variant SKU,Variant Price,Variant Inventory Qty,Image Src\nlamp,Lamp,Light,Acme,L1,12.90,3,https://img.example/l.jpg\n";
    const storefront = { kind: "csv", csv };
    const made = await admin.post("/admin/shops", { domain: "lamps.example", currency: "EUR", country: "DE", storefront });
    expect(made.status).toBe(201);
    const { data, rows } = await published(made.data["id"]);
    expect(rows).toMatchObject([{ title: "Lamp", price: "12.90 EUR" }]);
    const shop = `/admin/shops/${String(made.data["id"])}`;
    expect((await admin.delete(shop)).status).toBe(204);
    expect((await fetch(String(data["feed_url"]))).status).toBe(410);
    expect((await admin.delete(shop)).status).toBe(204);
    expect((await fetch(String(data["feed_url"]))).status).toBe(404);
  });

  test("gets a shop from Shopify, and an agency works for it until its merchant ends that", async () => {
    const refused = await admin.post("/admin/shops", { storefront: { kind: "shopify", shop: simulator.url, access_token: "shpat_wrong" } });
    expect(refused).toMatchObject({ status: 422, code: "invalid_param" });
    const agency = await admin.post("/admin/organizations", { name: "An agency" });
    const key = await admin.post(`/admin/organizations/${String(agency.data["id"])}/keys`, { scopes: ["write_org", "full_access"] });
    const organization = apiClient(home.url, String(key.data["raw_key"]));
    expect((await organization.post("/org/invitations", { shop_domain: "client-shop.myshopify.com" })).data).toMatchObject({
      status: "pending",
    });

    const storefront = { kind: "shopify", shop: simulator.url, access_token: simulator.token };
    const made = await admin.post("/admin/shops", { plan: "free", storefront });
    expect(made.data).toMatchObject({ domain: "client-shop.myshopify.com", currency: "EUR", subscription_plan: "free", missing: null });
    expect((await published(made.data["id"])).rows).toHaveLength(25);

    const merchant = apiClient(home.url, String(made.data["merchant_key"]));
    const [request] = (await merchant.get("/connection_requests")).list;
    await merchant.post(`/connection_requests/${String(request?.["id"])}/approve`);
    const [client] = (await organization.get("/org/shops")).list;
    expect(client).toMatchObject({ status: "active", product_count: 25, subscription_plan: "free" });
    const feeds = `/feeds?shop_id=${String(client?.["id"])}`;
    expect((await organization.get(feeds)).list).toHaveLength(1);
    expect((await merchant.post(`/connection_requests/${String(request?.["id"])}/decline`)).status).toBe(200);
    expect((await organization.get(feeds)).code).toBe("shop_not_connected");
    expect(JSON.stringify(home.logged())).not.toContain(simulator.token);
  });
});
