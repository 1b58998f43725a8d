export { namedFeed } from "./named-feed.ts";
export { listWholeAudit } from "./audit-queries.ts";
export { auditAnswer, AuditEntryShape, auditFilter, AuditQuery } from "./audit-shapes.ts";
export { listAudit } from "./list-audit.ts";
export { type AuditEntry, recordAudit, storedActor } from "./record-audit.ts";
export { keptFacts } from "./redact.ts";
