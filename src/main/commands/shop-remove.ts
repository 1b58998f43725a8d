import type { App } from "../../app.ts";
import { removeAdminShop } from "../../features/admin/index.ts";
import { findShopView, objectPrefixes, type ShopView } from "../../features/shops/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { formatId, parseId, storedId } from "../../kernel/ids.ts";
import { openShop, type ShopDb } from "../../platform/postgres/postgres-port.ts";
import { hasLivingWorker } from "../../platform/jobs/worker-registry.ts";
import { SILENT_AFTER_S } from "../../surfaces/jobs/lease.ts";
import { openCommandApp } from "../command-app.ts";
import { performAdminCommand } from "../command-operation.ts";
import { confirmRemoval } from "../confirm-removal.ts";
import { findShop } from "../find-shop.ts";

export interface ShopRemoveOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Uninstalls a shop and erases it at once: what `DELETE /v1/admin/shops/{id}` does when it is asked twice. */
export async function removeInstalledShop({ shop: text, yes, json }: ShopRemoveOptions & { readonly shop: string }): Promise<void> {
  await using app = await openCommandApp();
  const { shop, view } = await shopToRemove(app, text);
  const facts = await countOf(shop, view);
  if (yes !== true) await confirmRemoval(described(facts), { input: process.stdin, output: process.stderr });
  await erase(app, shop, view);
  process.stdout.write(json === true ? `${JSON.stringify({ ...facts, removed: true })}\n` : `Removed ${described(facts)}.\n`);
}

/** An uninstalled shop waits to be erased, and is known by its id alone: its domain may be another shop's by now. */
async function shopToRemove(app: App, text: string) {
  const id = parseId("shop", text);
  const known = id === undefined ? undefined : openShop(app.postgres.db, id);
  const waiting = known === undefined ? undefined : await findShopView(known);
  if (known !== undefined && waiting !== undefined) return { shop: known, view: waiting };
  const shop = await findShop(app.postgres.db, text);
  const view = await findShopView(shop);
  if (view === undefined) throw new PlainError("shop_unknown", `The shop ${text} has already been removed.`);
  return { shop, view };
}

async function countOf({ db, shopId }: ShopDb, { id, domain }: ShopView) {
  const count = async (table: "feeds" | "api_keys" | "extracts"): Promise<number> => {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("rows"))
      .where("shop_id", "=", shopId)
      .executeTakeFirstOrThrow();
    return rows;
  };
  return {
    shop_id: id,
    shop: formatId("shop", storedId("shop", id)),
    domain,
    feed_count: await count("feeds"),
    key_count: await count("api_keys"),
    extract_count: await count("extracts"),
  };
}
type Facts = Awaited<ReturnType<typeof countOf>>;

function described({ domain, shop, feed_count: feeds, key_count: keys, extract_count: extracts }: Facts): string {
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  return `${domain} (${shop}) with ${counted(feeds, "feed")}, ${counted(keys, "API key")}, ${counted(extracts, "extract")} and all files`;
}

async function erase(app: App, shop: ShopDb, { uninstalled_at: uninstalledAt }: ShopView): Promise<void> {
  const prefixes = await objectPrefixes(shop);
  const asked = { path: { id: String(shop.shopId) } };
  // One that ends between the two leaves an uninstalled shop, which is erased 48 hours later.
  if (uninstalledAt === null) await performAdminCommand(app, removeAdminShop, asked);
  await performAdminCommand(app, removeAdminShop, asked);
  // A worker that is alive removes the files; without one nobody would before the next start.
  if (await hasLivingWorker(app.postgres.db, SILENT_AFTER_S)) return;
  for (const prefix of prefixes) await app.services.objects.remove(prefix);
}
