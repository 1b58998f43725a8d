export { type AuditEntry, recordAudit, storedActor } from "./record-audit.ts";
