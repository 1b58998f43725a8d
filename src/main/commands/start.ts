import { openApp, requirePorts } from "../../app.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { commandConfig } from "../command-app.ts";
import { type Quickstart, writeQuickstart } from "../quickstart.ts";
import { installSampleShop } from "../sample-shop.ts";
import { stopSignal } from "../stop-signal.ts";

/** Everything on one machine, until a signal. */
export async function start(): Promise<void> {
  const config = commandConfig();
  await requirePorts(config, { serves: true });
  const stopped = stopSignal();
  await using log = makeLogger({ level: config.log.level, pretty: process.stderr.isTTY });
  await using app = await openApp(config, { purpose: "service", log });
  const wantsSample = config.sampleShop ?? config.databaseUrl === null;
  const keys = wantsSample ? await installSampleShop(app) : undefined;
  await app.startHttp();
  const quickstart = await writeQuickstart(app, keys);
  process.stdout.write(readyText(config.http.publicUrl, config.dataDir, quickstart));
  app.startWorker();
  log.info({ signal: await stopped }, "stopping");
}

function readyText(publicUrl: string, dataDir: string, quickstart: Quickstart | undefined): string {
  if (quickstart === undefined)
    return `\nFeedwright is ready at ${publicUrl}/v1, documented at ${publicUrl}/docs.\nAdd a shop with: npx feedwright shop add --csv FILE --domain example.com\n\n`;
  return `
Feedwright is ready.

  API           ${quickstart.base_url}
  Reference     ${publicUrl}/docs
  Sample feed   ${quickstart.feed_url}
  Merchant key  ${quickstart.merchant_key}
  Agency key    ${quickstart.org_key}   (with ?shop_id=${quickstart.shop_id})
  Admin key     ${quickstart.admin_key}

The same is in ${dataDir}/quickstart.json. Try it:

  curl -H "Authorization: Bearer ${quickstart.merchant_key}" ${quickstart.base_url}/feeds

`;
}
