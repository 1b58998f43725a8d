import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { App } from "../app.ts";
import { insertExtract } from "../features/extracts/index.ts";
import { createKey } from "../features/keys/index.ts";
import { insertActiveConnection, insertOrganization } from "../features/organizations/index.ts";
import { findShopByDomain, findShopView, installShop, setStorefrontConfig } from "../features/shops/index.ts";
import { formatId, storedId } from "../kernel/ids.ts";
import { members } from "../kernel/unsafe.ts";
import type { ObjectStore } from "../platform/objects/objects-port.ts";
import { type Db, openShop, type ShopDb } from "../platform/postgres/postgres-port.ts";
import { sampleCsv } from "../storefronts/sample/sample-csv.ts";
import { sampleProducts } from "../storefronts/sample/sample-products.ts";
import { SAMPLE_SHOP } from "../storefronts/sample/sample-shop.ts";

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
  const imageBase = `${app.config.http.filesUrl}/sample/images`;
  const found = await findShopByDomain(db, SAMPLE_SHOP.domain);
  if (found !== undefined) {
    await refreshImages(app, openShop(db, storedId("shop", found.id)), imageBase);
    return undefined;
  }
  const stored = await storeSample(app.services.objects, imageBase);
  const { name, domain, currency, country, primaryLocale, languages } = SAMPLE_SHOP;
  const installed = await installShop(
    app.services,
    db,
    { name, domain, currency, country, primaryLocale, languages, storefront: "csv", storefrontConfig: stored },
    { openShop, random: randomBytes },
  );
  const keys = await db.transaction().execute((transaction) => sampleKeys(transaction, installed.shopId));
  return { ...keys, merchant_key: installed.merchantKey, shop_id: installed.shopId };
}

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

/** The images are served by this very service: where its address has changed, the catalog is made anew with the new one. */
async function refreshImages(app: App, shop: ShopDb, imageBase: string): Promise<void> {
  const view = await findShopView(shop);
  if (view === undefined || members(view.storefront_config)["image_base"] === imageBase) return;
  const stored = await storeSample(app.services.objects, imageBase);
  await app.postgres.db.transaction().execute(async (transaction) => {
    const inside: ShopDb = { ...shop, db: transaction };
    await setStorefrontConfig(inside, stored);
    const extract = await insertExtract(inside, { type: "full" });
    await app.services.queue.enqueue(transaction, "extract.look", { extract_id: extract.id });
    app.services.log.info(
      { extract_id: formatId("ext", storedId("ext", extract.id)) },
      "the sample catalog is extracted again, because its images have a new address",
    );
  });
}

async function storeSample(objects: ObjectStore, imageBase: string) {
  await using scratch = await objects.scratch();
  const file = scratch.file("export.csv");
  await pipeline(
    Readable.from(sampleCsv(sampleProducts({ seed: SAMPLE_SHOP.seed, products: SAMPLE_SHOP.products, imageBase }))),
    createWriteStream(file),
  );
  const object = `uploads/${randomBytes(16).toString("hex")}/export.csv`;
  await objects.put(object, file);
  return { object, file_name: "sample-catalog.csv", image_base: imageBase };
}
