import { type ColumnRef, columnKey, columnsRead, type Expression, type Side } from "../expression/expression.ts";
import type { Admit, Assign, Exclude, FeedPlan, Keep, Step } from "./feed-plan.ts";

/**
 * Steps packed into layers, a layer being one SELECT over the one before. A step joins the open layer unless it reads what
 * the layer has written; writers of one column that do not read it share one CASE. One SELECT a step runs out of memory at a
 * few hundred rules; layers of independent steps do not (docs/decisions, "The chain is layered").
 */
export type Layer =
  | { readonly kind: "assign"; readonly writes: ReadonlyMap<string, readonly Assign[]>; readonly excludes: readonly (Exclude | Admit)[] }
  | { readonly kind: "clean" }
  | { readonly kind: "keep"; readonly step: Keep };

/** The exclusion columns count as one column to the packing: an admit reads it. */
const EXCLUSION = "exclusion";

interface OpenLayer {
  readonly writes: Map<string, Assign[]>;
  readonly excludes: (Exclude | Admit)[];
  readonly written: Set<string>;
}

export function packLayers(plan: FeedPlan): readonly Layer[] {
  return packSteps(plan.stages.flatMap(({ steps }) => steps));
}

export function packSteps(steps: readonly Step[]): readonly Layer[] {
  const layers: Layer[] = [];
  let open = emptyLayer();
  const close = (): void => {
    if (open.written.size > 0) layers.push({ kind: "assign", writes: open.writes, excludes: open.excludes });
    open = emptyLayer();
  };
  for (const step of steps) {
    if (step.op === "clean" || step.op === "keep") {
      close();
      layers.push(step.op === "clean" ? { kind: "clean" } : { kind: "keep", step });
      continue;
    }
    if (readsWritten(step, open.written)) close();
    join(open, step);
  }
  close();
  return layers;
}

/** The columns besides the output that a layer reads or writes, by key: what a checkpoint before it must keep. */
export function columnsTouched(layer: Layer): ReadonlySet<string> {
  if (layer.kind !== "assign") return new Set();
  const steps = [...layer.writes.values()].flat();
  const keys = [...steps, ...layer.excludes].flatMap((step) => [...readsOf(step)]);
  return new Set([...keys, ...layer.writes.keys()].filter((key) => !key.startsWith("G:")));
}

function emptyLayer(): OpenLayer {
  return { writes: new Map(), excludes: [], written: new Set() };
}

function readsWritten(step: Assign | Exclude | Admit, written: ReadonlySet<string>): boolean {
  if (step.op === "admit" && written.has(EXCLUSION)) return true;
  return [...readsOf(step)].some((key) => written.has(key));
}

function readsOf(step: Assign | Exclude | Admit): ReadonlySet<string> {
  const reads = step.condition === undefined ? new Set<string>() : columnsRead(step.condition);
  const value: Expression | undefined = step.op === "assign" ? step.value : step.op === "exclude" ? step.reason : undefined;
  return value === undefined ? reads : columnsRead(value, reads);
}

function join(open: OpenLayer, step: Assign | Exclude | Admit): void {
  if (step.op !== "assign") {
    open.excludes.push(step);
    open.written.add(EXCLUSION);
    return;
  }
  const key = columnKey(step.target);
  const writers = open.writes.get(key);
  if (writers === undefined) open.writes.set(key, [step]);
  else writers.push(step);
  open.written.add(key);
}

/** The column a key stands for. */
export function keyColumn(key: string): ColumnRef {
  const side = SIDES.find((letter) => key.startsWith(`${letter}:`)) ?? "G";
  return { side, name: key.slice(2) };
}

const SIDES: readonly Side[] = ["D", "G", "L", "C", "O"];
