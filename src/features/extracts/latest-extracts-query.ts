import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { ExtractRow } from "./extract-queries.ts";

/** The newest extract of each of several shops; their ids come as SQL, those an organization is connected to. */
export async function listLatestExtractsOf(db: Db, shopIds: RawBuilder<unknown>): Promise<readonly ExtractRow[]> {
  const { rows } = await sql<ExtractRow>`
    select latest.* from shops cross join lateral (
      select * from extracts where extracts.shop_id = shops.id and type <> 'delta' order by id desc limit 1
    ) latest where shops.id in (${shopIds})`.execute(db);
  return rows;
}
