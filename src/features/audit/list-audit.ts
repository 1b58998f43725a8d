import { pageMeta, pageOf, pageOffset } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { listAudit as selectAudit } from "./audit-queries.ts";
import { auditAnswer, AuditEntryShape, AuditQuery } from "./audit-shapes.ts";

export const listAudit = read({
  name: "audit.list",
  summary: "Lists every change of the shop, newest first: who made it, what was asked, and what came of it.",
  description: "An entry commits with its change: there is none without the other. Keys, tokens and signed addresses are never kept.",
  scope: "read_settings",
  http: { method: "GET", path: "/audit", status: 200 },
  query: AuditQuery,
  output: pageOf(AuditEntryShape),
  errors: [],
  mcp: { tool: "list_audit" },
  async run({ shop }, { query }) {
    const { rows, total } = await selectAudit(shop, { limit: query.per_page, offset: pageOffset(query), before: query.before ?? null });
    return { data: rows.map(auditAnswer), meta: pageMeta(query, total) };
  },
});
