import type { ColumnType, Generated } from "kysely";
import type { Created, JsonWithDefault, Updated } from "./column-kinds.ts";

export interface EventsTable {
  readonly id: string;
  readonly shop_id: number;
  readonly name: string;
  readonly body: string;
  readonly created_at: Date;
  /** 64 bits, so a string; null for an event from before streams. */
  readonly tx: Generated<string | null>;
  readonly organization_id: ColumnType<number | null, number | null | undefined>;
}

export interface WebhooksTable {
  readonly id: Generated<number>;
  readonly shop_id: number;
  readonly organization_id: number | null;
  readonly secret_organization_id: number | null;
  readonly endpoint_url: string;
  readonly events: string[];
  readonly status: Generated<"active" | "disabled">;
  readonly secret: string;
  readonly secret_previous: string | null;
  readonly secret_previous_until: Date | null;
  readonly failure_count: Generated<number>;
  readonly last_delivery_at: Date | null;
  readonly disabled_at: Date | null;
  readonly disabled_reason: string | null;
  readonly created_at: Created;
  readonly updated_at: Updated;
}

export interface WebhookDeliveriesTable {
  readonly id: Generated<number>;
  readonly shop_id: number;
  readonly webhook_id: number;
  readonly event_id: string;
  readonly event: string;
  readonly status: ColumnType<"pending" | "delivered" | "failed", "pending" | "delivered" | "failed" | undefined>;
  readonly due_at: Date | null;
  readonly claims: Generated<number>;
  readonly claimed_until: Date | null;
  readonly attempt_count: Generated<number>;
  readonly attempts: JsonWithDefault<readonly object[]>;
  readonly response_status: number | null;
  readonly response_time_ms: number | null;
  readonly error_message: string | null;
  readonly delivered_at: Date | null;
  readonly created_at: Date;
}
