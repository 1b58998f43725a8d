import { setTimeout as sleep } from "node:timers/promises";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { apiClient } from "../harness/api-client.ts";
import type { ServiceHome } from "../harness/service-process.ts";
import type { WebhookSink } from "./webhook-sink.ts";

/** A shop whose products are changed while things are killed: each change is an event that two webhooks are to be told. */
export interface WebhookShop {
  readonly name: string;
  readonly key: string;
  readonly productIds: readonly string[];
}

/** As many as a batch may have. */
const PRODUCTS = 100;
const HEADER =
  "Handle,Title,Vendor,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Status";

export async function installWebhookShop(home: ServiceHome, sink: WebhookSink, name: string): Promise<WebhookShop> {
  const file = join(home.dataDir, `${name}.csv`);
  const rows = Array.from({ length: PRODUCTS }, (_, at) => `p-${at},Product ${at},Acme,TRUE,Title,Default Title,S-${at},5,deny,10,active`);
  await writeFile(file, `${[HEADER, ...rows].join("\n")}\n`);
  const added = await home.command("shop", "add", "--csv", file, "--domain", `${name}.example`, "--json").output;
  const { merchant_key: key, feed_id: feedId } = members(parseJson(added));
  const client = apiClient(home.url, String(key));
  const products = await client.get(`/products?feed_id=${String(feedId)}&per_page=100`);
  for (const kind of ["good", "flaky"] as const) {
    const receiver = sink.receiver(`${name}-${kind}`, kind);
    const made = await client.post("/webhooks", { endpoint_url: receiver.url, events: ["product.updated"] });
    if (made.status !== 201) throw new Error(`a webhook was answered ${made.status} ${JSON.stringify(made.body)}`);
    receiver.knows(String(made.data["secret"]));
  }
  return { name, key: String(key), productIds: products.list.map(({ id }) => String(id)) };
}

/** A request that is not answered by then is stuck; a service that was killed needs seconds on a busy machine. */
const ANSWERED_WITHIN_MS = 300_000;
const TIMEOUT_MS = 120_000;
const RETRY_MS = 50;

export interface Writing {
  readonly home: ServiceHome;
  readonly shop: WebhookShop;
  readonly over: () => boolean;
  /** After each change that was answered. */
  readonly changed: () => void;
  readonly violations: string[];
}

/** Changes all products of the shop again and again, each time until it is answered; answers the titles it gave. */
export async function keepChanging({ home, shop, over, changed, violations }: Writing): Promise<readonly string[]> {
  const titles: string[] = [];
  while (!over()) {
    const title = `${shop.name} ${titles.length}`;
    if (!(await changeAll({ home, shop, violations }, title))) break;
    titles.push(title);
    changed();
  }
  return titles;
}

async function changeAll({ home, shop, violations }: Omit<Writing, "over" | "changed">, title: string): Promise<boolean> {
  const deadline = performance.now() + ANSWERED_WITHIN_MS;
  while (performance.now() < deadline) {
    const { status, text } = await sendBatch(home.url, shop, title);
    if (status === 200) {
      const { updated } = members(members(parseJson(text))["data"]);
      if (!Array.isArray(updated) || updated.length !== shop.productIds.length) violations.push(`${title} was answered ${text}`);
      return true;
    }
    if (![0, 409, 503].includes(status)) violations.push(`${title} was answered ${status} ${text}`);
    await sleep(RETRY_MS);
  }
  violations.push(`${title} was not answered within ${ANSWERED_WITHIN_MS} ms`);
  return false;
}

async function sendBatch(
  url: string,
  { key, productIds }: WebhookShop,
  title: string,
): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const answer = await fetch(`${url}/v1/products/batch`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": title.replace(" ", "-") },
      body: JSON.stringify({ products: productIds.map((id) => ({ id, title })) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return { status: 0, text: "" };
  }
}
