import { setTimeout as sleep } from "node:timers/promises";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import type { serviceHome, ServiceHome, ServiceProcess } from "../harness/service-process.ts";
import { bearer, type Exchanged, type Exchanger, exchanging, JSON_TYPE } from "./exchange.ts";
import { connectGoogle, playGoogle } from "./connected-google.ts";
import { QUIET_WEBHOOK } from "./samples-webhooks.ts";

/**
 * What the contract is tested on: the running service with two shops that know nothing of each other, each with an organization
 * that is connected to it and one of everything. All of it is made by requests, as anybody would make it.
 */

/** The ids of one tenant's objects, as answers name them. */
export interface Belongings {
  readonly shop: string;
  readonly domain: string;
  readonly feed: string;
  /** A market feed, made by a request. */
  readonly market: string;
  /** A market feed with a list of products. */
  readonly manual: string;
  readonly run: string;
  readonly extract: string;
  readonly rule: string;
  readonly product: string;
  readonly table: string;
  readonly apiKey: string;
  readonly connection: string;
  readonly organization: string;
  readonly organizationKey: string;
  readonly adminKey: string;
  readonly webhook: string;
  readonly delivery: string;
  /** A change of many shops that waits to be started. */
  readonly fleetChange: string;
  /** A template with the shop's primary feed. */
  readonly template: string;
  /** A mute of the feed's findings. */
  readonly mute: string;
  /** The feed's registration at Google. It's another one after the shop was disconnected and connected again. */
  datafeed: string;
}

export interface Tenant extends Belongings {
  /** With every scope of their kinds. */
  readonly merchantKey: string;
  readonly agencyKey: string;
}

export interface Scene extends AsyncDisposable {
  readonly home: ServiceHome;
  readonly service: ServiceProcess;
  readonly exchange: Exchanger;
  readonly own: Tenant;
  readonly stranger: Tenant;
  /** Ids of the right form that nobody has. */
  readonly nobody: Belongings;
  readonly adminKey: string;
  /** A request with a JSON body; fails where it is not answered 2xx. */
  readonly ask: (key: string, method: string, route: string, body?: object) => Promise<Exchanged>;
  /** Another one each time it is asked for. */
  readonly fresh: (word: string) => string;
}

/** As many as anybody may have, so that limits are told of and never reached. */
const WIDE_LIMITS = {
  RATE_LIMIT_MERCHANT: "1000000",
  RATE_LIMIT_ORG: "1000000",
  RATE_LIMIT_ADMIN: "1000000",
  RATE_LIMIT_ANONYMOUS: "1000000",
};
const PUBLISHED_WITHIN_MS = 300_000;
const POLL_MS = 50;

export const NOBODY: Belongings = {
  shop: "shop_999999",
  domain: "nobody.example",
  feed: "feed_999999",
  market: "feed_999999",
  manual: "feed_999999",
  run: "run_999999",
  extract: "ext_999999",
  rule: "rule_999999",
  product: "prod_999999",
  table: "nobodys",
  apiKey: "999999",
  connection: "999999",
  organization: "org_999999",
  organizationKey: "999999",
  adminKey: "999999",
  webhook: "wh_999999",
  delivery: "whd_999999",
  fleetChange: "999999",
  template: "999999",
  mute: "999999",
  datafeed: "999999",
};

/** `open` makes the home of the service: tests that run in Vitest clone a database for it (`clonedService`), and commands can't. */
export async function contractScene(open: typeof serviceHome, settings: Readonly<Record<string, string>> = {}): Promise<Scene> {
  await using stack = new AsyncDisposableStack();
  const google = stack.use(await playGoogle());
  const home = stack.use(await open({ ...WIDE_LIMITS, ...google.settings, ...settings }));
  const service = await home.start();
  const { exchange } = stack.use(exchanging(home.url));
  let made = 0;
  const fresh = (word: string): string => `${word}${(made += 1)}`;
  const ask = asking(exchange);
  const adminKey = String(
    members(parseJson(await home.command("key", "create", "--admin", "--name", "operator", "--json").output))["raw_key"],
  );
  const own = await tenant({ ask, adminKey }, "own");
  const stranger = await tenant({ ask, adminKey }, "stranger");
  own.datafeed = await connectGoogle({ ask, exchange }, own);
  const running = stack.move();
  return {
    ...{ home, service, exchange, own, stranger, nobody: NOBODY, adminKey, ask, fresh },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function asking(exchange: Exchanger): Scene["ask"] {
  return async (key, method, route, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await exchange({
      method,
      target: `/v1${route}`,
      headers: { ...bearer(key), ...(body === undefined ? {} : JSON_TYPE) },
      ...sent,
    });
    if (answer.status >= 300) throw new Error(`${method} ${route} was answered ${answer.status} ${answer.text}`);
    return answer;
  };
}

type Asker = Pick<Scene, "ask" | "adminKey">;

/** So that there is more than a page of rows, and more than a preview shows. */
const MORE_PRODUCTS = 30;

/** Handles differ between the tenants, so that their rows have other numbers. */
export const exportOf = (name: string): string =>
  [
    "Handle,Title,Body (HTML),Vendor,Type,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Barcode,Image Src,Included / Canada,Price / Canada",
    `${name}-scarf,Wool scarf,<p>Warm</p>,Hazel,Scarves,"wool, winter",Colour,Aqua,${name}-1,shopify,3,12.90,012345678905,https://images.example/scarf.jpg,true,15.90`,
    `${name}-scarf,,,,,,,Rose,${name}-2,shopify,5,12.90,,,true,15.90`,
    `${name}-hat,Felt hat,<p>Grey</p>,Hazel,Hats,felt,Title,Default Title,${name}-3,shopify,1,20.00,,https://images.example/hat.jpg,true,25.00`,
    ...Array.from(
      { length: MORE_PRODUCTS },
      (_, at) =>
        `${name}-cap-${at},Cap ${at},<p>Warm</p>,Acme,Caps,wool,Title,Default Title,${name}-cap-${at},shopify,${at},${10 + at}.00,,https://images.example/cap.jpg,true,15.00`,
    ),
    `${name}-glove,Gloves,<p>Red</p>,Acme,Gloves,wool,Title,Default Title,${name}-4,shopify,0,9.50,,https://images.example/glove.jpg,true,11.00`,
    "",
  ].join("\n");

const EVERYTHING = ["read_org", "write_org", "full_access"];

async function tenant({ ask, adminKey }: Asker, name: string): Promise<Tenant> {
  const domain = `${name}.example`;
  const storefront = { kind: "csv", csv: exportOf(name) };
  const installed = (await ask(adminKey, "POST", "/admin/shops", { domain, currency: "USD", country: "US", storefront })).data;
  const shop = String(installed["id"]);
  const merchantKey = String(installed["merchant_key"]);
  const of = { ask, adminKey, merchantKey, shop, domain };
  const organization = await connectedOrganization(of, name);
  const feed = await published(of);
  const change = { action: { type: "run" }, shops: [{ shop_id: shop }] };
  const fleetChange = String((await ask(organization.agencyKey, "POST", "/org/fleet/changes", change)).data["id"]);
  const document = { settings: { utm: { utm_source: "{{source}}" } } };
  const written = { name: "Basics", document, placeholders: [{ name: "source", default: "agency" }] };
  const template = String((await ask(organization.agencyKey, "POST", "/org/templates", written)).data["id"]);
  await ask(organization.agencyKey, "PUT", `/org/templates/${template}/shops`, { shops: [{ shop_id: shop }] });
  return {
    shop,
    domain,
    merchantKey,
    ...organization,
    fleetChange,
    template,
    feed,
    ...(await belongings(of, feed, name)),
    datafeed: NOBODY.datafeed,
  };
}

interface Owner extends Asker {
  readonly merchantKey: string;
  readonly shop: string;
  readonly domain: string;
}

async function connectedOrganization({ ask, adminKey, merchantKey, domain }: Owner, name: string) {
  const organization = String((await ask(adminKey, "POST", "/admin/organizations", { name: `Agency of ${name}` })).data["id"]);
  const key = (await ask(adminKey, "POST", `/admin/organizations/${organization}/keys`, { scopes: EVERYTHING })).data;
  const agencyKey = String(key["raw_key"]);
  await ask(agencyKey, "POST", "/org/invitations", { shop_domain: domain });
  const connection = String((await ask(merchantKey, "GET", "/connection_requests")).list[0]?.["id"]);
  await ask(merchantKey, "POST", `/connection_requests/${connection}/approve`);
  return { organization, agencyKey, connection, organizationKey: String(key["id"]) };
}

/** The primary feed, once it is served. */
async function published({ ask, merchantKey }: Owner): Promise<string> {
  const deadline = performance.now() + PUBLISHED_WITHIN_MS;
  for (;;) {
    const [feed] = (await ask(merchantKey, "GET", "/feeds")).list;
    if (typeof feed?.["feed_url"] === "string") return String(feed["id"]);
    if (performance.now() > deadline) throw new Error(`the feed was not published: ${JSON.stringify(feed)}`);
    await sleep(POLL_MS);
  }
}

async function belongings({ ask, adminKey, merchantKey }: Owner, feed: string, name: string) {
  const made = async (method: string, route: string, body?: object) => String((await ask(merchantKey, method, route, body)).data["id"]);
  await ask(merchantKey, "PUT", `/lookup_tables/${name}s`, { rows: [["aqua", "Blue"]] });
  const market = { feed_type: "market", target_market: "CA" };
  const webhook = await made("POST", "/webhooks", QUIET_WEBHOOK);
  const [product] = (await ask(merchantKey, "GET", `/products?feed_id=${feed}`)).list;
  const canada = await made("POST", "/feeds", { ...market, display_name: "Canada" });
  for (const assigned of [feed, canada]) await ask(merchantKey, "PUT", `/feeds/${assigned}/channels/google`, {});
  return {
    market: canada,
    manual: await made("POST", "/feeds", { ...market, display_name: "By hand", product_selection_mode: "manual" }),
    rule: await made("POST", `/feeds/${feed}/rules`, { rule: { type: "set_value", target: "custom_label_0", value: "first" } }),
    run: await made("GET", `/feeds/${feed}/runs/latest`),
    extract: await made("GET", "/extracts/latest"),
    product: String(product?.["id"]),
    table: `${name}s`,
    webhook,
    delivery: await made("POST", `/webhooks/${webhook}/test`),
    mute: await made("POST", `/feeds/${feed}/channels/google/findings/mutes`, { code: "missing_image_link" }),
    apiKey: await made("POST", "/api_keys", { name: "One more" }),
    adminKey: String((await ask(adminKey, "POST", "/admin/keys", { name: "One more" })).data["id"]),
  };
}
