import type { ShopId } from "../../kernel/ids.ts";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";

export interface NewAuditRow {
  readonly shop_id: number | null;
  readonly action: string;
  readonly actor: string;
  readonly facts: string;
  readonly request_id: string;
}

export async function insertAudit(db: Db, row: NewAuditRow): Promise<void> {
  await db.insertInto("audit_log").values(row).execute();
}

interface Page {
  readonly limit: number;
  readonly offset: number;
  /** Only entries with a smaller number; null for all. */
  readonly before: number | null;
}

export type AuditRow = Awaited<ReturnType<typeof listAudit>>["rows"][number];

/** The shop's own log, newest first. */
export async function listAudit({ db, shopId }: ShopDb, page: Page) {
  return auditPage(db, shopId, page);
}

/** For an admin: everything, or what is about one shop. */
export async function listWholeAudit(db: Db, { shopId, ...page }: Page & { readonly shopId: ShopId | null }) {
  return auditPage(db, shopId, page);
}

async function auditPage(db: Db, shopId: ShopId | null, { limit, offset, before }: Page) {
  const asked = db
    .selectFrom("audit_log")
    .$if(shopId !== null, (query) => query.where("shop_id", "=", shopId))
    .$if(before !== null, (query) => query.where("id", "<", before ?? 0));
  const rows = await asked.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  const { total } = await asked.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total };
}
