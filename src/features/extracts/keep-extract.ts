import type { EventSource } from "../events/index.ts";
import { beatExtract } from "./extract-queries.ts";
import { transact } from "../../platform/postgres/postgres-port.ts";
import { tellProgress, untoldSteps } from "./tell-extract.ts";

/** A heartbeat, and word of the steps it brings the extract past. `false`: cancelled, or the claim is another's. */
export async function keepExtract({ shop, clock }: EventSource, beat: Parameters<typeof beatExtract>[1]): Promise<boolean> {
  const extract = await beatExtract(shop, beat);
  if (extract === undefined) return false;
  // Apart from the beat: a claim must not be lost because subscribers could not be told, and the next beat tells them.
  if (untoldSteps(extract, extract.progress).length > 0)
    await transact(shop.db, (transaction) => tellProgress({ shop: { ...shop, db: transaction }, clock }, extract, extract.progress));
  return true;
}
