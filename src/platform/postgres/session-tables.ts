import type { Generated } from "kysely";
import type { Created } from "./column-kinds.ts";

export interface SessionsTable {
  readonly id: Generated<number>;
  readonly key_id: number;
  readonly token_hash: Buffer;
  readonly created_at: Created;
  readonly expires_at: Date;
}

export interface SignInCodesTable {
  readonly code_hash: Buffer;
  readonly key_id: number;
  readonly created_at: Created;
  readonly expires_at: Date;
}

export interface SessionWindowsTable {
  readonly session_id: number;
  readonly started_at: Generated<Date>;
  readonly requests: number;
}

export interface KeyWindowsTable {
  readonly key_id: number;
  readonly started_at: Generated<Date>;
  readonly requests: Generated<number>;
  readonly uncounted: Generated<number>;
  readonly last_at: Generated<Date>;
}
