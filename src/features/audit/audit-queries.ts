import type { Db } from "../../platform/postgres/postgres-port.ts";

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
