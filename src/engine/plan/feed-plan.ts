import type { AttachedSide, ColumnRef, Expression } from "../expression/expression.ts";

/**
 * A feed's definition, compiled to four operations on one relation. Frozen, printable, and all that a run, a trace, a preview
 * or a count needs to know of the feed. Stages run in order, and the steps of a stage in order.
 */
export interface FeedPlan {
  /** Source columns of the snapshot, in the order of `s1…`. */
  readonly source: readonly string[];
  /** Output columns, in the order of the file and of `f1…`. */
  readonly output: readonly string[];
  /** Columns attached row by row: NULL where a row has no such value. */
  readonly attached: readonly AttachedColumns[];
  readonly stages: readonly Stage[];
}

export interface AttachedColumns {
  readonly side: AttachedSide;
  /** Source columns for L and C, output columns (and `excluded`) for O; in the order of `l1…`, `c1…`, `o1…`. */
  readonly columns: readonly string[];
}

export type StageName = "localise" | "selection" | "settings" | "cells" | "mapping" | "overrides" | "rules" | "normalise" | "allowance";

export interface Stage {
  readonly name: StageName;
  readonly steps: readonly Step[];
}

/** What a step does. A condition that is left out always holds. */
export type Step = Assign | Exclude | Admit | Clean | Keep;

/** Writes a column. `rule` names the rule it comes from, for traces. */
export interface Assign {
  readonly op: "assign";
  readonly target: ColumnRef;
  readonly value: Expression;
  readonly condition?: Expression;
  readonly rule?: number;
}

/** Excludes matching rows; a row keeps its first reason. */
export interface Exclude {
  readonly op: "exclude";
  readonly reason: Expression;
  readonly condition?: Expression;
  readonly rule?: number;
}

/** Clears an exclusion that an earlier rule made; exclusions by selection, settings or the merchant stay. */
export interface Admit {
  readonly op: "admit";
  readonly condition?: Expression;
  readonly rule?: number;
}

/** Assigns every output column its cleaned text, once, at the end. */
export interface Clean {
  readonly op: "clean";
}

/** Reshapes: the first `rows` included rows stay, in feed order; the others are excluded. A barrier. */
export interface Keep {
  readonly op: "keep";
  readonly rows: number;
  readonly reason: string;
}
