import { sql } from "kysely";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { takeTurns } from "../keys/index.ts";
import type { ConnectionStatus } from "./connection.ts";
import type { Page } from "./organization-queries.ts";

/** Connections as the merchant sees them: those of the shop itself, and invitations that name its domain. */
const requests = ({ db, shopId }: ShopDb) =>
  db
    .selectFrom("organization_connections as connection")
    .innerJoin("organizations", "organizations.id", "connection.organization_id")
    .innerJoin("shops", (join) =>
      join.on((on) =>
        on.or([
          on("shops.id", "=", on.ref("connection.shop_id")),
          // A domain is its shop's as long as that is installed.
          on.and([
            on("connection.shop_id", "is", null),
            on("shops.uninstalled_at", "is", null),
            on(sql`lower(shops.domain)`, "=", on.fn("lower", ["connection.domain"])),
          ]),
        ]),
      ),
    )
    .where("shops.id", "=", shopId);

export async function listConnectionRequests(shop: ShopDb, { status, ...page }: Page & { readonly status: ConnectionStatus | null }) {
  const asked = requests(shop).$if(status !== null, (query) => query.where("connection.status", "=", status));
  const rows = await asked
    .selectAll("connection")
    .select("organizations.name as organization_name")
    .orderBy("connection.id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await asked.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total };
}

export type ConnectionRequestRow = Awaited<ReturnType<typeof listConnectionRequests>>["rows"][number];

export async function lockConnectionRequest(shop: ShopDb, id: number): Promise<ConnectionRequestRow | undefined> {
  const request = requests(shop).selectAll("connection").select("organizations.name as organization_name").where("connection.id", "=", id);
  await takeTurns(shop.db, "connection", await request.execute());
  return request.forUpdate("connection").executeTakeFirst();
}

/** Of a request that was locked through the same handle. From now on the connection is this shop's, whatever its domain becomes. */
export async function settleConnection({ db, shopId }: ShopDb, id: number, status: "active" | "declined") {
  return db
    .updateTable("organization_connections")
    .set({ status, shop_id: shopId, connected_at: status === "active" ? sql<Date>`now()` : null })
    .where("id", "=", id)
    .where((where) => where.or([where("shop_id", "is", null), where("shop_id", "=", shopId)]))
    .returning(["status", "connected_at"])
    .executeTakeFirstOrThrow();
}
