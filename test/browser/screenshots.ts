import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { answeringServer } from "../harness/answering-server.ts";
import { branded, members, parseJson } from "../../src/kernel/unsafe.ts";
import { type TypedClient, typedClient } from "../contract/client/typed-client.ts";
import { serviceHome } from "../harness/service-process.ts";
import { launchChromium } from "./chromium.ts";

/**
 * `npm run screenshots [-- --readme | --pages overview,feed]`: every page of the console over the sample shop, or those named, wide and narrow, light
 * and dark, into `out/screenshots`. `--readme` makes the pictures of the README instead.
 */
const { values } = parseArgs({ options: { readme: { type: "boolean", default: false }, pages: { type: "string" } } });
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = path.join(ROOT, "out", "screenshots");
const README_FOLDER = path.join(ROOT, "docs", "images");
const FEED = "/console/shops/1/feeds/1";
const PRODUCT = "/console/shops/1/products/prod_41200000000769?feed=1";
/** Whose key opens the page: an organization's and the operator's pages are named by their paths. */
const OPENERS = [
  ["/console/org/", "org_key"],
  ["/console/admin/", "admin_key"],
] as const;
const PAGES: Readonly<Record<string, string>> = {
  overview: "/console/shops/1",
  extracts: "/console/shops/1/extracts",
  product: PRODUCT,
  feed: FEED,
  source: `${FEED}/source`,
  products: `${FEED}/products?show=excluded`,
  rules: `${FEED}/rules`,
  rule: `${FEED}/rules/2`,
  runs: `${FEED}/runs`,
  run: `${FEED}/runs/4`,
  selection: `${FEED}/selection`,
  settings: `${FEED}/settings`,
  mappings: `${FEED}/mappings`,
  mapping: `${FEED}/mappings?column=gtin`,
  "extra-columns": `${FEED}/mappings?part=extra`,
  metafields: `${FEED}/mappings?part=metafields`,
  channels: "/console/shops/1/channels",
  channel: "/console/shops/1/channels/google",
  "feed-channels": `${FEED}/channels`,
  "feed-channel": `${FEED}/channels/google`,
  findings: `${FEED}/channels/google/findings`,
  fix: `${FEED}/channels/google/findings?code=title_too_long&field=title&show=fix`,
  versions: `${FEED}/versions?version=2`,
  tests: `${FEED}/tests`,
  lookups: "/console/shops/1/lookups",
  lookup: "/console/shops/1/lookups/colours",
  webhooks: "/console/shops/1/webhooks",
  webhook: "/console/shops/1/webhooks/1",
  delivery: "/console/shops/1/webhooks/1?delivery=whd_1",
  keys: "/console/shops/1/keys",
  plan: "/console/shops/1/plan",
  audit: "/console/shops/1/audit",
  entry: "/console/shops/1/audit?entry=8",
  "shop-settings": "/console/shops/1/settings",
  start: "/console/shops/1/start",
  "sign-in": "/console/sign-in",
  fleet: "/console/org/fleet",
  "fleet-changes": "/console/org/fleet/changes",
  "fleet-change": "/console/org/fleet/changes/1",
  "new-fleet-change": "/console/org/fleet/changes/new?shops=1",
  templates: "/console/org/templates",
  template: "/console/org/templates/1",
  "new-template": "/console/org/templates/new",
  "organization-shops": "/console/org/shops",
  members: "/console/org/members",
  "organization-keys": "/console/org/keys",
  "admin-shops": "/console/admin/shops",
  "add-shop": "/console/admin/add-shop",
  organizations: "/console/admin/organizations",
  "admin-keys": "/console/admin/keys",
  "admin-audit": "/console/admin/audit",
  "admin-health": "/console/admin/health",
};
const README_PAGES = ["feed", "rule", "source"] as const;
const WIDE = { width: 1_440, height: 900 };
const NARROW = { width: 390, height: 844 };
const SETTLED_MS = 1_200;
const READY_WITHIN_MS = 120_000;
const POLL_MS = 250;
const RULES = [
  'Set title to [G]brand & " " & [G]title',
  'Exclude because "Cheap" when [D]price < 20',
  'Set custom_label_0 to lookup("colours", [D]vendor)',
];
const COLOURS = {
  columns: ["vendor", "group", "note"],
  rows: [
    ["Maison Brimousse", "bath", "since 2019"],
    ["Ångelund Väv", "textile", ""],
  ],
};
const TESTS = [
  { name: "Alder Bowl", row_id: "41200000000001", expect: { brand: "Ångelund" } },
  { name: "Isle Wash Bag stays out", row_id: "41200000000769", excluded: true, excluded_reason: "Draft in the shop" },
];

async function shoot(): Promise<void> {
  await using endpoint = await answeringServer();
  await using home = await serviceHome({ SAMPLE_SHOP: "1", ALLOW_PRIVATE_WEBHOOKS: "1" });
  await home.start();
  const quickstart = members(parseJson(await readFile(path.join(home.dataDir, "quickstart.json"), "utf8")));
  const key = String(quickstart["merchant_key"]);
  await prepare(typedClient(home.url, key), endpoint);
  await prepareFleet(typedClient(home.url, String(quickstart["org_key"])));
  await within(async () => (await fetch(`${home.url}/console`)).ok);
  await using browser = await launchChromium();
  if (values.readme) {
    await mkdir(README_FOLDER, { recursive: true });
    await using visit = await open(browser, home.url, { key, ...WIDE, scheme: "light" });
    for (const name of README_PAGES) await take(visit.page, name, path.join(README_FOLDER, `${name}.png`));
    return;
  }
  await mkdir(FOLDER, { recursive: true });
  const wanted = values.pages?.split(",") ?? Object.keys(PAGES);
  const keyOf = (name: string) => OPENERS.find(([beginning]) => PAGES[name]?.startsWith(beginning))?.[1] ?? "merchant_key";
  const looks = [WIDE, NARROW].flatMap((size) => (["light", "dark"] as const).map((scheme) => ({ ...size, scheme })));
  const rounds = looks.flatMap((look) => Array.from(Map.groupBy(wanted, keyOf), ([opener, names]) => ({ look, opener, names })));
  for (const { look, opener, names } of rounds) {
    await using visit = await open(browser, home.url, { key: String(quickstart[opener]), ...look });
    for (const name of names) await take(visit.page, name, path.join(FOLDER, `${name}-${look.width}-${look.scheme}.png`));
  }
}

/** Something to see: rules, a table with a key too few, a promise that doesn't hold, an endpoint that sometimes answers, and the run after that. */
async function prepare(client: TypedClient, endpoint: Awaited<ReturnType<typeof answeringServer>>): Promise<void> {
  const feed = { id: "feed_1" };
  let answered = 0;
  endpoint.answer((response) => {
    answered += 1;
    response.writeHead(answered % 3 === 1 ? 503 : 200, { "content-type": "application/json" }).end('{"queued":true}');
  });
  const isIdle = async () => (await client.call("runs.latest", { path: feed })).data.status !== "running";
  await within(async () => (await client.call("feeds.get", { path: { id: "feed_3" } })).data.feed_url !== null);
  await client.call("webhooks.create", { body: { endpoint_url: `${endpoint.url}/feedwright`, events: ["*"] } });
  await client.call("lookups.put", { path: { name: "colours" }, body: COLOURS });
  await client.call("tests.set", { path: feed, body: { tests: TESTS } });
  for (const text of RULES) await client.call("rules.create", { path: { feed_id: "feed_1" }, body: { rule: { text } } });
  await within(isIdle);
  await client.call("feeds.regenerate", { path: feed });
  await within(isIdle);
}

/** A template, a shop that follows it, and a change that waits to be started. */
async function prepareFleet(organization: TypedClient): Promise<void> {
  // Rules are open objects, which generated types can't name.
  const document = branded<Readonly<Record<string, never>>>({ rules: [{ text: 'Set custom_label_1 to "{{source}}"' }] });
  const placeholders = [{ name: "source", default: "agency" }];
  const template = await organization.call("templates.create", { body: { name: "Tracking", document, placeholders } });
  const targets = [{ shop_id: 1, feed_id: "feed_1", values: { source: "north" } }];
  await organization.call("templates.set_shops", { path: { template_id: String(template.data.id) }, body: { shops: targets } });
  const action = { type: "add_rule" as const, rule: { text: 'Set custom_label_2 to "Seen"' } };
  const change = await organization.call("fleet.create_change", { body: { action, shops: [{ shop_id: 1 }] } });
  const made = { path: { change_id: String(change.data.id) } };
  await within(async () => (await organization.call("fleet.get_change", made)).data.status !== "previewing");
}

interface Visitor {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly scheme: "light" | "dark";
}

async function open(browser: Browser, url: string, { key, width, height, scheme }: Visitor) {
  const viewport = { width, height };
  const context = await browser.newContext({ baseURL: url, viewport, colorScheme: scheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto("/console/sign-in");
  await page.evaluate(async (body) => {
    await fetch("/session", { method: "POST", headers: { "content-type": "application/json" }, body });
  }, JSON.stringify({ key }));
  return { page, [Symbol.asyncDispose]: () => context.close() };
}

async function take(page: Page, name: string, file: string): Promise<void> {
  await page.goto(PAGES[name] ?? "");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await sleep(SETTLED_MS);
  await page.screenshot({ path: file });
  process.stdout.write(`${path.relative(ROOT, file)}\n`);
}

async function within(look: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < READY_WITHIN_MS; waited += POLL_MS) {
    // What isn't there yet is answered with an error.
    if (await look().catch(() => false)) return;
    await sleep(POLL_MS);
  }
  throw new Error("The sample shop wasn't ready in time.");
}

await shoot();
