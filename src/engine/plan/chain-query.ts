import type { Sql } from "../../kernel/sql.ts";
import type { ColumnScope } from "../expression/compile-expression.ts";
import { join, list, literal, name, sql } from "../sql/fragment.ts";
import { passingParquet } from "../sql/parquet.ts";
import { type LookupFiles, writeAsides, writeKnownAsides } from "./aside-query.ts";
import type { FeedPlan, Step } from "./feed-plan.ts";
import { layerOver } from "./layer-select.ts";
import { columnsMade, columnsTouched, keyColumn, type Layer, packSteps, patternsOfLayer } from "./layers.ts";
import { type Lowering, lowerSteps } from "./lower-steps.ts";
import { planScope } from "./plan-scope.ts";
import { shareForms } from "./share-forms.ts";

/**
 * Steps over a relation, as SQL: layers nested into one SELECT, cut where memory or a reshaping asks for it. Nothing filters above
 * it: DuckDB pushes a predicate down by substitution, which doubles the plan with every layer that reads itself. No join
 * stands in it either: joins lose the order, so what belongs to single rows comes aligned, by POSITIONAL JOIN.
 */
export interface ChainInput {
  readonly plan: FeedPlan;
  readonly steps: readonly Step[];
  /** The rows the steps begin with, in order: `ord, row_id, product_id, reason, s…, f…` and what the lowering has named. */
  readonly base: ChainBase;
  readonly lowering: Lowering;
  readonly options: ChainOptions;
  /** Columns besides the output that somebody reads behind the steps, by key, so that no checkpoint leaves them out; none unless told. */
  readonly keep?: readonly string[] | "all";
}

/** Given what else is to stand beside the rows, aligned to them, a SELECT of all of it. */
export type ChainBase = (beside: readonly Sql[]) => Sql;

export interface ChainOptions {
  /** Layers × columns that may stand in one statement: past it memory is spent on the buffers between layers. */
  readonly cellsMax: number;
  /** Path of a file of this work: `checkpoint-1`. */
  readonly file: (called: string) => string;
  readonly tables: LookupFiles;
  /** Start of the run as TIMESTAMP. */
  readonly now: Sql;
  /** Values known from elsewhere, in the order in which the steps ask for them: a few rows cannot tell their rank in the feed. */
  readonly known?: readonly KnownAside[];
}

/** One aside's values, by `row_id` (and `item`), in a file with a column `t…`. */
export interface KnownAside {
  readonly file: string;
  readonly as: string;
}

export interface Chain {
  /** Statements that write checkpoints and asides, in order. */
  readonly statements: readonly Sql[];
  /** SELECT of the rows as the steps leave them, in order. */
  readonly rows: Sql;
  /** What the steps that come after have to know. */
  readonly lowering: Lowering;
  readonly asides: readonly AsideFile[];
}

/** Where the values of a layer of asides are, for traces and for what lookups did not find. */
export interface AsideFile {
  readonly file: string;
  readonly layer: Extract<Layer, { kind: "aside" }>;
}

/** Layers that are computed again for an aside rather than written out; past it a checkpoint is cheaper. */
const LAYERS_AGAIN_MAX = 12;
/** Instructions of regular expressions that are compiled again for an aside: some milliseconds. */
const PATTERNS_AGAIN_MAX = 20_000;
/** Files of asides that stand beside the same rows: each more repeats those rows' SQL once again. */
const BESIDE_MAX = 8;

export function chainQuery(input: ChainInput): Chain {
  const { plan, lowering, options } = input;
  const scope = planScope(plan, options.now, lowering.named);
  const lowered = lowerSteps(input.steps, lowering, scope);
  const layers = packSteps(shareForms(lowered, lowering, scope));
  const columns = layers.map((layer): LayerColumns => ({ made: columnsMade(layer), touched: columnsTouched(layer) }));
  const work: ChainWork = {
    input,
    scope,
    layers,
    columns,
    live: liveColumns(columns, plan.output.length),
    statements: [],
    asides: [],
    asked: lowered.flatMap((step) => (step.op === "aside" ? [step.as] : [])),
  };
  const rows = wholeChain(work);
  return { statements: work.statements, rows, lowering, asides: work.asides };
}

interface ChainWork {
  readonly input: ChainInput;
  readonly scope: ColumnScope;
  readonly layers: readonly Layer[];
  readonly columns: readonly LayerColumns[];
  /** How many columns are still needed behind each layer. */
  readonly live: readonly number[];
  readonly statements: Sql[];
  readonly asides: AsideFile[];
  /** The asides' names in the order of the steps. */
  readonly asked: readonly string[];
}

/** The columns of a layer besides the output, by key; found once, because a layer may have thousands. */
interface LayerColumns {
  readonly made: readonly string[];
  readonly touched: ReadonlySet<string>;
}

/** Rows that stand in a file or the source, and the layers over them that are not written out yet. */
interface Segment {
  readonly base: ChainBase;
  readonly beside: readonly Sql[];
  /** Each compiled once, though asides may ask for the same rows again. */
  readonly layers: readonly ((relation: Sql) => Sql)[];
  /** Columns of all its layers together. */
  readonly cells: number;
  /** What the regular expressions of all its layers compile to. */
  readonly patterns: number;
}

const NOTHING_OPEN = { beside: [], layers: [], cells: 0, patterns: 0 } as const;

/** DuckDB carries a column no further than it is read. */
function liveColumns(columns: readonly LayerColumns[], outputs: number): readonly number[] {
  const live = new Set<string>();
  const counts: number[] = [];
  for (const { made, touched } of columns.toReversed()) {
    counts.push(outputs + live.size);
    for (const key of touched) live.add(key);
    for (const key of made) live.delete(key);
  }
  return counts.toReversed();
}

function wholeChain(work: ChainWork): Sql {
  const { layers, live } = work;
  const { cellsMax } = work.input.options;
  let segment: Segment = { base: work.input.base, ...NOTHING_OPEN };
  layers.forEach((layer, at) => {
    if (layer.kind === "aside") {
      if (isDearAgain(segment)) segment = checkpointed(work, segment, at);
      segment = withAside(work, segment, layer);
      return;
    }
    const cells = live[at] ?? 0;
    if (segment.layers.length > 0 && segment.cells + cells > cellsMax) segment = checkpointed(work, segment, at);
    const compiled = layerOver(layer, work.input.plan, work.scope);
    segment = {
      ...segment,
      layers: [...segment.layers, compiled],
      cells: segment.cells + cells,
      patterns: segment.patterns + patternsOfLayer(layer),
    };
    // Behind a split the rows are other rows: what is aligned to them must see them written down.
    if (layer.kind === "split" && layers.slice(at + 1).some(({ kind }) => kind === "aside")) segment = checkpointed(work, segment, at + 1);
  });
  return relationOf(segment);
}

function isDearAgain({ layers, beside, patterns }: Segment): boolean {
  return layers.length > LAYERS_AGAIN_MAX || beside.length >= BESIDE_MAX || patterns > PATTERNS_AGAIN_MAX;
}

function relationOf({ base, beside, layers }: Segment): Sql {
  return layers.reduce((relation, over) => over(relation), base(beside));
}

function checkpointed(work: ChainWork, segment: Segment, next: number): Segment {
  const { statements, input } = work;
  const file = input.options.file(`checkpoint-${statements.length + 1}`);
  const kept = keptSelect(work, work.columns.slice(next), relationOf(segment));
  statements.push(sql`COPY (${kept}) TO ${literal(file)} ${passingParquet()}`);
  return { base: fileBase(file), ...NOTHING_OPEN };
}

/** Rows that a file holds. */
export function fileBase(file: string): ChainBase {
  return (beside) => sql`SELECT * FROM ${join([sql`read_parquet(${literal(file)})`, ...beside], sql` POSITIONAL JOIN `)}`;
}

function withAside(work: ChainWork, segment: Segment, layer: Extract<Layer, { kind: "aside" }>): Segment {
  const { statements, asides, input, scope } = work;
  const file = input.options.file(`aside-${statements.length + 1}`);
  const relation = relationOf(segment);
  const split = splits(input.plan);
  const { known, tables } = input.options;
  if (known === undefined) statements.push(writeAsides(layer.asides, relation, { scope, tables, split, file }));
  else {
    const values = layer.asides.map(({ as }) => ({ as, known: known[work.asked.indexOf(as)] }));
    statements.push(writeKnownAsides(values, relation, { split, file }));
  }
  asides.push({ file, layer });
  const values = list(layer.asides.map(({ as }) => name(`t${as}`)));
  return { ...segment, beside: [...segment.beside, sql`(SELECT ${values} FROM read_parquet(${literal(file)}))`] };
}

export function splits({ stages }: FeedPlan): boolean {
  return stages.some(({ steps }) => steps.some(({ op }) => op === "split"));
}

/** What a checkpoint keeps: the output, and of the other columns those that a later layer touches. Long texts mostly go here. */
function keptSelect({ input: { plan, lowering, keep = [] }, scope }: ChainWork, later: readonly LayerColumns[], relation: Sql): Sql {
  if (keep === "all") return relation;
  const made = new Set(later.flatMap((columns) => columns.made));
  const touched = later.flatMap((columns) => [...columns.touched]);
  const stops = [...lowering.stops.values()].map((as) => `T:${as}`);
  const wanted = new Set([...touched, ...stops, ...keep].filter((key) => !made.has(key)));
  return keptColumns(plan, scope, wanted, relation);
}

/** SELECT of the rows with the output and some other columns, by key. */
export function keptColumns(plan: FeedPlan, scope: ColumnScope, wanted: Iterable<string>, relation: Sql): Sql {
  const outputs = plan.output.map((_, at) => name(`f${at + 1}`));
  const others = [...wanted].map((key) => scope.column(keyColumn(key).side, keyColumn(key).name).sql);
  // A column that the snapshot lacks reads as a constant, which has no place to be kept in.
  const kept = others.filter((column) => column.text.startsWith('"'));
  const item = splits(plan) ? [name("item")] : [];
  return sql`SELECT ord, row_id, product_id, ${list([...item, name("reason"), ...outputs, ...kept])} FROM (${relation})`;
}
