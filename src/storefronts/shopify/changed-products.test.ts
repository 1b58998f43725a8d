import { expect, test } from "vitest";
import { openEgress } from "../../platform/egress/open-egress.ts";
import { silentLog } from "../../platform/objects/silent-log.ts";
import { openSecrets } from "../../platform/secrets/open-secrets.ts";
import { PLENTY } from "../simulator/simulator-client.suite.ts";
import { type Simulator, startSimulator } from "../simulator/start-simulator.ts";
import { changedProducts } from "./changed-products.ts";
import { sealedConfig } from "./shopify-config.ts";

const secrets = openSecrets(Buffer.alloc(32, 7));

async function changedSince(simulator: Simulator, since: Date, most = 10_000) {
  await using egress = openEgress({ allowLoopback: false, log: silentLog });
  const services = { secrets, egress, log: silentLog, sample: () => Promise.reject(new Error("no sample")) };
  const config = sealedConfig(secrets, { shop: "simulator", origin: simulator.url, isLoopback: true }, simulator.token);
  const shop = { domain: "changing.myshopify.com", currency: "EUR", config, metafields: null, knownMetafields: [] };
  const budget = { take: async () => 0, report: async () => undefined };
  return await changedProducts(services, { shop, signal: AbortSignal.timeout(60_000), budget, since, most });
}

test("products come by the time of their change over all pages, and no more than are wanted", async () => {
  await using simulator = await startSimulator({ products: 320, bucket: PLENTY });
  const since = new Date(Date.now() - 60_000);
  expect(await changedSince(simulator, since)).toEqual({ products: [], isCut: false });
  const ids = Array.from({ length: 300 }, (_, at) => String(simulator.control.changeProduct(at + 5, { title: `Changed ${at}` })?.id));
  const all = await changedSince(simulator, since);
  expect([all.isCut, all.products.map(({ id }) => id).toSorted()]).toEqual([false, ids.toSorted()]);
  const times = all.products.map(({ changedAt }) => changedAt.getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  const some = await changedSince(simulator, since, 250);
  expect(some).toEqual({ products: all.products.slice(0, 250), isCut: true });
});
