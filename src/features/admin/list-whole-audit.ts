import { z } from "zod";
import { ShopIdText } from "../../kernel/ids.ts";
import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { auditAnswer, AuditEntryShape, listWholeAudit } from "../audit/index.ts";
import { adminRead } from "../operation.ts";
import { OPERATORS_ONLY } from "./operators-only.ts";

export const listAdminAudit = adminRead({
  name: "admin.list_audit",
  summary: "Lists every change of the installation, newest first.",
  scope: "read_admin",
  http: { method: "GET", path: "/admin/audit", status: 200 },
  query: PageQuery.extend({ shop_id: z.optional(ShopIdText).meta({ description: "Only what is about this shop." }) }),
  output: pageOf(AuditEntryShape),
  errors: [],
  mcp: OPERATORS_ONLY,
  async run({ db }, { query }) {
    const page = { limit: query.per_page, offset: pageOffset(query) };
    const { rows, total } = await listWholeAudit(db, { shopId: query.shop_id ?? null, ...page });
    return { data: rows.map(auditAnswer), meta: pageMeta(query, total) };
  },
});
