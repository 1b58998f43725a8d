import type { Created } from "./column-kinds.ts";

export interface BackupTables {
  readonly backup_holds: BackupHoldsTable;
  readonly held_removals: HeldRemovalsTable;
}

/** A backup that is being made. */
interface BackupHoldsTable {
  readonly id: string;
  readonly held_until: Date;
}

/** Objects that are to be removed once no backup holds them. */
interface HeldRemovalsTable {
  /** Ends in `/`. */
  readonly prefix: string;
  readonly asked_at: Created;
}
