import { afterAll, beforeAll, expect, test } from "vitest";
import { keysOf, members, parseJson } from "../../src/kernel/unsafe.ts";
import { type Simulator, startSimulator } from "../../src/storefronts/simulator/start-simulator.ts";
import { EXTRA_COLUMNS, expectedFeed, type FeedOfShop } from "../faults/expected-feed.ts";
import { feedDifferences } from "../faults/feed-differences.ts";
import { apiClient, type ApiAnswer, type ApiClient, eventually } from "../harness/api-client.ts";
import { readFeedFile } from "../harness/feed-file.ts";
import { type ClonedService, clonedService } from "../harness/service-on-clone.ts";
import type { ServiceProcess } from "../harness/service-process.ts";

/**
 * A shop on Shopify with three languages and feeds for four markets. Whatever changes or fails, every file is cell by cell what an
 * independent computation makes of the state that the shop had when the file's extract was made.
 */

const PRODUCTS = 40;
const DOMAIN = "languages-and-markets.myshopify.com";
const ENDS_WITHIN_MS = 300_000;
/** How often what the catalog can do without is asked for. */
const OPTIONAL_TRIES = 3;
const COLLECTION_TITLE = "Gifts, small & large";

interface Feed {
  readonly body: Readonly<Record<string, string>>;
  readonly shows: FeedOfShop;
}

const EUROS = { country: "IE", currency: "EUR", extraColumns: true } as const;
const ABROAD = { market: true, extraColumns: true } as const;
const FEEDS = {
  primary: { body: {}, shows: EUROS },
  german: {
    body: { feed_type: "language", display_name: "Deutsch", locale: "de" },
    shows: { ...EUROS, locale: "de", root: `https://${DOMAIN}/de/` },
  },
  frenchCollection: {
    body: {
      ...{ feed_type: "language", display_name: "Dernières pièces", locale: "fr" },
      ...{ product_selection_mode: "collection", selected_collection_title: COLLECTION_TITLE },
    },
    shows: { ...EUROS, locale: "fr", root: `https://${DOMAIN}/fr/`, collection: COLLECTION_TITLE },
  },
  britain: {
    body: { feed_type: "market", display_name: "Britain", target_market: "united-kingdom" },
    shows: { ...ABROAD, country: "GB", currency: "GBP", root: `https://uk.${DOMAIN}/` },
  },
  canada: {
    body: { feed_type: "market", display_name: "Canada", target_market: "CA" },
    shows: { ...ABROAD, country: "CA", currency: "EUR", root: `https://${DOMAIN}/`, namesCountry: true },
  },
  switzerland: {
    body: { feed_type: "market", display_name: "Schweiz", target_market: "switzerland", target_country: "CH" },
    shows: { ...ABROAD, country: "CH", currency: "CHF", root: `https://${DOMAIN}/de-ch/`, namesCountry: true },
  },
  japan: {
    body: { feed_type: "market", display_name: "Japan", target_market: "japan" },
    shows: { ...ABROAD, country: "JP", currency: "JPY", root: `https://${DOMAIN}/`, namesCountry: true },
  },
} as const satisfies Readonly<Record<string, Feed>>;
type FeedName = keyof typeof FEEDS;
const NAMES = keysOf<FeedName>(FEEDS);
const LANGUAGES: readonly FeedName[] = ["german", "frenchCollection"];
const MARKETS: readonly FeedName[] = ["britain", "canada", "switzerland", "japan"];

type Rows = ReturnType<typeof expectedFeed>;

let simulator: Simulator;
let home: ClonedService;
let service: ServiceProcess;
let merchant: ApiClient;
const ids = new Map<FeedName, string>();
/** What the shop was when each feed was last extracted. */
let live: ReadonlyMap<FeedName, Rows>;

/** As the shop is now, whatever its collection is called. */
function shopNow(): typeof live {
  const state = [...simulator.control.state()];
  const collection = simulator.control.collections().find(({ id }) => id === collectionId)?.title ?? "";
  return new Map(
    NAMES.map((name) => {
      const { shows }: Feed = FEEDS[name];
      return [name, expectedFeed(state, shows.collection === undefined ? shows : { ...shows, collection })];
    }),
  );
}

const rowsOf = (name: FeedName): Rows => live.get(name) ?? new Map();

let collectionId: number;
beforeAll(async () => {
  simulator = await startSimulator({ products: PRODUCTS, shopDomain: DOMAIN });
  collectionId = simulator.control.collections().find(({ title }) => title === COLLECTION_TITLE)?.id ?? 0;
  home = await clonedService();
  service = await home.start();
  const added = members(
    parseJson(await home.command("shop", "add", "--json", "--shopify", simulator.url, "--token", simulator.token).output),
  );
  merchant = apiClient(home.url, String(added["merchant_key"]));
  const primary = String(added["feed_id"]);
  ids.set("primary", primary);
  await merchant.patch(`/feeds/${primary}/extra_columns`, { extra_columns: Object.keys(EXTRA_COLUMNS) });
  await merchant.patch(`/feeds/${primary}/column_mappings`, { mappings: EXTRA_COLUMNS });
  for (const name of [...LANGUAGES, ...MARKETS]) {
    const made = await merchant.post("/feeds", FEEDS[name].body);
    if (made.status !== 201) throw new Error(`${name}: ${JSON.stringify(made.body)}`);
    ids.set(name, String(made.data["id"]));
  }
  live = shopNow();
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
  await simulator[Symbol.asyncDispose]();
});

const routeOf = (name: FeedName): string => `/feeds/${ids.get(name) ?? ""}`;

/** Until no extract is under way and every feed has run from the last one. */
async function settled(): Promise<ApiAnswer> {
  const extract = await eventually(
    () => merchant.get("/extracts/latest"),
    ({ data }) => data["status"] === "completed" || data["status"] === "failed",
    ENDS_WITHIN_MS,
  );
  for (const name of NAMES)
    await eventually(
      () => merchant.get(`${routeOf(name)}/runs/latest`),
      ({ data }) => data["status"] === "completed" && data["extract_id"] === extract.data["id"],
      ENDS_WITHIN_MS,
    );
  return extract;
}

/** Every file against what the shop was, and every file's own URL. */
async function differences(): Promise<Readonly<Partial<Record<FeedName, readonly string[]>>>> {
  const found: Partial<Record<FeedName, readonly string[]>> = {};
  for (const name of NAMES) {
    const { data } = await merchant.get(routeOf(name));
    const rows = readFeedFile(await (await fetch(String(data["feed_url"]))).text());
    const differ = feedDifferences(rows, rowsOf(name));
    if (differ.length > 0) found[name] = differ.slice(0, 10);
  }
  return found;
}

const change = (number: number, what: Parameters<Simulator["control"]["changeProduct"]>[1]): void =>
  expect(simulator.control.changeProduct(number, what)).toBeDefined();

async function extractStarted(): Promise<void> {
  expect((await merchant.post("/extracts")).status).toBe(202);
}

async function expectLive(names: readonly FeedName[]): Promise<void> {
  for (const name of names) {
    expect((await merchant.get(routeOf(name))).data["not_extracted"]).toBeNull();
    expect((await merchant.get(`${routeOf(name)}/runs/latest`)).data).toMatchObject({ publication: "live", held_reasons: [] });
  }
}

test("as installed, every file is what the shop is", async () => {
  await eventually(
    () => merchant.get("/feeds"),
    ({ list }) => list.length === NAMES.length && list.every((feed) => feed["feed_url"] !== null),
    ENDS_WITHIN_MS,
  );
  await settled();
  expect(await differences()).toEqual({});
  await expectLive(NAMES);
  // What the feeds differ in is there to be compared.
  const [primary, german] = [rowsOf("primary"), rowsOf("german")];
  expect([...german].filter(([id, row]) => row["title"] !== primary.get(id)?.["title"]).length).toBeGreaterThan(primary.size / 2);
  for (const column of ["color", "colours"])
    expect([...german].filter(([id, row]) => row[column] !== primary.get(id)?.[column]).length).toBeGreaterThan(0);
  for (const name of MARKETS) expect(rowsOf(name).size).toBeLessThan(primary.size);
});

test("while translations cannot be had, language feeds keep their last good file and say why, and all others follow every change", async () => {
  change(0, { price: "31.10", compareAtPrice: "40.00" });
  change(3, { markets: { "united-kingdom": { price: "61.00", compareAtPrice: "70.00" }, japan: { price: "12000" } } });
  change(4, { translations: { de: { title: "Ganz anders", handle: "ganz-anders" }, fr: null } });
  change(7, { published: false });
  change(9, { markets: { switzerland: { published: false } } });
  change(10, { markets: { japan: { published: false } } });
  change(18, { variants: [{ position: 2, published: false }] });
  change(22, { variants: [{ position: 1, markets: { "united-kingdom": { published: false } } }] });
  change(23, { markets: { international: { published: true } } });
  change(15, { collections: [] });
  change(33, { collections: [collectionId] });
  live = new Map([...shopNow(), ...LANGUAGES.map((name) => [name, rowsOf(name)] as const)]);
  simulator.control.fail({ kind: "failed_internal_error", times: OPTIONAL_TRIES, matching: "translations(locale" });
  await extractStarted();
  const { data } = await settled();
  const leftOut = expect.arrayContaining([expect.objectContaining({ code: "translations_left_out" })]);
  expect(data).toMatchObject({ status: "completed", warnings: leftOut });
  expect(await differences()).toEqual({});
  await expectLive(["primary", ...MARKETS]);
  for (const name of LANGUAGES) {
    expect((await merchant.get(routeOf(name))).data["not_extracted"]).toMatch(/^Not extracted yet for (?:de|fr)\. ./);
    const run = await merchant.get(`${routeOf(name)}/runs/latest`);
    expect(run.data).toMatchObject({ publication: "held", held_reasons: [{ code: "not_extracted" }] });
  }
});

test("after an extract in whose middle the service was killed, every file is what the shop is, with all that has changed since", async () => {
  change(1, { price: "180.00", translations: { de: { title: "Kommt später" } } });
  change(20, { markets: { international: { published: false }, japan: { price: "25000" } } });
  change(13, { collections: [], markets: { switzerland: { price: "48.00" } } });
  simulator.control.renameCollection(collectionId, "Presents");
  live = shopNow();
  simulator.control.fail({ kind: "stuck_running", forMs: 2_000, matching: "translations(locale" });
  await extractStarted();
  const isExported = () =>
    simulator.control.operations().some(({ status, query }) => status === "RUNNING" && query.includes("translations(locale"));
  await expect.poll(isExported, { timeout: ENDS_WITHIN_MS, interval: 20 }).toBe(true);
  await service.kill();
  // As if the twenty seconds had gone by after which another worker takes it over.
  await home.database.pool.query("update extracts set beat_at = now() - interval '1 minute' where status = 'running'");
  service = await home.start();
  expect((await settled()).data["status"]).toBe("completed");
  expect(await differences()).toEqual({});
  await expectLive(NAMES);
});
