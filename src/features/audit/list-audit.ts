import { pageMeta, pageOf, pageOffset } from "../../kernel/page.ts";
import { organizationBehind } from "../keys/index.ts";
import { read } from "../operation.ts";
import { listAudit as selectAudit } from "./audit-queries.ts";
import { auditAnswer, AuditEntryShape, auditFilter, AuditQuery } from "./audit-shapes.ts";

export const listAudit = read({
  name: "audit.list",
  title: "List audit log entries",
  summary: "Lists every change in the shop, newest first: who made it, what was requested and what came of it.",
  description:
    "An entry is stored in the same transaction as its change, so there is never one without the other. Keys, tokens and signed URLs are never stored. An organization's keys don't see other organizations in the log.",
  scope: "read_settings",
  http: { method: "GET", path: "/audit", status: 200 },
  query: AuditQuery,
  output: pageOf(AuditEntryShape),
  errors: [],
  mcp: { tool: "list_audit", use: "Use it to see who changed what, with arguments. `undo` takes the `id` of an entry." },
  async run({ shop, actor }, { query }) {
    const reader = organizationBehind(actor);
    const page = { limit: query.per_page, offset: pageOffset(query), ...auditFilter(query) };
    const { rows, total } = await selectAudit(shop, page, reader);
    return { data: rows.map((row) => auditAnswer(row, reader)), meta: pageMeta(query, total) };
  },
});
