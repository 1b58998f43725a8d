import { randomBytes } from "node:crypto";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { claimExtract, workExtract } from "../../src/features/extracts/index.ts";
import { installShop } from "../../src/features/shops/index.ts";
import { type FeedId, type ShopId, storedId } from "../../src/kernel/ids.ts";
import { openShop, type ShopDb } from "../../src/platform/postgres/postgres-port.ts";
import { listedTemplate } from "./listed-template.ts";
import { type ListedCatalog, listedCatalog, type ListedStorefront, listedStorefront } from "./listed-storefront.ts";
import { databaseLike, TEMPLATE_ROWS, type TestDatabase } from "./postgres-template.ts";
import { type RealServices, realServices } from "./real-platform.ts";
import { jobsDatabase } from "./shop-fixture.ts";

/** A shop in a database of its own, with a real snapshot: where only a number is given, its rows are 1001, 1002 and so on. */
export interface ListedShop extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly real: RealServices;
  readonly shop: ShopDb;
  readonly primaryId: FeedId;
}

export async function listedShop(
  domain: string,
  rows: number | ListedCatalog | ListedStorefront,
  opening?: Promise<TestDatabase>,
): Promise<ListedShop> {
  const isCommon = typeof rows === "number" && opening === undefined && TEMPLATE_ROWS.includes(rows);
  return isCommon ? copiedShop(domain, rows) : extractedShop(domain, rows, opening);
}

async function extractedShop(
  domain: string,
  rows: number | ListedCatalog | ListedStorefront,
  opening?: Promise<TestDatabase>,
): Promise<ListedShop> {
  const listed = await installedShop(domain, storefrontOf(rows), opening);
  const { database, real, shop } = listed;
  const claim = await claimExtract(database.db, "test", 20);
  if (claim === undefined) throw new Error("no extract waits");
  await workExtract(real.services, shop, claim, { signal: new AbortController().signal, progress: () => undefined });
  return listed;
}

async function copiedShop(domain: string, rows: number): Promise<ListedShop> {
  const template = await listedTemplate(rows, (opening) => extractedShop("template.example", rows, opening));
  const [database, real] = [await databaseLike(template.database), await realServices(storefrontOf(rows))];
  await cp(template.folder, join(real.folder, "objects"), { recursive: true });
  const shopId = storedId("shop", template.shopId);
  await database.db.updateTable("shops").set({ domain, name: domain }).where("id", "=", shopId).execute();
  return openedShop(database, real, { shopId, feedId: storedId("feed", template.feedId) });
}

/** The same before its first extract. */
export async function installedShop(domain: string, storefront: ListedStorefront, opening = jobsDatabase()): Promise<ListedShop> {
  const database = await opening;
  const real = await realServices(storefront);
  const wanted = { domain, currency: "USD", country: "US", storefront: "csv", storefrontConfig: {} } as const;
  const installed = await installShop(real.services, database.db, wanted, { openShop, random: randomBytes });
  return openedShop(database, real, installed);
}

function openedShop(
  database: TestDatabase,
  real: RealServices,
  { shopId, feedId }: { readonly shopId: ShopId; readonly feedId: FeedId },
): ListedShop {
  return {
    database,
    real,
    shop: openShop(database.db, shopId),
    primaryId: feedId,
    async [Symbol.asyncDispose]() {
      await real[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

function storefrontOf(rows: number | ListedCatalog | ListedStorefront): ListedStorefront {
  if (typeof rows === "number") return listedStorefront(listedCatalog(rows));
  return "extract" in rows ? rows : listedStorefront(rows);
}
