import { z } from "zod";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { FeedRow } from "../feeds/index.ts";

const Output = z.object({ currencies: z.array(z.string()) });

/** What checks of a changed feed take from its live run. */
export interface LiveFacts {
  /** Rows of its file; null: there is none. */
  readonly rows: number | null;
  /** Of most prices. */
  readonly currency: string | null;
}

export async function findLiveFacts({ db, shopId }: ShopDb, { live_run_id: id }: FeedRow): Promise<LiveFacts> {
  if (id === null) return { rows: null, currency: null };
  const run = await db
    .selectFrom("runs")
    .select(["included_count", "output"])
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .executeTakeFirst();
  return { rows: run?.included_count ?? null, currency: Output.safeParse(run?.output).data?.currencies[0] ?? null };
}
