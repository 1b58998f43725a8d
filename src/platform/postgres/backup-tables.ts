import type { Created } from "./column-kinds.ts";

/** A backup that is being made. */
export interface BackupHoldsTable {
  readonly id: string;
  readonly held_until: Date;
}

/** Objects that are to be removed once no backup holds them. */
export interface HeldRemovalsTable {
  /** Ends in `/`. */
  readonly prefix: string;
  readonly asked_at: Created;
}
