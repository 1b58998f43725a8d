import { type ColumnScope, compileExpression } from "../expression/compile-expression.ts";
import { type ColumnRef, columnKey } from "../expression/expression.ts";
import { booleanTerm, numberTerm, type Term, type TextForm, textTerm } from "../expression/term.ts";
import { type Lowering, type LoweredStep, nextName, setNamed } from "./lower-steps.ts";
import { loweredExpressionsOf } from "./step-reads.ts";
import { sql } from "../sql/fragment.ts";

/**
 * Conditions ask for the same forms of the same columns again and again: the title folded, the price as a number. A form that
 * several steps ask for while the column does not change is made once, in a layer of its own, and read from there.
 */
export function shareForms(steps: readonly LoweredStep[], lowering: Lowering, scope: ColumnScope): readonly LoweredStep[] {
  const asked = new Map<string, number>();
  const versions = startVersions();
  const asking = steps.map((step): AskingStep => ({ step, forms: formsAsked(step, scope) }));
  for (const { step, forms } of asking) {
    for (const { form, column } of forms) count(asked, versions.key(form, column));
    versions.after(step);
  }
  return withForms(asking, lowering, asked);
}

/** What stands for a form until it has a column. */
const FORM_TERMS: Readonly<Record<TextForm, Term>> = {
  number: numberTerm(sql`NULL`),
  folded: textTerm(sql`NULL`),
  items: textTerm(sql`NULL`),
  blank: booleanTerm(sql`NULL`),
};

/** A step and what compiling it asks of its columns' texts. */
interface AskingStep {
  readonly step: LoweredStep;
  readonly forms: readonly AskedForm[];
}

function withForms(steps: readonly AskingStep[], lowering: Lowering, asked: ReadonlyMap<string, number>): readonly LoweredStep[] {
  const versions = startVersions();
  const made = new Map<string, string>();
  const out: LoweredStep[] = [];
  for (const { step, forms: wanted } of steps) {
    const forms = new Map<string, string>();
    for (const { form, column } of wanted) {
      const key = versions.key(form, column);
      if ((asked.get(key) ?? 0) < 2) continue;
      let as = made.get(key);
      if (as === undefined) {
        as = nextName(lowering);
        setNamed(lowering, as, FORM_TERMS[form]);
        made.set(key, as);
        out.push({ op: "form", as, form, column });
      }
      forms.set(`${form}|${columnKey(column)}`, as);
    }
    out.push(forms.size === 0 ? step : { ...step, forms });
    versions.after(step);
  }
  return out;
}

interface AskedForm {
  readonly form: TextForm;
  readonly column: ColumnRef;
}

/** What compiling a step asks of its columns' texts, each once. */
function formsAsked(step: LoweredStep, scope: ColumnScope): readonly AskedForm[] {
  const found = new Map<string, AskedForm>();
  const recording: ColumnScope = {
    now: scope.now,
    column(side, name) {
      const term = scope.column(side, name);
      if (term.type !== "text" || term.literal !== undefined || (side !== "D" && side !== "G")) return term;
      const record = (form: TextForm): undefined =>
        void found.set(`${form}|${columnKey({ side, name })}`, { form, column: { side, name } });
      return { ...term, form: record };
    },
  };
  if (step.op === "aside") return [];
  for (const expression of loweredExpressionsOf(step)) compileExpression(expression, recording);
  return [...found.values()];
}

/** The scope of a step, which reads named forms where it has them. */
export function scopeOfStep(step: LoweredStep, scope: ColumnScope): ColumnScope {
  const { forms } = step;
  if (forms === undefined) return scope;
  return {
    now: scope.now,
    column(side, name) {
      const term = scope.column(side, name);
      if (term.type !== "text" || (side !== "D" && side !== "G")) return term;
      const form = (asked: TextForm): Term["sql"] | undefined => {
        const as = forms.get(`${asked}|${columnKey({ side, name })}`);
        return as === undefined ? undefined : scope.column("T", as).sql;
      };
      return { ...term, form };
    },
  };
}

/** How often each column has been written so far: a form belongs to one state of its column. */
function startVersions() {
  const written = new Map<string, number>();
  let epoch = 0;
  return {
    key: (form: TextForm, column: ColumnRef): string => `${form}|${columnKey(column)}|${written.get(columnKey(column)) ?? 0}|${epoch}`,
    after(step: LoweredStep): void {
      if (step.op === "assign") count(written, columnKey(step.target));
      else if (step.op === "clean" || step.op === "split") epoch += 1;
    },
  };
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
