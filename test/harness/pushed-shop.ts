import { isSupported, type PushRow } from "../../src/channels/platform-port.ts";
import { callPlatform, chooseAccount, connectChannel, finishSignIn } from "../../src/features/channel-connections/index.ts";
import { assignChannel } from "../../src/features/channels/index.ts";
import { claimExtract, createExtract, workExtract } from "../../src/features/extracts/index.ts";
import type { AnyOperation, Services } from "../../src/features/operation.ts";
import { claimRun, regenerateFeed, workRun } from "../../src/features/runs/index.ts";
import { changeSettings } from "../../src/features/settings/index.ts";
import { claimSync, workSync } from "../../src/features/syncs/index.ts";
import { storedId } from "../../src/kernel/ids.ts";
import { branded, members } from "../../src/kernel/unsafe.ts";
import { type Db, openShop } from "../../src/platform/postgres/postgres-port.ts";
import { type AmazonFake, startAmazonFake } from "../platforms/amazon/amazon-fake.ts";
import { type MicrosoftFake, startMicrosoftFake } from "../platforms/microsoft/microsoft-fake.ts";
import { type ListedShop, listedShop } from "./listed-shop.ts";
import { type ListedCatalog, listedCatalog, type ListedStorefront, listedStorefront } from "./listed-storefront.ts";
import { perform } from "./perform.ts";
import type { TestDatabase } from "./postgres-template.ts";

/** A shop whose feed's rows are sent to a played platform. */
export interface PushedShop extends AsyncDisposable {
  readonly listed: ListedShop;
  readonly storefront: ListedStorefront;
  services: Services;
}

const signal = new AbortController().signal;

/** Products of one variant each, with what both platforms require. */
export function sellableCatalog(products: number): ListedCatalog {
  const { products: all, variants } = listedCatalog(products);
  return {
    products: all.map((product) => ({ ...product, vendor: "Linen and Oak" })),
    variants: variants.map((variant) => ({ ...variant, image: `https://shop.example/${variant.id}.jpg` })),
  };
}

export async function pushedShop(domain: string, catalog: ListedCatalog, database?: Promise<TestDatabase>): Promise<PushedShop> {
  const storefront = listedStorefront(catalog);
  const listed = await listedShop(domain, storefront, database);
  const pushed: PushedShop = {
    ...{ listed, storefront, services: listed.real.services },
    [Symbol.asyncDispose]: () => listed[Symbol.asyncDispose](),
  };
  await perform(pushed.services, listed.shop, changeSettings, {
    path: { feed_id: String(listed.primaryId) },
    body: { publish_guard: { enabled: false } },
  });
  await runWaiting(pushed);
  return pushed;
}

export type PlayedPlatform =
  | { readonly slug: "microsoft"; readonly fake: MicrosoftFake }
  | { readonly slug: "amazon"; readonly fake: AmazonFake };

export async function playPlatform(slug: PlayedPlatform["slug"], seed: number): Promise<PlayedPlatform> {
  return slug === "microsoft"
    ? { slug, fake: await startMicrosoftFake({ seed }) }
    : { slug, fake: await startAmazonFake({ seed, polls: 1, isUnhurried: true }) };
}

export const asksFor = ({ services, listed }: PushedShop, slug: string) => {
  const path = { slug, feed_id: String(listed.primaryId) };
  return <Answer>(operation: AnyOperation, body?: object) => {
    const named = Object.entries(path).filter(([name]) => operation.http.path.includes(`{${name}}`));
    return perform<Answer>(services, listed.shop, operation, { path: Object.fromEntries(named), ...(body === undefined ? {} : { body }) });
  };
};

/** Connects the shop to the platform and chooses its first account. */
export async function connectPlatform(pushed: PushedShop, { slug, fake }: PlayedPlatform): Promise<void> {
  const settings =
    slug === "microsoft"
      ? fake.settings
      : { endpoints: fake.endpoints, clientId: "client", clientSecret: "secret", applicationToken: "amzn1.sp.solution.1" };
  pushed.services = { ...pushed.listed.real.services, platforms: { ...pushed.services.platforms, [slug]: settings } };
  const ask = asksFor(pushed, slug);
  if (slug === "microsoft") {
    await signIn(pushed, await ask<{ readonly authorize_url: string }>(connectChannel, {}));
    await ask(chooseAccount, { account_id: "42" }).catch(() => undefined);
    return;
  }
  await ask(connectChannel, { credentials: { refresh_token: fake.refreshToken, selling_partner_id: fake.seller, region: "na" } });
  await ask(chooseAccount, { account_id: "ATVPDKIKX0DER" });
}

async function signIn({ services, listed }: PushedShop, { authorize_url: url }: { readonly authorize_url: string }): Promise<void> {
  const page = await fetch(url, { redirect: "manual" });
  const query = Object.fromEntries(new URL(page.headers.get("location") ?? "").searchParams);
  const pack = services.channels.find(({ slug }) => slug === "microsoft");
  if (pack === undefined) throw new Error("Microsoft is a channel");
  await finishSignIn(services, { pack, query, db: listed.database.db, openShop, requestId: "req_test" });
}

export async function assignPlatform(pushed: PushedShop, slug: string, settings: object = {}): Promise<void> {
  await asksFor(pushed, slug)(assignChannel, { settings });
  await runWaiting(pushed);
}

/** Brings the catalog as it is now, and runs the feed. */
export async function publish(pushed: PushedShop, catalog: ListedCatalog): Promise<void> {
  const { storefront, listed, services } = pushed;
  storefront.catalog = catalog;
  await perform(services, listed.shop, createExtract, { body: {} });
  const claim = await claimExtract(listed.database.db, "test", 20);
  if (claim === undefined) throw new Error("no extract waits");
  await workExtract(services, listed.shop, claim, { signal, progress: () => undefined });
  await runWaiting(pushed);
}

/** The same, unless it's the catalog that was brought last. */
export async function publishChanged(pushed: PushedShop, catalog: ListedCatalog): Promise<void> {
  if (pushed.storefront.catalog !== catalog) await publish(pushed, catalog);
}

/** Runs the feed over the same catalog. */
export async function publishAgain(pushed: PushedShop): Promise<void> {
  await perform(pushed.services, pushed.listed.shop, regenerateFeed, { path: { id: String(pushed.listed.primaryId) } });
  await runWaiting(pushed);
}

async function runWaiting({ services, listed }: PushedShop): Promise<void> {
  for (let claim = await next(listed); claim !== undefined; claim = await next(listed))
    await workRun(services, listed.shop, claim, { signal, end: async () => undefined });
}

const next = ({ database }: ListedShop) => claimRun(database.db, "test", 20);

/** Does what workers do until no sync is left, as if every pause were over. */
export async function syncAll(pushed: PushedShop): Promise<void> {
  for (let turns = 0; turns < 200; turns += 1) if ((await syncOnce(pushed)) === "nothing") return;
  throw new Error("there is no end of it");
}

/** One worker's turn, with a database that may die. */
export async function syncOnce(pushed: PushedShop, db: Db = pushed.listed.database.db): Promise<"worked" | "nothing"> {
  await makeSyncsDue(pushed);
  const row = await claimSync(pushed.listed.database.db, 30);
  if (row === undefined) return "nothing";
  await workSync(pushed.services, { shop: openShop(db, storedId("shop", row.shop_id)), row, signal });
  return "worked";
}

export async function makeSyncsDue({ listed }: PushedShop): Promise<void> {
  await listed.database.db
    .updateTable("sync_logs")
    .set({ work_due_at: new Date(0), leased_until: null })
    .where("status", "=", "pending")
    .execute();
  await listed.database.db.deleteFrom("platform_rates").execute();
}

/** A database whose process dies at its nth write, and stays dead. */
export function dyingDatabase(db: Db, writes: number): { readonly db: Db } {
  let left = writes;
  const dying = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      const method = branded<() => unknown>(value).bind(target);
      if (name !== "updateTable" && name !== "transaction") return method;
      left -= 1;
      if (left <= 0)
        return () => {
          throw new Error("died");
        };
      return method;
    },
  });
  return { db: dying };
}

/** As if the platforms took no more rows at once. */
export function inSmallBatches(pushed: PushedShop, rowsMax: number): void {
  const channels = pushed.services.channels.map((pack) => ({
    ...pack,
    platform: { ...pack.platform, pushLimits: { ...pack.platform.pushLimits, rowsMax } },
  }));
  pushed.services = { ...pushed.services, channels };
}

/** As if what a client waits for between two calls had already come. */
export function withoutPauses(pushed: PushedShop): void {
  const channels = pushed.services.channels.map((pack) => {
    const { push } = pack.platform;
    if (!isSupported(push)) return pack;
    const quick: typeof push = (call, batch) => push({ ...call, pause: async () => undefined }, batch);
    return { ...pack, platform: { ...pack.platform, push: quick } };
  });
  pushed.services = { ...pushed.services, channels };
}

/** Somebody changes a row at the platform itself. */
export async function pushByHand({ services, listed }: PushedShop, slug: PlayedPlatform["slug"], row: PushRow): Promise<void> {
  const pack = services.channels.find((one) => one.slug === slug);
  if (pack === undefined || !isSupported(pack.platform.push)) throw new Error(`${slug} takes rows`);
  const { push, pushed } = pack.platform;
  const settings = { target_country: "US", content_language: "en" };
  await callPlatform(services, { pack, shop: listed.shop, signal }, async (call) => {
    const outcome = await push(call, { rows: [row], settings, since: new Date() });
    if (outcome.kind === "accepted" && isSupported(pushed)) await pushed(call, outcome.handle);
  });
}

/** Titles of a catalog's rows by the number of the variant. */
export function titlesOf({ variants, products }: ListedCatalog): Readonly<Record<string, string>> {
  return Object.fromEntries(
    variants.map(({ id, product_key: key }) => [String(id), products.find((product) => product.key === key)?.title ?? ""]),
  );
}

/** The same of what the platform has. */
export function titlesAt(platform: PlayedPlatform): Readonly<Record<string, string>> {
  const items =
    platform.slug === "microsoft"
      ? platform.fake.items().map(({ id, product }) => [/([0-9]+)$/.exec(id)?.[1] ?? id, String(product["title"])] as const)
      : platform.fake.items().map(({ sku, attributes }) => [variantOf(sku), titleOf(attributes["item_name"])] as const);
  return Object.fromEntries(items.toSorted(([a], [b]) => a.localeCompare(b)));
}

const variantOf = (sku: string): string => String(1_000 + Number(sku.replace("SKU-", "")));
const titleOf = (names: unknown): string => (Array.isArray(names) ? String(members(names[0])["value"]) : "");
