import { randomBytes } from "node:crypto";
import type { App } from "../app.ts";
import { installFeed } from "../features/additional-feeds/index.ts";
import { assignDefault } from "../features/channels/index.ts";
import { insertExtract } from "../features/extracts/index.ts";
import { createKey } from "../features/keys/index.ts";
import { insertActiveConnection, insertOrganization } from "../features/organizations/index.ts";
import { findShopByDomain, findShopView, installShop, setStorefrontConfig } from "../features/shops/index.ts";
import { formatId, storedId } from "../kernel/ids.ts";
import { members } from "../kernel/unsafe.ts";
import { type Db, openShop, type ShopDb, transact } from "../platform/postgres/postgres-port.ts";
import { SAMPLE_SHOP, sampleImageBase } from "../storefronts/sample/sample-shop.ts";
import { DEFAULT_SCOPES } from "../storefronts/simulator/shop-facts.ts";

/** The keys a first start hands out, and the shop they open. */
export interface SampleKeys {
  readonly merchant_key: string;
  readonly org_key: string;
  readonly admin_key: string;
  readonly shop_id: number;
}

/** Installs the sample shop, once. Answers its keys at that first time only: nobody can read them later. */
export async function installSampleShop(app: App): Promise<SampleKeys | undefined> {
  const { db } = app.postgres;
  const imageBase = sampleImageBase(app.config.http.filesUrl);
  const found = await findShopByDomain(db, SAMPLE_SHOP.domain);
  if (found !== undefined) {
    await refreshImages(app, openShop(db, storedId("shop", found.id)), imageBase);
    return undefined;
  }
  const { name, domain, currency, country, primaryLocale, languages } = SAMPLE_SHOP;
  const about = { name, domain, currency, country, primaryLocale, languages };
  const wanted = { ...about, storefront: "shopify", storefrontConfig: configOf(imageBase), accessScopes: DEFAULT_SCOPES } as const;
  return transact(db, async (transaction) => {
    const installed = await installShop(app.services, transaction, wanted, { openShop, random: randomBytes });
    for (const slug of SAMPLE_CHANNELS)
      await assignDefault(app.services, openShop(transaction, installed.shopId), { feedId: installed.feedId, slug });
    for (const feed of SAMPLE_FEEDS) await installFeed(openShop(transaction, installed.shopId), feed);
    const keys = await sampleKeys(transaction, installed.shopId);
    return { ...keys, merchant_key: installed.merchantKey, shop_id: installed.shopId };
  });
}

/** Beside the primary one: the catalog in another language, and what it costs in another country. */
const SAMPLE_FEEDS: readonly Parameters<typeof installFeed>[1][] = [
  { feedType: "language", displayName: "Deutsch", locale: "de", targetMarket: null, targetCountry: SAMPLE_SHOP.country },
  { feedType: "market", displayName: "United Kingdom", locale: null, targetMarket: "GB", targetCountry: "GB" },
];

/** Of the primary feed. */
const SAMPLE_CHANNELS: readonly string[] = ["google", "meta"];

async function sampleKeys(db: Db, shopId: ShopDb["shopId"]) {
  const organizationId = await insertOrganization(db, "Sample agency");
  await insertActiveConnection(db, { organizationId, shopId, domain: SAMPLE_SHOP.domain, clientLabel: SAMPLE_SHOP.name });
  const organization = await createKey(db, {
    kind: "organization",
    organizationId,
    name: "First key",
    grants: ["read_org", "write_org", "full_access"],
  });
  const admin = await createKey(db, { kind: "admin", name: "First key", grants: ["read_admin", "write_admin"] });
  return { org_key: organization.rawKey, admin_key: admin.rawKey };
}

/** What the shopify storefront knows the sample shop by; and where its images were when it was extracted last. */
function configOf(imageBase: string) {
  return { sample: true, image_base: imageBase };
}

/** The images are served by this very service: where its address has changed, the catalog is extracted anew with the new one. */
async function refreshImages(app: App, shop: ShopDb, imageBase: string): Promise<void> {
  const view = await findShopView(shop);
  if (view?.storefront !== "shopify" || members(view.storefront_config)["image_base"] === imageBase) return;
  await transact(app.postgres.db, async (transaction) => {
    const inside: ShopDb = { ...shop, db: transaction };
    await setStorefrontConfig(inside, configOf(imageBase));
    const extract = await insertExtract(inside, { type: "full" });
    await app.services.queue.enqueue(transaction, "extract.look", { extract_id: extract.id });
    app.services.log.debug(
      { extract_id: formatId("ext", storedId("ext", extract.id)) },
      "extracting the sample catalog again, because its images have a new address",
    );
  });
}
