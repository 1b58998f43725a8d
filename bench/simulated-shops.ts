import { once } from "node:events";
import { startSimulator } from "../src/storefronts/simulator/start-simulator.ts";
import { members, parseJson } from "../src/kernel/unsafe.ts";

/**
 * A process that plays many shops of Shopify, each at an address of its own, so that what they cost isn't measured. Takes the numbers of products and a seed as JSON;
 * says the addresses and tokens as one line of JSON, and ends with its standard input.
 */

/** Nobody waits for the platform: what's measured is ours. */
const IN_A_HURRY = { isStill: true, pace: 1_000_000_000, startMs: 0, bucket: { maximumAvailable: 1_000_000, restoreRate: 1_000_000 } };

async function main(sizes: readonly number[], seed: number): Promise<void> {
  const shops: { readonly url: string; readonly token: string }[] = [];
  for (const [at, products] of sizes.entries()) {
    const { url, token } = await startSimulator({ ...IN_A_HURRY, products, seed: seed + at, shopDomain: `simulated-${at}.myshopify.com` });
    shops.push({ url, token });
  }
  process.stdout.write(`${JSON.stringify(shops)}\n`);
  await once(process.stdin.resume(), "end");
}

const { sizes, seed } = members(parseJson(process.argv[2] ?? "{}"));
await main(Array.isArray(sizes) ? sizes.map(Number) : [], Number(seed));
process.exit(0);
