import { boolean, call, type ColumnRef, columnKey, columnsRead, type Expression, isBlank, text } from "../expression/expression.ts";
import { weightOf } from "../expression/expression-parts.ts";
import { FLAGS_MAX } from "../expression/functions/internal-flags.ts";
import type { Note, Step } from "../plan/feed-plan.ts";
import { expressionsOf } from "../plan/step-expressions.ts";

/** A question about a rule that every row answers with yes or no, and where the answers are. */
export interface Mark {
  /**
   * `matched`: the rule's condition held. `changed`: it changed the column. `hit`: it would exclude the row, were it not excluded
   * already. `blank`: a column it reads was blank.
   */
  readonly kind: "matched" | "changed" | "hit" | "blank";
  readonly rule: number;
  readonly column: ColumnRef | null;
  /** Several rules may ask the same. */
  readonly at: Place;
}

/** Bit `bit` of the named column `of`. */
export interface Place {
  readonly of: string;
  readonly bit: number;
}

export interface WatchedSteps {
  readonly steps: readonly Step[];
  readonly marks: readonly Mark[];
  /** The named columns that hold the marks. */
  readonly flags: readonly string[];
}

/**
 * The steps of a chain with notes of what each rule does to each row. Reasons are blank: who excluded a row is all that is asked. `conditions`:
 * the rules' conditions by id, null for one that always holds.
 */
export function watchedSteps(steps: readonly Step[], conditions: ReadonlyMap<number, Expression | null>): WatchedSteps {
  const watch = startWatch();
  let last: number | undefined;
  for (const [at, step] of steps.entries()) {
    const rule = "rule" in step ? step.rule : undefined;
    const condition = rule === undefined ? null : (conditions.get(rule) ?? null);
    let asked = step;
    if (rule !== undefined && rule !== last) {
      const matched = watchRule(watch, { rule, condition, steps: stepsOfRule(steps, at) });
      if (matched !== null && condition !== null) asked = askedOnce(step, condition, matched);
    }
    last = rule;
    if (rule === undefined) watch.pass(step);
    else watchStep(watch, rule, asked);
  }
  return watch.done();
}

/** Instructions of regular expressions that are rather compiled again than that a rule waits a layer for its mark. */
const PATTERNS_AGAIN_MAX = 5_000;

/** A rule's first step, which nothing of the rule stands before, with the mark for its condition where that is dear to ask again. */
function askedOnce(step: Step, condition: Expression, matched: Expression): Step {
  if (!("condition" in step) || step.condition !== condition || weightOf([condition]) <= PATTERNS_AGAIN_MAX) return step;
  return { ...step, condition: matched };
}

function stepsOfRule(steps: readonly Step[], from: number): readonly Step[] {
  const ruleOf = (step: Step | undefined) => (step !== undefined && "rule" in step ? step.rule : undefined);
  const end = steps.findIndex((step, at) => at > from && ruleOf(step) !== ruleOf(steps[from]));
  return steps.slice(from, end === -1 ? steps.length : end);
}

interface WatchedRule {
  readonly rule: number;
  readonly condition: Expression | null;
  readonly steps: readonly Step[];
}

/** What holds before the rule does anything: whether it matches, which is answered, and which of the columns it reads are blank. */
function watchRule(watch: Watch, { rule, condition, steps }: WatchedRule): Expression | null {
  const matched = condition === null ? null : watch.mark({ kind: "matched", rule, column: null }, condition);
  const reads = new Set<string>();
  const columns = [...(condition === null ? [] : [condition]), ...steps.flatMap(expressionsOf)];
  for (const expression of columns) columnsRead(expression, reads);
  const own = new Set(steps.flatMap((step) => (step.op === "assign" || step.op === "split" ? [columnKey(step.target)] : [])));
  for (const key of reads) {
    const column = readColumn(key);
    if (column !== undefined && !own.has(key)) watch.mark({ kind: "blank", rule, column }, isBlank({ kind: "column", ...column }));
  }
  return matched;
}

function readColumn(key: string): ColumnRef | undefined {
  const side = key.slice(0, 1);
  return side === "D" || side === "G" ? { side, name: key.slice(2) } : undefined;
}

function watchStep(watch: Watch, rule: number, step: Step): void {
  if (step.op === "exclude") {
    // The condition is computed once, for the mark and for the step.
    const hit = watch.mark({ kind: "hit", rule, column: null }, step.condition ?? boolean(true));
    watch.pass({ ...step, condition: hit, reason: text("") });
    return;
  }
  if (step.op !== "assign" && step.op !== "split") return watch.pass(step);
  const target: Expression = { kind: "column", ...step.target };
  const before = watch.note(target);
  watch.pass(step);
  watch.mark({ kind: "changed", rule, column: step.target }, call("_differs", target, before));
}

type Asked = Pick<Mark, "kind" | "rule" | "column">;

interface Watch {
  pass(step: Step): void;
  /** Names a value; answers the name as a column. */
  note(value: Expression): Expression;
  mark(asked: Asked, holds: Expression): Expression;
  done(): WatchedSteps;
}

/** An answer that stands in a column of its own until it is gathered with others. */
interface Waiting {
  readonly noted: Expression;
  readonly at: { of: string; bit: number };
  /** How many writes deep in the chain it can be known. */
  readonly depth: number;
}

/**
 * Marks are gathered into whole numbers, so that a row carries few columns however many rules there are. Those that are known at
 * the same depth go together: an answer that waits for a late one is carried all the way.
 */
function startWatch(): Watch {
  const steps: Step[] = [];
  const marks: Mark[] = [];
  const flags: string[] = [];
  const depths = startDepths();
  /** Blanks that were asked for already, by column and depth. */
  const blanks = new Map<string, Waiting>();
  let waiting: Waiting[] = [];
  let notes = 0;
  const named = (as: string, value: Expression): Expression => {
    steps.push({ op: "note", as, value } satisfies Note);
    return { kind: "column", side: "T", name: as };
  };
  const note = (value: Expression): Expression => {
    notes += 1;
    const noted = named(`n${notes}`, value);
    depths.noted(noted, value);
    return noted;
  };
  const gather = (): void => {
    const ordered = waiting.toSorted((a, b) => a.depth - b.depth);
    for (let from = 0; from < ordered.length; from += FLAGS_MAX) {
      const together = ordered.slice(from, from + FLAGS_MAX);
      const as = `g${flags.length + 1}`;
      together.forEach(({ at }, bit) => Object.assign(at, { of: as, bit }));
      named(as, call("_flags", ...together.map(({ noted }) => noted)));
      flags.push(as);
    }
    waiting = [];
  };
  const placed = (holds: Expression): Waiting => {
    const made: Waiting = { noted: note(holds), at: { of: "", bit: 0 }, depth: depths.of(holds) };
    waiting.push(made);
    return made;
  };
  return {
    note,
    pass(step) {
      // Behind a barrier rows are other rows.
      if (step.op === "split" || step.op === "keep") gather();
      steps.push(step);
      depths.after(step);
    },
    mark(asked, holds) {
      const key = asked.kind === "blank" && asked.column !== null ? `${columnKey(asked.column)}|${depths.of(holds)}` : undefined;
      const made = (key === undefined ? undefined : blanks.get(key)) ?? placed(holds);
      if (key !== undefined) blanks.set(key, made);
      marks.push({ ...asked, at: made.at });
      return made.noted;
    },
    done() {
      gather();
      return { steps, marks, flags };
    },
  };
}

/** How many writes each column is away from the beginning of the chain. */
function startDepths() {
  const depths = new Map<string, number>();
  const of = (value: Expression): number => Math.max(0, ...[...columnsRead(value)].map((key) => depths.get(key) ?? 0));
  return {
    of,
    noted(noted: Expression, value: Expression): void {
      if (noted.kind === "column") depths.set(columnKey(noted), of(value));
    },
    after(step: Step): void {
      if (step.op !== "assign" && step.op !== "split") return;
      const target = columnKey(step.target);
      depths.set(target, 1 + Math.max(depths.get(target) ?? 0, ...expressionsOf(step).map(of)));
    },
  };
}
