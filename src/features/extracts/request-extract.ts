import { formatId, storedId } from "../../kernel/ids.ts";
import type { JobQueue } from "../../platform/jobs/jobs-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { bringConfig } from "./brought-config.ts";
import { type ExtractRow, findExtractInProgress, insertExtract } from "./extract-queries.ts";

/** Why no extract of the shop can begin now; nothing when one can. The shop is locked by whoever asks. */
export async function extractRefusal(shop: ShopDb): Promise<string | undefined> {
  const running = await findExtractInProgress(shop);
  if (running === undefined) return undefined;
  return `Extract ${formatId("ext", storedId("ext", running.id))} of this shop is ${running.status}. Wait for it to finish, or cancel it.`;
}

/** A full extract that waits for a worker; told in the same transaction. `storefrontConfig` becomes the shop's if the extract completes. */
export async function startExtract(shop: ShopDb, queue: JobQueue, storefrontConfig?: object): Promise<ExtractRow> {
  const extract = await insertExtract(shop, { type: "full" });
  if (storefrontConfig !== undefined) await bringConfig(shop, extract, storefrontConfig);
  await queue.enqueue(shop.db, "extract.look", { extract_id: extract.id });
  return extract;
}
