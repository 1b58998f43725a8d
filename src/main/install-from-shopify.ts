import { text } from "node:stream/consumers";
import { introducedInstallation } from "../features/shops/index.ts";
import { shopAddress } from "../storefronts/shopify/shopify-config.ts";
import { openCommandApp } from "./command-app.ts";
import { installAndPublish } from "./install-and-publish.ts";

export interface ShopifyToInstall {
  /** `-`: on standard input, so that it stands in no history and no list of processes. */
  readonly token: string;
  readonly country?: string;
  readonly name?: string;
  readonly json: boolean;
}

/** Shopify may be slow, and is asked twice. */
const ASK_DEADLINE_MS = 120_000;

/** Asks Shopify what the shop is, before anything is installed: a wrong domain or token is told at once. */
export async function installFromShopify(shopify: string, { token: typed, json, ...options }: ShopifyToInstall): Promise<void> {
  // A text that is no shop is told before a database is opened.
  shopAddress(shopify);
  const token = typed === "-" ? (await text(process.stdin)).trim() : typed;
  await using app = await openCommandApp();
  const { wanted, introduction } = await introducedInstallation(
    app.services,
    { access: { kind: "shopify", shop: shopify, token }, told: options },
    AbortSignal.timeout(ASK_DEADLINE_MS),
  );
  if (introduction.missing !== null) process.stderr.write(`${introduction.missing}\n`);
  await installAndPublish(app, wanted, { json, undo: introduction.undo });
}
