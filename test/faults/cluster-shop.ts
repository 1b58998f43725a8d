import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { csvShop } from "../harness/csv-shop.ts";
import type { Cluster } from "./cluster.ts";
import { writeExport } from "./export-file.ts";
import type { WebhookSink } from "./webhook-sink.ts";

/** A shop of the cluster, with its primary feed published and a webhook for everything that happens. */
export interface ClusterShop {
  readonly name: string;
  readonly key: string;
  readonly feedId: string;
  /** The feed file's path, the same at every node. */
  readonly feedPath: string;
  /** Product exports that differ in every price and in how many products they have. */
  readonly exports: readonly string[];
}

/** Few enough that the publish guard lets each follow each, and every one differs from all others. */
const EXPORT_VERSIONS = 4;
const VARIANTS_PER_PRODUCT = 2;

/** Rows of an export, by its number of products without the version's own. */
export const rowsOf = (products: number, version: number): number => (products + version) * VARIANTS_PER_PRODUCT;

export async function installClusterShop(
  { apis, database }: Cluster,
  sink: WebhookSink,
  shop: { readonly name: string; readonly products: number },
): Promise<ClusterShop> {
  const { name, products } = shop;
  const exports = await exportTexts(products);
  const installed = await csvShop({ url: apis[0]?.url ?? "", database }, `${name}.example`, exports[0] ?? "");
  const { client, key, feedUrl } = installed;
  const feeds = await client.get("/feeds");
  const receiver = sink.receiver(name, "good");
  const made = await client.post("/webhooks", { endpoint_url: receiver.url, events: ["*"] });
  if (made.status !== 201) throw new Error(`a webhook was answered ${made.status} ${JSON.stringify(made.body)}`);
  receiver.knows(String(made.data["secret"]));
  return { name, key, feedId: String(feeds.list[0]?.["id"]), feedPath: new URL(feedUrl).pathname, exports };
}

async function exportTexts(products: number): Promise<readonly string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "feedwright-exports-"));
  const texts: string[] = [];
  for (let version = 0; version < EXPORT_VERSIONS; version += 1) {
    const file = join(folder.path, `${version}.csv`);
    await writeExport(file, { products, version });
    texts.push(await readFile(file, "utf8"));
  }
  return texts;
}
