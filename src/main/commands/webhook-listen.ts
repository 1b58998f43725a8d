import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../app.ts";
import { listShops } from "../../features/shops/index.ts";
import { createWebhook, deleteWebhook, getDelivery, testWebhook } from "../../features/webhooks/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { openCommandApp, requireWorker } from "../command-app.ts";
import { performCommand } from "../command-operation.ts";
import { type HeardDelivery, listenForDeliveries } from "../delivery-listener.ts";
import { findShop } from "../find-shop.ts";
import { stopSignal } from "../stop-signal.ts";

export interface WebhookListenOptions {
  readonly port: string;
  readonly shop?: string;
  readonly events: string;
  readonly secret?: string;
  readonly json?: boolean;
}

/** How long the service has to bring the first delivery before something is amiss. */
const FIRST_WITHIN_MS = 5_000;

/** Prints and verifies deliveries until it is stopped: of a webhook it makes for as long, or of one whose secret is given. */
export async function listenToWebhook(options: WebhookListenOptions): Promise<void> {
  const stopped = stopSignal();
  let secret = options.secret;
  let first: (() => void) | undefined;
  const arrived = new Promise<void>((resolve) => (first = resolve));
  const heard = (delivery: HeardDelivery): void => {
    first?.();
    process.stdout.write(options.json === true ? `${JSON.stringify(delivery)}\n` : linesOf(delivery));
  };
  await using listener = await listenForDeliveries({ port: portOf(options.port), secret: () => secret, heard });
  if (secret !== undefined) {
    say(`Listening at ${listener.url}. Press Ctrl-C to stop.`);
    await stopped;
    return;
  }
  await using app = await openCommandApp({ changes: { webhooks: { allowPrivate: true, extras: false } } });
  await requireWorker(app, "ALLOW_PRIVATE_WEBHOOKS=1 npm start");
  const shop = await shopOf(app, options.shop);
  const made = await makeWebhook(app, shop, { url: listener.url, events: options.events });
  secret = made.secret;
  say(`Listening at ${listener.url} as ${made.id}, for ${options.events}. Press Ctrl-C to stop and remove the webhook.`);
  try {
    const ping = await performCommand(app, shop, testWebhook, { path: { id: made.id } });
    const came = await Promise.race([arrived.then(() => true), stopped.then(() => true), sleep(FIRST_WITHIN_MS, false, { ref: false })]);
    if (!came) say(await whyNothingCame(app, shop, { id: made.id, delivery_id: String(members(ping)["id"]) }));
    await stopped;
  } finally {
    await performCommand(app, shop, deleteWebhook, { path: { id: made.id } }).catch((error: unknown) => {
      throw new PlainError(
        "webhook_left",
        `The webhook ${made.id} couldn't be removed. Delete it with DELETE /v1/webhooks/${made.id}.`,
        error,
      );
    });
  }
}

async function shopOf({ postgres: { db } }: App, text: string | undefined): Promise<ShopDb> {
  if (text !== undefined) return findShop(db, text);
  const [only, ...others] = await listShops(db);
  if (only === undefined) throw new PlainError("shop_unknown", "No shop is installed yet. Add one with: feedwright shop add");
  if (others.length > 0)
    throw new PlainError("option_missing", "There are several shops. Choose one with --shop. To list them: feedwright shop list");
  return findShop(db, String(only.id));
}

async function makeWebhook(app: App, shop: ShopDb, { url, events }: { readonly url: string; readonly events: string }) {
  const body = Buffer.from(JSON.stringify({ endpoint_url: url, events: events.split(",").map((name) => name.trim()) }));
  const { id, secret } = members(await performCommand(app, shop, createWebhook, { path: {}, body }));
  return { id: String(id), secret: String(secret) };
}

async function whyNothingCame(app: App, shop: ShopDb, path: Readonly<Record<"id" | "delivery_id", string>>): Promise<string> {
  const { error_message: fault } = members(await performCommand(app, shop, getDelivery, { path }));
  const reason = typeof fault === "string" ? `The service says: ${fault}` : "The service hasn't tried yet.";
  return `The test delivery hasn't arrived. ${reason} Make sure the service runs with ALLOW_PRIVATE_WEBHOOKS=1.`;
}

function portOf(text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new PlainError("option_invalid", `--port must be a number from 0 to 65535, not ${text}.`);
  return port;
}

function linesOf({ event, delivery, body, fault }: HeardDelivery): string {
  const verdict = fault === null ? "verified" : `NOT VERIFIED: the delivery ${fault}`;
  return `${event || "(no event)"} ${delivery || "(no delivery)"} ${verdict}\n${body}\n`;
}

/** What is no delivery goes where it is in nobody's way. */
function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
