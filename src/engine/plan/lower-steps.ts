import type { Sql } from "../../kernel/sql.ts";
import { type ColumnScope, compileExpression } from "../expression/compile-expression.ts";
import { call, childrenOf, type ColumnRef, columnKey, type Expression, number, when, withChildren } from "../expression/expression.ts";
import { type Term, type TextForm } from "../expression/term.ts";
import { name } from "../sql/fragment.ts";
import type { Admit, Assign, Clean, Exclude, Keep, Split, Step } from "./feed-plan.ts";

/**
 * Steps in A-normal form: what a function would mention twice, what is meant by several conditions, and what looks beyond the row
 * becomes a named column (`t1…`) that an earlier layer makes. So SQL stays as long as the definition, whatever nests in it.
 */
export type LoweredStep = (Assign | Exclude | Admit | Define | Form | Aside | LoweredSplit | Clean | Keep) & {
  /** Named forms of columns that this step reads instead of making them itself, by `form|column`. */
  readonly forms?: ReadonlyMap<string, string>;
};

/** Whether a row is still split depends on those before it: a few rows cannot tell, so it is an aside like a rank. */
export interface LoweredSplit extends Split {
  readonly within: Expression;
}

/** Gives a value a name. Named columns are written once. */
export interface Define {
  readonly op: "define";
  readonly as: string;
  readonly value: Expression;
}

/** Gives a form of a column's text a name. */
export interface Form {
  readonly op: "form";
  readonly as: string;
  readonly form: TextForm;
  readonly column: ColumnRef;
}

/** A value that no row has by itself: a narrow query beside the chain makes it. */
export interface Aside {
  readonly op: "aside";
  readonly as: string;
  readonly of: Extract<Expression, { kind: "feedwide" | "lookup" | "category" }>;
}

/** What carries over from the steps before to those that follow. */
export interface Lowering {
  /** The next name's number. */
  next: number;
  /** The named columns and their types. */
  readonly named: Map<string, Term>;
  /** By target: the named column that tells whether a rule said stop. */
  readonly stops: Map<string, string>;
}

export function emptyLowering(): Lowering {
  return { next: 1, named: new Map(), stops: new Map() };
}

/** A copy to go on from in another direction. */
export function forkedLowering(from: Lowering): Lowering {
  return { next: from.next, named: new Map(from.named), stops: new Map(from.stops) };
}

/** Expressions nest this deep in one statement's layer; deeper ones are named on the way. */
const DEPTH_MAX = 16;

export function lowerSteps(steps: readonly Step[], lowering: Lowering, scope: ColumnScope): readonly LoweredStep[] {
  const lowered: LoweredStep[] = [];
  for (const step of steps) lowerStep(step, { lowering, scope, out: lowered, done: new Map(), types: new Map() });
  return lowered;
}

interface Work {
  readonly lowering: Lowering;
  readonly scope: ColumnScope;
  readonly out: LoweredStep[];
  /** What is done already of this step: its condition and its value may share parts. */
  readonly done: Map<Expression, Normal>;
  /** What the step's nodes in normal form compile to, as far as type goes: each is compiled over its children's types, not over their SQL. */
  readonly types: Map<Expression, Term>;
}

interface Normal {
  readonly expression: Expression;
  readonly depth: number;
}

function lowerStep(step: Step, work: Work): void {
  switch (step.op) {
    case "assign":
      return lowerAssign(step, work);
    case "exclude":
      work.out.push({ ...step, ...conditionOf(step, work), reason: normal(step.reason, work) });
      return;
    case "admit":
      work.out.push({ ...step, ...conditionOf(step, work) });
      return;
    case "split":
      work.out.push(loweredSplit(step, work));
      return;
    case "note": {
      const value = normal(step.value, work);
      setNamed(work.lowering, step.as, compileExpression(value, work.scope));
      work.out.push({ op: "define", as: step.as, value });
      return;
    }
    case "clean":
    case "keep":
      work.out.push(step);
      return;
    default:
      step satisfies never;
  }
}

function loweredSplit(step: Split, work: Work): LoweredSplit {
  const items = normal(step.items, work);
  const held = conditionOf(step, work);
  const count = call("list_count", items);
  const rows = held.condition === undefined ? count : when(held.condition, count, number(1));
  return { ...step, ...held, items, within: aside({ kind: "feedwide", fn: "_within_growth", args: [rows] }, work) };
}

function conditionOf({ condition }: { readonly condition?: Expression }, work: Work): { readonly condition?: Expression } {
  return condition === undefined ? {} : { condition: normal(condition, work) };
}

/** `stop` is a flag per target: a rule that carries it raises it for the rows it wrote, and later rules of the target look at it. */
function lowerAssign(step: Assign, work: Work): void {
  const { lowering } = work;
  const target = columnKey(step.target);
  const value = normal(step.value, work);
  const stopped = step.rule === undefined ? undefined : lowering.stops.get(target);
  const open: Expression | undefined = stopped === undefined ? undefined : { kind: "not", part: namedColumn(stopped) };
  const own = step.condition === undefined ? undefined : normal(step.condition, work);
  const parts = [open, own].filter((part) => part !== undefined);
  const [only] = parts;
  const condition: Expression | undefined = parts.length > 1 ? { kind: "all", parts } : only;
  const { stop, condition: _condition, ...bare } = step;
  if (stop === undefined) {
    work.out.push({ ...bare, value, ...(condition === undefined ? {} : { condition }) });
    return;
  }
  // The condition is asked before the target is written, and once for both.
  const held = define(condition ?? { kind: "boolean", value: true }, work);
  work.out.push({ ...bare, value, condition: held });
  const flag = stopped === undefined ? held : define({ kind: "any", parts: [namedColumn(stopped), held] }, work);
  lowering.stops.set(target, flag.name);
}

type NamedColumn = Extract<Expression, { kind: "column" }>;

function namedColumn(called: string): NamedColumn {
  return { kind: "column", side: "T", name: called };
}

/** Names a value; a column needs no other name. */
function define(value: Expression, work: Work): NamedColumn {
  const as = nextName(work.lowering);
  setNamed(work.lowering, as, typeOf(value, work));
  work.out.push({ op: "define", as, value });
  return namedColumn(as);
}

export function nextName(lowering: Lowering): string {
  const as = String(lowering.next);
  lowering.next += 1;
  return as;
}

/** The column a name stands for, with the type of what it names. */
export function setNamed(lowering: Lowering, as: string, of: Term): void {
  const column = name(`t${as}`);
  lowering.named.set(
    columnKey({ side: "T", name: as }),
    of.type === "text" ? { type: "text", sql: column, reads: of.reads } : { type: of.type, sql: column },
  );
}

/** A node with its children in normal form, and whatever it would mention twice named. */
function normal(expression: Expression, work: Work): Expression {
  const uses = usesOf(expression);
  const visit = (node: Expression): Normal => {
    const known = work.done.get(node);
    if (known !== undefined) return known;
    const children = childrenOf(node).map(visit);
    const parts = children.map((child) => child.expression);
    const few = node.kind === "call" && node.fn === "concat" ? joinedInGroups(parts, work) : parts;
    const whole = withRepeatedNamed(node, few, work);
    const made = finished(whole, 1 + Math.max(0, ...children.map(({ depth }) => depth)), (uses.get(node) ?? 0) > 1, work);
    work.done.set(node, made);
    return made;
  };
  return visit(expression).expression;
}

function finished(node: Expression, depth: number, repeated: boolean, work: Work): Normal {
  if (isBeside(node)) return { expression: aside(node, work), depth: 0 };
  if (!isLeaf(node) && (repeated || depth > DEPTH_MAX)) return { expression: define(node, work), depth: 0 };
  return { expression: node, depth: isLeaf(node) ? 0 : depth };
}

/** Texts joined in one go: what planning a join costs grows with the square of them, and `&` takes as many as a rule may have parts. */
const JOINED_MAX = 50;

/** Very many texts as few, each of which joins some of them. */
function joinedInGroups(texts: readonly Expression[], work: Work): readonly Expression[] {
  if (texts.length <= JOINED_MAX) return texts;
  const groups = Array.from({ length: Math.ceil(texts.length / JOINED_MAX) }, (_, at) =>
    texts.slice(at * JOINED_MAX, (at + 1) * JOINED_MAX),
  );
  const joined = groups.map((group) => define(withRepeatedNamed(call("concat", ...group), group, work), work));
  return joinedInGroups(joined, work);
}

/** How often each node object stands in the tree: rule types build one object and mention it where they need it. */
function usesOf(root: Expression): ReadonlyMap<Expression, number> {
  const uses = new Map<Expression, number>();
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const count = uses.get(node) ?? 0;
    uses.set(node, count + 1);
    if (count === 0) waiting.push(...childrenOf(node));
  }
  return uses;
}

function isLeaf(node: Expression): boolean {
  return childrenOf(node).length === 0 && node.kind !== "call";
}

function aside(of: Aside["of"], work: Work): NamedColumn {
  const as = nextName(work.lowering);
  setNamed(work.lowering, as, asideTerm(of));
  work.out.push({ op: "aside", as, of });
  return namedColumn(as);
}

/** What a narrow query beside the chain computes. */
function isBeside(node: Expression): node is Aside["of"] {
  return node.kind === "feedwide" || node.kind === "lookup" || node.kind === "category";
}

const ASIDE_BOOLEANS: ReadonlySet<string> = new Set(["is_first_in_group", "is_duplicate", "_within_growth", "category_under"]);

function asideTerm(of: Aside["of"]): Term {
  const column = name("t0");
  const fn = of.kind === "lookup" ? "lookup" : of.fn;
  if (ASIDE_BOOLEANS.has(fn)) return { type: "boolean", sql: column };
  const isNumber = of.kind === "feedwide" && fn !== "_first_in_group";
  return isNumber ? { type: "number", sql: column } : { type: "text", sql: column, reads: "text" };
}

/** What a node in normal form compiles to, as far as its type goes. */
function typeOf(node: Expression, { types, scope }: Work): Term {
  return types.get(node) ?? compileExpression(node, scope);
}

/** A node over these children in normal form; those that its SQL would hold more than once, by names. The SQL itself tells: it is made over markers and looked at. */
function withRepeatedNamed(node: Expression, children: readonly Expression[], work: Work): Expression {
  const plain = withChildren(node, children);
  if (isBeside(node) || children.every(isLeaf)) return plain;
  const shown = compiledOverMarkers(plain, children, work);
  const repeated = markersRepeated(shown.sql);
  const named = children.map((child, at) => (!isLeaf(child) && repeated.has(at) ? define(child, work) : child));
  const made = repeated.size === 0 ? plain : withChildren(node, named);
  work.types.set(made, shown);
  return made;
}

function compiledOverMarkers(node: Expression, children: readonly Expression[], work: Work): Term {
  const markers = new Map<string, Term>();
  const marked = children.map((child, at): Expression => {
    if (isLeaf(child)) return child;
    const marker = name(`marker_${at}`);
    const term = typeOf(child, work);
    markers.set(`marker_${at}`, term.type === "text" ? { type: "text", sql: marker, reads: term.reads } : { type: term.type, sql: marker });
    return namedColumn(`marker_${at}`);
  });
  const scope: ColumnScope = {
    now: work.scope.now,
    column: (side, column) => (side === "T" ? markers.get(column) : undefined) ?? work.scope.column(side, column),
  };
  return compileExpression(withChildren(node, marked), scope);
}

/** The places of the markers that stand in the text more than once, in one pass over it. */
function markersRepeated({ text }: Sql): ReadonlySet<number> {
  const seen = new Set<number>();
  const repeated = new Set<number>();
  for (const [, digits] of text.matchAll(/"marker_([0-9]+)"/g)) {
    const at = Number(digits);
    if (seen.has(at)) repeated.add(at);
    seen.add(at);
  }
  return repeated;
}
