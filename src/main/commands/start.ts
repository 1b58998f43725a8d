import { flushCompileCache } from "node:module";
import { type App, openApp } from "../../app.ts";
import { requirePorts } from "../../app-ports.ts";
import type { Config } from "../../config.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { commandConfig } from "../command-app.ts";
import { findChannelFiles, findFurtherFeeds, type NamedFeed, type Quickstart, watchForShops, writeQuickstart } from "../quickstart.ts";
import { findSoleShop } from "../installed-shops.ts";
import { installSampleShop } from "../sample-shop.ts";
import { makeSignInLink } from "../sign-in-link.ts";
import { countBuffersAsHeap } from "../count-buffers-as-heap.ts";
import { stopSignal } from "../stop-signal.ts";

/** Everything on one machine, until a signal. */
export async function start(): Promise<void> {
  countBuffersAsHeap();
  const config = commandConfig();
  await requirePorts(config, { serves: true });
  const stopped = stopSignal();
  await using log = makeLogger({ level: config.log.level, pretty: process.stderr.isTTY });
  await using app = await openApp(config, { purpose: "service", log });
  const wantsSample = config.sampleShop ?? config.databaseUrl === null;
  const keys = wantsSample ? await installSampleShop(app) : undefined;
  // Nobody can read the keys later, and whoever sees that the service is ready looks for them.
  const quickstart = await writeQuickstart(app, keys);
  await app.startHttp();
  const shopId = quickstart?.shop_id;
  const further = shopId === undefined ? [] : [...(await findChannelFiles(app, shopId)), ...(await findFurtherFeeds(app, shopId))];
  const signInLink = await linkAtStart(app, shopId);
  process.stdout.write(readyText(config, quickstart, { isFirst: keys !== undefined, further, signInLink }));
  await using _watch = typeof quickstart?.admin_key === "string" ? watchForShops(app) : null;
  await app.startWorker();
  // Node keeps compiled code at an orderly exit alone, and a service that was killed has to start again quickly.
  flushCompileCache();
  log.info({ signal: await stopped }, "stopping");
}

interface Start {
  readonly isFirst: boolean;
  readonly further: readonly NamedFeed[];
  readonly signInLink: string | null;
}

/**
 * Of the sample shop, of the only one, or of the operator where there is none to add the first. Its code is worth nothing after ten minutes, so it
 * may stay in a journal. Beside several shops an operator's link would open all of them, so it's printed by the command alone.
 */
async function linkAtStart(app: App, sampleShopId: number | undefined): Promise<string | null> {
  const shopId = await findSoleShop(app.postgres.db, sampleShopId);
  if (shopId !== undefined) return makeSignInLink(app, shopId);
  return (await hasShops(app)) ? null : makeSignInLink(app, null);
}

async function hasShops({ postgres }: App): Promise<boolean> {
  return (await postgres.db.selectFrom("shops").select("id").limit(1).executeTakeFirst()) !== undefined;
}

const NEW_LINK = "(works once, for 10 minutes; for a new link: npx feedwright console)";

function readyText({ http, dataDir }: Config, quickstart: Quickstart | undefined, { isFirst, further, signInLink }: Start): string {
  const { publicUrl } = http;
  if (quickstart === undefined) {
    const next =
      signInLink === null
        ? "For a link to the console: npx feedwright console --shop SHOP, or --admin for all shops\n"
        : `Sign in to the console: ${signInLink}\n${NEW_LINK}\n`;
    return `\nFeedwright is ready at ${publicUrl}/v1, with documentation at ${publicUrl}/docs.\n${next}\n`;
  }
  return `
Feedwright is ready.

  Console       ${signInLink ?? quickstart.console_url}
                ${NEW_LINK}
  API           ${quickstart.base_url}
  Reference     ${publicUrl}/docs
  Sample feed   ${quickstart.feed_url}
${further.map(({ name, url }) => `                ${url}   (${name})\n`).join("")}${isFirst ? keysText(quickstart, dataDir) : laterText(quickstart, dataDir)}
`;
}

function keysText(quickstart: Quickstart, dataDir: string): string {
  return `  Merchant key  ${quickstart.merchant_key}
  Agency key    ${quickstart.org_key}   (with ?shop_id=${quickstart.shop_id})
  Admin key     ${quickstart.admin_key ?? ADMIN_KEY_ADVICE}

This is also stored in ${dataDir}/quickstart.json. The keys aren't shown again. Try it:

  curl -H "Authorization: Bearer ${quickstart.merchant_key}" ${quickstart.base_url}/feeds
`;
}

/** What a terminal or a journal keeps of every start holds no key. */
function laterText({ admin_key: adminKey }: Quickstart, dataDir: string): string {
  const admin = adminKey === null ? `  Admin key     ${ADMIN_KEY_ADVICE}\n` : "";
  return `  Keys          in ${dataDir}/quickstart.json\n${admin}`;
}

const ADMIN_KEY_ADVICE = "not stored once there is a second shop; create one with: npx feedwright key create --admin --name NAME";
