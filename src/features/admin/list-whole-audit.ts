import { z } from "zod";
import { ShopIdText } from "../../kernel/ids.ts";
import { pageMeta, pageOf, pageOffset } from "../../kernel/page.ts";
import { auditAnswer, AuditEntryShape, auditFilter, AuditQuery, listWholeAudit } from "../audit/index.ts";
import { adminRead } from "../operation.ts";
import { OPERATORS_ONLY } from "./operators-only.ts";

export const listAdminAudit = adminRead({
  name: "admin.list_audit",
  title: "List all audit log entries",
  summary: "Lists every change in the installation, newest first.",
  description: "Covers every shop, every organization and the installation itself. `shop_id` limits it to one shop.",
  scope: "read_admin",
  http: { method: "GET", path: "/admin/audit", status: 200 },
  query: z.strictObject({
    ...AuditQuery.shape,
    shop_id: z.optional(ShopIdText).meta({ description: "Only entries about this shop.", examples: ["shop_12"] }),
  }),
  output: pageOf(AuditEntryShape),
  errors: [],
  mcp: OPERATORS_ONLY,
  async run({ db }, { query }) {
    const page = { limit: query.per_page, offset: pageOffset(query), ...auditFilter(query) };
    const { rows, total } = await listWholeAudit(db, { shopId: query.shop_id ?? null, ...page });
    return { data: rows.map((row) => auditAnswer(row)), meta: pageMeta(query, total) };
  },
});
