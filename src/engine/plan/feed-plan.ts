import type { AttachedSide, ColumnRef, Expression } from "../expression/expression.ts";

/**
 * A feed's definition, compiled to a few operations on one relation. Frozen, printable, and all that a run, a trace, a preview
 * or a count needs to know of the feed. Stages run in order, and the steps of a stage in order.
 */
export interface FeedPlan {
  /** Source columns of the snapshot, in the order of `s1…`. */
  readonly source: readonly string[];
  /** Those of them that are known to hold one clean line in every row. */
  readonly cleanSource: readonly string[];
  /** Output columns in the order of `f1…`: those of the file, then channel attributes. */
  readonly output: readonly string[];
  /** Those of them that are channel attributes, which the canonical file doesn't have. */
  readonly attributes: readonly string[];
  /** Columns attached row by row: NULL where a row has no such value. */
  readonly attached: readonly AttachedColumns[];
  readonly stages: readonly Stage[];
}

export interface AttachedColumns {
  readonly side: AttachedSide;
  /** Source columns for L and C, output columns (and `excluded`) for O; in the order of `l1…`, `c1…`, `o1…`. */
  readonly columns: readonly string[];
  /** Those of them that are known to hold one clean line in every row. */
  readonly clean?: readonly string[];
}

export type StageName = "localise" | "selection" | "settings" | "cells" | "mapping" | "overrides" | "rules" | "normalise" | "allowance";

export interface Stage {
  readonly name: StageName;
  readonly steps: readonly Step[];
}

/** What a step does. A condition that is left out always holds. */
export type Step = Assign | Exclude | Admit | Split | Clean | Keep | Note;

/** What every step of a rule carries. */
interface OfRule {
  readonly condition?: Expression;
  /** The rule it comes from, for traces. */
  readonly rule?: number;
}

/** Writes a column. `stop`: rows it writes are left alone by later rules of the same target. */
export interface Assign extends OfRule {
  readonly op: "assign";
  readonly target: ColumnRef;
  readonly value: Expression;
  readonly stop?: true;
}

/** Excludes matching rows; a row keeps its first reason. */
export interface Exclude extends OfRule {
  readonly op: "exclude";
  readonly reason: Expression;
}

/** Clears an exclusion that an earlier rule made; exclusions by selection, settings or the merchant stay. */
export interface Admit extends OfRule {
  readonly op: "admit";
}

/** Reshapes: one row for each item of a list, the item in the target. A barrier. */
export interface Split extends OfRule {
  readonly op: "split";
  readonly target: ColumnRef;
  readonly items: Expression;
}

/** Names a value as the row has it here, for whoever watches the chain; it changes nothing. */
export interface Note {
  readonly op: "note";
  /** A name no step of a definition has: `n1`. Later steps read it as a column of the side T. */
  readonly as: string;
  readonly value: Expression;
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
