import { type ShopId, storedId } from "../../kernel/ids.ts";
import { type Db, type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import type { Services } from "../operation.ts";
import { claimExtract, type ClaimedExtract, type ExtractChoice } from "./extract-claims.ts";
import { findExtract } from "./extract-queries.ts";
import { tellStarted } from "./tell-extract.ts";

/** Who claims, and how the job boundary opens the shop that turns out to be the extract's. */
interface Claiming extends ExtractChoice {
  readonly db: Db;
  readonly worker: string;
  readonly silentAfterS: number;
  readonly openShop: (db: Db, id: ShopId) => ShopDb;
}

/** Takes the next full extract. The claim that starts it tells so and commits with it; those that resume it tell nothing. */
export async function beginExtract(
  { clock }: Pick<Services, "clock">,
  { db, worker, silentAfterS, openShop: open, ...choice }: Claiming,
): Promise<ClaimedExtract | undefined> {
  return transact(db, async (transaction) => {
    const claim = await claimExtract(transaction, worker, silentAfterS, choice);
    if (claim?.attempt !== 1) return claim;
    const shop = open(transaction, storedId("shop", claim.shop_id));
    const extract = await findExtract(shop, storedId("ext", claim.id));
    if (extract !== undefined) await tellStarted({ shop, clock }, extract);
    return claim;
  });
}
