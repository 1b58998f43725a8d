import { setTimeout as sleep } from "node:timers/promises";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import type { ServiceHome } from "../harness/service-process.ts";

/** A shop that a merchant has installed by a browser, and a key to it. */
export interface LiveShop {
  readonly feedUrl: string;
  readonly key: string;
  /** A full extract, as the schedule starts it. Answers the HTTP status. */
  extract(): Promise<number>;
}

/** Goes the way of a merchant's browser: our address, Shopify's, ours again. `known`: the shop was installed before, and has a key. */
export async function installApp(home: ServiceHome, domain: string, known?: LiveShop): Promise<LiveShop> {
  const begun = await fetch(`${home.url}/shopify/install?shop=${domain}`, { redirect: "manual" });
  const cookie = (begun.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const approved = await fetch(begun.headers.get("location") ?? "", { redirect: "manual" });
  const finished = await fetch(approved.headers.get("location") ?? "", { redirect: "manual", headers: { cookie } });
  if (finished.status !== 303) throw new Error(`the installation was answered ${finished.status}: ${await finished.text()}`);
  if (known !== undefined) return known;
  const made = await home.command("key", "create", "--shop", domain, "--name", "Faults", "--scopes", "full_access", "--json").output;
  const key = String(members(parseJson(made))["raw_key"]);
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const feedUrl = await firstFeedUrl(`${home.url}/v1/shop`, headers);
  const extract = async () => (await fetch(`${home.url}/v1/extracts`, { method: "POST", headers, body: "{}" })).status;
  return { feedUrl, key, extract };
}

const PUBLISHED_WITHIN_MS = 10 * 60_000;
const LOOK_EVERY_MS = 500;

/** A shop has no feed until its first run. */
async function firstFeedUrl(shopUrl: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const until = performance.now() + PUBLISHED_WITHIN_MS;
  while (performance.now() < until) {
    const { feed_url: url } = members(members(await (await fetch(shopUrl, { headers })).json())["data"]);
    if (typeof url === "string") return url;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error("the shop's feed was never published");
}
