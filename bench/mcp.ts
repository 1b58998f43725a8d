import { setTimeout as sleep } from "node:timers/promises";
import { members } from "../src/kernel/unsafe.ts";
import { messagesOf, sendMcp } from "../test/harness/mcp-caller.ts";
import { percentile } from "./measure.ts";
import { record } from "./results.ts";
import { startService } from "./running-server.ts";

/** `node bench/mcp.ts`: agents that read the feeds of the sample shop, one call after another, in either era of the protocol. */
const CLIENTS = 20;
const SECONDS = 30;

await using service = await startService({ SAMPLE_SHOP: "1", RATE_LIMIT_MERCHANT: "0" });
const { base_url, merchant_key } = await service.quickstart();
const address = { url: `${String(base_url)}/mcp`, key: String(merchant_key) };
const samples: number[] = [];
/** The sample shop extracts and publishes its feeds first; past it something is stuck. */
const QUIET_WITHIN_S = 300;
for (let second = 0; !(await isQuiet()); second += 1) {
  if (second === QUIET_WITHIN_S) throw new Error("the sample shop's feeds were never published");
  await sleep(1_000);
}
let faults = 0;
const until = performance.now() + SECONDS * 1000;

async function isQuiet(): Promise<boolean> {
  const { data } = await service.ask(address.key, "/feeds/health?per_page=100");
  return Array.isArray(data) && data.map(members).every((feed) => members(feed["last_run"])["status"] === "completed");
}

async function readFeeds(client: number): Promise<void> {
  const era = client % 2 === 0 ? "2026-07-28" : "2025-11-25";
  while (performance.now() < until) {
    const begun = performance.now();
    const [message] = await messagesOf(
      await sendMcp(address, { era, method: "tools/call", params: { name: "list_feeds", arguments: {} } }),
    );
    samples.push(performance.now() - begun);
    const { structuredContent } = members(message?.["result"]);
    if (!Array.isArray(members(structuredContent)["data"])) faults += 1;
  }
}

await Promise.all(Array.from({ length: CLIENTS }, (_, client) => readFeeds(client)));
await record("node bench/mcp.ts", [
  {
    what: `list_feeds, ${CLIENTS} clients for ${SECONDS} s`,
    figure: `p50 ${percentile(samples, 0.5).toFixed(0)} ms, p95 ${percentile(samples, 0.95).toFixed(0)} ms, ${samples.length} calls`,
    beside: "p95 ≤ 100 ms",
  },
  { what: "calls that failed", figure: String(faults), beside: "none" },
]);
