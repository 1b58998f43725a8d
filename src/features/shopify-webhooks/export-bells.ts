import { sql } from "kysely";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { Services } from "../operation.ts";

/** Says to every process that Shopify has ended an export of the shop. */
export async function ringExports(db: Db, shopId: number): Promise<void> {
  await sql`insert into export_bells (shop_id, rung_at) values (${shopId}, clock_timestamp())
    on conflict (shop_id) do update set rung_at = clock_timestamp()`.execute(db);
}

/**
 * Wakes the extracts of this process whose shops' bells have rung since the last call. While none waits, nothing is read. The worker that carries out a
 * delivery is seldom the one whose extract waits.
 */
export function openBells({ storefronts }: Pick<Services, "storefronts">, db: Db): () => Promise<void> {
  let heard: ReadonlyMap<string, number> = new Map();
  return async () => {
    const waiting = storefronts.shopify?.waiting?.() ?? [];
    if (waiting.length === 0) return;
    const rows = await db
      .selectFrom("export_bells")
      .innerJoin("shops", "shops.id", "export_bells.shop_id")
      .select(["shops.domain", "rung_at"])
      .where("shops.domain", "in", [...waiting])
      .where("shops.uninstalled_at", "is", null)
      .execute();
    const before = heard;
    heard = new Map(rows.map(({ domain, rung_at: rungAt }) => [domain, rungAt.getTime()]));
    for (const [domain, rungAt] of heard) if (before.get(domain) !== rungAt) storefronts.shopify?.wake?.(domain);
  };
}
