import type { Generated } from "kysely";
import type { Created, Json, Updated } from "./column-kinds.ts";

export interface FleetTables {
  readonly fleet_changes: FleetChangesTable;
  readonly fleet_change_targets: FleetChangeTargetsTable;
  readonly org_templates: OrgTemplatesTable;
  readonly org_template_versions: OrgTemplateVersionsTable;
  readonly org_template_shops: OrgTemplateShopsTable;
}

interface FleetChangesTable {
  readonly id: Generated<number>;
  readonly organization_id: number;
  readonly key_id: number;
  readonly created_by: Json<Readonly<Record<string, unknown>>>;
  readonly status: Generated<"previewing" | "ready" | "rolling" | "stopped" | "completed" | "cancelled" | "undoing" | "undone">;
  readonly action: Json<Readonly<Record<string, unknown>>>;
  /** Shops in each stage. */
  readonly stages: number[];
  readonly stop_on: ("held" | "failed")[];
  readonly stopped_reason: string | null;
  readonly work_due_at: Generated<Date | null>;
  readonly leased_until: Date | null;
  readonly claims: Generated<number>;
  readonly created_at: Created;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
}

interface FleetChangeTargetsTable {
  readonly id: Generated<number>;
  readonly change_id: number;
  readonly organization_id: number;
  readonly shop_id: number;
  readonly feed_id: number | null;
  readonly stage: number;
  readonly status: Generated<"waiting" | "applied" | "done" | "held" | "failed" | "skipped" | "undone" | "not_undone">;
  readonly document: string | null;
  readonly preview: Json<Readonly<Record<string, unknown>>> | null;
  readonly reason: string | null;
  readonly accepted: Generated<boolean>;
  readonly retries: Generated<number>;
  readonly retry_at: Date | null;
  readonly audit_id: number | null;
  readonly undo_audit_id: number | null;
  readonly definition_version: number | null;
  readonly run_id: number | null;
  readonly extract_id: number | null;
  readonly applied_at: Date | null;
  readonly ended_at: Date | null;
}

interface OrgTemplatesTable {
  readonly id: Generated<number>;
  readonly organization_id: number;
  readonly name: string;
  readonly version: Generated<number>;
  readonly created_at: Created;
  readonly updated_at: Updated;
}

interface OrgTemplateVersionsTable {
  readonly template_id: number;
  readonly version: number;
  readonly organization_id: number;
  readonly document: Json<Readonly<Record<string, unknown>>>;
  readonly placeholders: Json<readonly object[]>;
  readonly created_by: Json<Readonly<Record<string, unknown>>>;
  readonly created_at: Created;
}

interface OrgTemplateShopsTable {
  readonly template_id: number;
  readonly feed_id: number;
  readonly organization_id: number;
  readonly shop_id: number;
  readonly values: Json<Readonly<Record<string, unknown>>>;
}
