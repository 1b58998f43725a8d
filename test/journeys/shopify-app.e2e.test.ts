import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { SUBSCRIBED_TOPICS } from "../../src/features/shopify-webhooks/topics.ts";
import { type Simulator, startSimulator } from "../../src/storefronts/simulator/start-simulator.ts";
import type { SendDelivery } from "../../src/storefronts/simulator/webhooks/webhook-deliveries.ts";
import { within } from "../faults/live-scene.ts";
import { claimsEnd } from "../faults/live-time.ts";
import { apiClient, type ApiClient } from "../harness/api-client.ts";
import { readFeedFile } from "../harness/feed-file.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";
import type { ServiceProcess } from "../harness/service-process.ts";

/** An operator adds a shop of their own organization by a command, and it lives through what a shop may: from a killed delta to its erasure. */

const DOMAIN = "own-shop.myshopify.com";
const WITHIN_MS = 300_000;

let simulator: Simulator;
let home: ClonedService;
let service: ServiceProcess;
let merchant: ApiClient;
let feedUrl: string;
beforeAll(async () => {
  const deliver: SendDelivery = async (url, request) => (await fetch(url, { method: "POST", ...request })).status;
  simulator = await startSimulator({ products: 40, shopDomain: DOMAIN, deliver, deliveryRetryMs: 200 });
  home = await clonedService({
    SHOPIFY_CLIENT_ID: simulator.clientId,
    SHOPIFY_CLIENT_SECRET: simulator.clientSecret,
    SHOPIFY_SIMULATOR_URL: simulator.url,
    SHOPIFY_BILLING: "off",
    DELTA_QUIET_PERIOD: "1",
    DELTA_MIN_INTERVAL: "1",
  });
  service = await home.start();
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
  await simulator[Symbol.asyncDispose]();
});

const db = () => home.database.db;
/** Less than the test has, so that it's said which one never came. */
const SOON_MS = WITHIN_MS / 3;
const soon = async (isSo: () => Promise<boolean>): Promise<void> => expect(await within(isSo, SOON_MS), isSo.toString()).toBe(true);
const feed = async () => readFeedFile(await (await fetch(feedUrl)).text());
const extracts = (type: "full" | "delta") => db().selectFrom("extracts").selectAll().where("type", "=", type).orderBy("id").execute();

test("a shop that doesn't belong to the app's organization gets a link for its merchant", { timeout: WITHIN_MS }, async () => {
  const link = `${home.url}/shopify/install?shop=${DOMAIN}`;
  await expect(home.command("shop", "add", "--shopify", DOMAIN).output).rejects.toThrow(`Its merchant installs it at ${link}`);
  await expect(home.command("shop", "add", "--shopify", "own-shop.example").output).rejects.toThrow("Use its myshopify.com domain");
  const without = { SHOPIFY_CLIENT_ID: "", SHOPIFY_CLIENT_SECRET: "", SHOPIFY_SIMULATOR_URL: "" };
  await expect(home.commandWith(without, "shop", "add", "--shopify", DOMAIN).output).rejects.toThrow("Add it with --token TOKEN");
  expect(await db().selectFrom("shops").select("id").execute()).toEqual([]);
});

test("a shop of the organization is added without a token, and its webhooks are subscribed to", { timeout: WITHIN_MS }, async () => {
  simulator.control.app.install(simulator.control.app.settings.scopes);
  const added = members(parseJson(await home.command("shop", "add", "--shopify", DOMAIN, "--json").output));
  feedUrl = String(added["feed_url"]);
  merchant = apiClient(home.url, String(added["merchant_key"]));
  expect((await feed()).length).toBeGreaterThan(40);
  expect((await merchant.get("/shop")).data).toMatchObject({ domain: DOMAIN, currency: "EUR" });
  const { subscriptions } = simulator.control.webhooks;
  await soon(async () => subscriptions.list().length === SUBSCRIBED_TOPICS.length);
});

test("a delta whose worker is killed in the middle is carried out by the next one", { timeout: WITHIN_MS }, async () => {
  const fullBefore = (await extracts("full")).length;
  simulator.control.fail({ kind: "slow_answer", forMs: 20_000, matching: "nodes(ids" });
  const id = simulator.control.changeProduct(2, { price: "4321.98", compareAtPrice: null, status: "active", published: true })?.id;
  await soon(async () => (await extracts("delta")).some(({ status }) => status === "running"));
  await sleep(300);
  await service.kill();
  expect(await extracts("delta")).toMatchObject([{ status: "running", attempt: 1 }]);
  expect(await db().selectFrom("catalog_marks").select("subject_id").where("kind", "=", "product").execute()).toEqual([
    { subject_id: Number(id) },
  ]);
  await claimsEnd(db());
  service = await home.start();
  await soon(async () => (await feed()).some((row) => row["price"] === "4321.98 EUR"));
  expect((await extracts("delta"))[0]).toMatchObject({ status: "completed", attempt: 2 });
  expect([(await extracts("full")).length, await db().selectFrom("catalog_marks").selectAll().execute()]).toEqual([fullBefore, []]);
});

test("scopes that the merchant takes away are missing from the next extract, which begins at once", { timeout: WITHIN_MS }, async () => {
  const before = (await extracts("full")).length;
  const { app } = simulator.control;
  app.install(app.settings.scopes.filter((scope) => scope !== "read_inventory"));
  await soon(async () => (await extracts("full")).some(({ status }, at) => at >= before && status === "completed"));
  const latest = (await merchant.get("/extracts/latest")).data;
  expect(JSON.stringify(latest["warnings"])).toContain("Missing: read_inventory");
  expect((await merchant.get("/audit?action=shop.scopes_changed")).list).toHaveLength(1);
});

test("a shop that has left and is to be erased is nowhere any more, but for the word of it", { timeout: WITHIN_MS }, async () => {
  const { app, webhooks } = simulator.control;
  const product = members((await merchant.get("/products?feed_id=feed_1")).list[0]);
  expect((await merchant.patch(`/products/${String(product["id"])}`, { title: "Marker of own-shop" })).status).toBe(200);
  const { id } = await db().selectFrom("shops").select("id").executeTakeFirstOrThrow();
  expect(await objectsOf(id)).not.toEqual([]);
  app.uninstall();
  await soon(async () => (await fetch(feedUrl)).status === 410);
  expect(await webhooks.deliveries.send({ topic: "shop/redact", body: { shop_id: 1, shop_domain: DOMAIN } })).toBe(200);
  await soon(async () => (await db().selectFrom("shops").select("id").execute()).length === 0);
  await soon(async () => (await objectsOf(id)).length === 0);
  expect((await fetch(feedUrl)).status).toBe(404);
  expect(await placesNaming("own-shop")).toEqual(["audit_log"]);
  const entries = await db().selectFrom("audit_log").select(["action", "shop_id"]).orderBy("id").execute();
  // The first start, before there was a shop, made a sign-in link for the operator.
  expect(entries.map(({ action }) => action).toSorted()).toEqual(["shop.redact_requested", "shop.removed", "sign_in_code.created"]);
});

/** Of a shop, wherever in the data directory they are: stored, cached, or left by somebody who was killed. */
async function objectsOf(id: number): Promise<readonly string[]> {
  const found = await readdir(home.dataDir, { recursive: true });
  return found.filter((file) => file.includes(`shops/${id}/`));
}

/** Tables with a row that has a text in it, jobs and all. */
async function placesNaming(text: string): Promise<readonly string[]> {
  const { rows: tables } = await sql<{ readonly name: string; readonly place: string }>`
    select table_name as name, format('%I.%I', table_schema, table_name) as place from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE' order by 1`.execute(db());
  const found: string[] = [];
  for (const { name, place } of tables) {
    const { rows } = await sql`select 1 from ${sql.raw(place)} as entry where entry::text ilike ${`%${text}%`} limit 1`.execute(db());
    if (rows.length > 0) found.push(name);
  }
  return found;
}
