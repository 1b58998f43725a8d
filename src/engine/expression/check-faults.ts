import type { ColumnsInScope } from "./column-names.ts";
import type { Expression } from "./expression.ts";
import type { Written } from "./written.ts";
import type { ValueType } from "./term.ts";

/** One thing that is wrong, at an offset of what was written. */
export interface CheckFault {
  readonly code: "syntax" | "unknown_column" | "unknown_function" | "type_mismatch" | "invalid_value";
  readonly message: string;
  readonly at: number;
  /** Of `unknown_column`: what was written. */
  readonly unknown?: UnknownColumn;
}

export interface UnknownColumn {
  /** Null where it was written without one. */
  readonly side: "D" | "G" | null;
  readonly name: string;
}

/** A checked expression and what it is; `blank` fits everywhere. */
export interface Checked {
  readonly expression: Expression;
  readonly type: ValueType | "blank";
}

/** Names that somebody may have meant are sought for so many faults: each is compared with every known one. */
export const GUESSED_MAX = 20;
/** Faults of one expression that are placed and answered. */
export const ANSWERED_MAX = 20;

export interface CheckContext {
  readonly columns: ColumnsInScope;
  /** Columns that are not in scope read as blank instead of being refused: a run goes on when a metafield is gone. */
  readonly lenient: boolean;
  /** Lookup tables of the shop by name, with their columns after the key; null where they are not known. */
  readonly tables: ReadonlyMap<string, readonly string[]> | null;
}

/** What checking a part of an expression needs: the names in scope, where faults go, and how its own parts are checked. */
export interface CheckWork {
  readonly context: CheckContext;
  readonly faults: CheckFault[];
  readonly check: (part: Written) => Checked;
}
