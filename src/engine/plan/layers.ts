import { type ColumnRef, columnKey, type Side } from "../expression/expression.ts";
import { weightOf } from "../expression/expression-parts.ts";
import type { Admit, Assign, Exclude, Keep } from "./feed-plan.ts";
import type { Aside, Define, Form, LoweredSplit, LoweredStep } from "./lower-steps.ts";
import { loweredExpressionsOf, readsOf } from "./step-reads.ts";

/**
 * Steps packed into layers, a layer being one SELECT over the one before. A step goes into the first layer in which everything
 * it reads is written and nobody still reads what it overwrites; writers of one column that do not read it share one CASE. One
 * SELECT a step runs out of memory at a few hundred rules; layers of independent steps do not (docs/decisions, "The chain is
 * layered"). What looks at many rows, or changes how many there are, is a layer of its own.
 */
export type Layer = AssignLayer | { readonly kind: "aside"; readonly asides: readonly (Aside & LoweredStep)[] } | BarrierLayer;

export interface AssignLayer {
  readonly kind: "assign";
  readonly writes: ReadonlyMap<string, readonly (Assign & LoweredStep)[]>;
  readonly excludes: readonly ((Exclude | Admit) & LoweredStep)[];
  readonly defines: readonly ((Define | Form) & LoweredStep)[];
}

export type BarrierLayer =
  | { readonly kind: "clean" }
  | { readonly kind: "keep"; readonly step: Keep }
  | { readonly kind: "split"; readonly step: LoweredSplit & LoweredStep };

interface OpenAssign {
  readonly kind: "assign";
  readonly writes: Map<string, (Assign & LoweredStep)[]>;
  readonly excludes: ((Exclude | Admit) & LoweredStep)[];
  readonly defines: ((Define | Form) & LoweredStep)[];
}

interface OpenAside {
  readonly kind: "aside";
  readonly asides: (Aside & LoweredStep)[];
}

type OpenLayer = OpenAssign | OpenAside | BarrierLayer;

/** The exclusion column counts as a column to the packing. */
const EXCLUSION = "exclusion";

export function packSteps(steps: readonly LoweredStep[]): readonly Layer[] {
  const layers: OpenLayer[] = [];
  const written = new Map<string, number>();
  const read = new Map<string, number>();
  /** Layers before this one are closed: a barrier stands behind them. */
  let floor = 0;
  for (const step of steps) {
    if (step.op === "clean" || step.op === "keep" || step.op === "split") {
      layers.push(barrierOf(step));
      floor = layers.length;
      continue;
    }
    const reads = allReads(step);
    const writes = writesOf(step);
    let earliest = floor;
    for (const key of reads) earliest = Math.max(earliest, (written.get(key) ?? -1) + 1);
    for (const key of writes) earliest = Math.max(earliest, written.get(key) ?? 0, read.get(key) ?? 0);
    const at = step.op === "aside" ? placeAside(layers, earliest, step) : placeAssign(layers, earliest, step);
    for (const key of reads) read.set(key, Math.max(read.get(key) ?? 0, at));
    for (const key of writes) written.set(key, at);
  }
  return layers;
}

function barrierOf(step: Extract<LoweredStep, { op: "clean" | "keep" | "split" }>): BarrierLayer {
  if (step.op === "clean") return { kind: "clean" };
  return step.op === "keep" ? { kind: "keep", step } : { kind: "split", step };
}

/** Each may be a join, which takes memory whatever it joins: 60 in one statement take a gigabyte. */
const ASIDES_AT_ONCE = 16;

function placeAside(layers: OpenLayer[], earliest: number, step: Aside & LoweredStep): number {
  const at = placeFrom(layers, earliest, (layer) => layer.kind === "aside" && layer.asides.length < ASIDES_AT_ONCE);
  const layer = layers[at];
  if (layer?.kind === "aside") {
    layer.asides.push(step);
    return at;
  }
  layers.push({ kind: "aside", asides: [step] });
  return layers.length - 1;
}

/** The first layer from this one on that will do; -1 where none does. */
function placeFrom(layers: readonly OpenLayer[], earliest: number, does: (layer: OpenLayer) => boolean): number {
  for (let at = earliest; at < layers.length; at += 1) {
    const layer = layers[at];
    if (layer !== undefined && does(layer)) return at;
  }
  return -1;
}

type AssignLike = OtherThan<LoweredStep, "aside" | "clean" | "keep" | "split">;
type OtherThan<Union extends { readonly op: string }, Op extends string> = Union extends { readonly op: Op } ? never : Union;

function placeAssign(layers: OpenLayer[], earliest: number, step: AssignLike): number {
  let at = placeFrom(layers, earliest, ({ kind }) => kind === "assign");
  if (at === -1) {
    layers.push({ kind: "assign", writes: new Map(), excludes: [], defines: [] });
    at = layers.length - 1;
  }
  const layer = layers[at];
  if (layer?.kind === "assign") join(layer, step);
  return at;
}

function join(layer: OpenAssign, step: AssignLike): void {
  switch (step.op) {
    case "assign": {
      const key = columnKey(step.target);
      const writers = layer.writes.get(key);
      if (writers === undefined) layer.writes.set(key, [step]);
      else writers.push(step);
      return;
    }
    case "exclude":
    case "admit":
      layer.excludes.push(step);
      return;
    case "define":
    case "form":
      layer.defines.push(step);
      return;
    default:
      step satisfies never;
  }
}

/** A function over all rows sees those not excluded so far; an admission looks at what was excluded. */
function allReads(step: LoweredStep): ReadonlySet<string> {
  const feedwide = step.op === "aside" && step.of.kind === "feedwide";
  return step.op === "admit" || feedwide ? new Set([...readsOf(step), EXCLUSION]) : readsOf(step);
}

function writesOf(step: LoweredStep): readonly string[] {
  switch (step.op) {
    case "assign":
      return [columnKey(step.target)];
    case "exclude":
    case "admit":
      return [EXCLUSION];
    case "define":
    case "form":
    case "aside":
      return [columnKey({ side: "T", name: step.as })];
    default:
      return [];
  }
}

/** The columns besides the output that a layer reads or writes, by key: what a checkpoint before it must keep. */
export function columnsTouched(layer: Layer): ReadonlySet<string> {
  const keys = stepsOfLayer(layer).flatMap((step) => [...readsOf(step), ...writesOf(step)]);
  return new Set(keys.filter((key) => key !== EXCLUSION && !key.startsWith("G:")));
}

/** About how many instructions the regular expressions of a layer compile to. */
export function patternsOfLayer(layer: Layer): number {
  return weightOf(stepsOfLayer(layer).flatMap(loweredExpressionsOf));
}

function stepsOfLayer(layer: Layer): readonly LoweredStep[] {
  switch (layer.kind) {
    case "assign":
      return [...[...layer.writes.values()].flat(), ...layer.excludes, ...layer.defines];
    case "aside":
      return layer.asides;
    case "split":
      return [layer.step];
    default:
      return [];
  }
}

/** The named columns a layer makes. */
export function columnsMade(layer: Layer): readonly string[] {
  if (layer.kind === "aside") return layer.asides.map(({ as }) => columnKey({ side: "T", name: as }));
  return layer.kind === "assign" ? layer.defines.map(({ as }) => columnKey({ side: "T", name: as })) : [];
}

/** The column a key stands for. */
export function keyColumn(key: string): ColumnRef {
  const side = SIDES.find((letter) => key.startsWith(`${letter}:`)) ?? "G";
  return { side, name: key.slice(2) };
}

const SIDES: readonly Side[] = ["D", "G", "T", "L", "C", "O"];
