import { any, compare, source, text } from "../../engine/expression/expression.ts";
import { printExpression } from "../../engine/expression/print-expression.ts";
import type { LabelSlot } from "../../engine/rules/rule-tags.ts";
import { isolated } from "../../kernel/isolated.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import type { Definition } from "./kept-rules.ts";
import type { TIERS_BY, TiersBody } from "./tier-shapes.ts";

type By = (typeof TIERS_BY)[number];
type Tier = NonNullable<TiersBody["tiers"]>[number];

export interface TierFault extends ErrorDetail {
  readonly code: "missing_param" | "invalid_param";
}

/** `definition`: null clears the slot. */
type ReadTiers =
  | { readonly definition: Definition | null; readonly fault?: never }
  | { readonly definition?: never; readonly fault: TierFault };

/** The one rule of a slot's tiers. */
export function readTiers({ slot, by, tiers, clear }: TiersBody): ReadTiers {
  if (clear) {
    return tiers === undefined ? { definition: null } : { fault: wrong("/tiers", "Leave `tiers` out when you clear a slot.") };
  }
  if (by === undefined) return { fault: { ...wrong("/by", "Set `by` to margin, product_type, vendor or tags."), code: "missing_param" } };
  if (tiers === undefined)
    return { fault: { ...wrong("/tiers", "Send `tiers`, or `clear: true` to remove the tiers."), code: "missing_param" } };
  const fault = nameFault(tiers) ?? (by === "margin" ? bandFault(tiers) : valueFault(tiers));
  return fault === undefined ? { definition: definitionOf(slot, by, tiers) } : { fault };
}

function wrong(param: string, message: string): TierFault {
  return { param, code: "invalid_param", message };
}

function nameFault(tiers: readonly Tier[]): TierFault | undefined {
  const twice = tiers.findIndex(({ name }, at) => tiers.findIndex((other) => other.name === name) !== at);
  return twice === -1
    ? undefined
    : wrong(`/tiers/${twice}/name`, `Two tiers are called ${isolated(tiers[twice]?.name ?? "")}. Combine them into one tier.`);
}

/** Bands go one way and don't overlap, so that each margin is in one at most. */
function bandFault(tiers: readonly Tier[]): TierFault | undefined {
  for (const [at, { name, min, max, values }] of tiers.entries()) {
    const place = `/tiers/${at}`;
    if (values !== undefined) return wrong(`${place}/values`, "Tiers by margin use `min` and `max`. Other tiers use `values`.");
    if (min === undefined && max === undefined) return wrong(place, `The tier ${isolated(name)} needs \`min\`, \`max\` or both.`);
    if (lowOf({ min }) >= highOf({ max }))
      return wrong(`${place}/max`, `The tier ${isolated(name)} is empty. \`max\` must be greater than \`min\`.`);
  }
  const [first, second] = tiers;
  const isFalling = first !== undefined && second !== undefined && lowOf(second) < lowOf(first);
  for (const [at, tier] of tiers.entries()) {
    const next = tiers[at + 1];
    if (next === undefined) continue;
    const [low, high] = isFalling ? [next, tier] : [tier, next];
    if (highOf(low) > lowOf(high)) return wrong(`/tiers/${at + 1}`, overlapping(tier, next));
  }
  return undefined;
}

function overlapping(one: Tier, other: Tier): string {
  return `The tiers ${isolated(one.name)} and ${isolated(other.name)} overlap or are out of order. List the tiers from low to high or from high to low, without overlaps.`;
}

function lowOf({ min }: Pick<Tier, "min">): number {
  return min ?? -Infinity;
}

function highOf({ max }: Pick<Tier, "max">): number {
  return max ?? Infinity;
}

function valueFault(tiers: readonly Tier[]): TierFault | undefined {
  const seen = new Map<string, string>();
  for (const [at, { name, min, max, values }] of tiers.entries()) {
    if (min !== undefined || max !== undefined) return wrong(`/tiers/${at}`, "`min` and `max` are only for tiers by margin.");
    if (values === undefined)
      return { ...wrong(`/tiers/${at}/values`, `The tier ${isolated(name)} needs \`values\`.`), code: "missing_param" };
    for (const value of values) {
      const other = seen.get(value.toLowerCase());
      if (other !== undefined && other !== name)
        return wrong(`/tiers/${at}/values`, `${value} is in both tiers ${other} and ${name}. Keep it in one of them.`);
      seen.set(value.toLowerCase(), name);
    }
  }
  return undefined;
}

const COLUMNS: Readonly<Record<Exclude<By, "tags">, string>> = {
  margin: "[D]canonical_margin_pct",
  product_type: "[D]product_type",
  vendor: "[D]vendor",
};

function definitionOf(slot: LabelSlot, by: By, tiers: readonly Tier[]): Definition {
  return {
    type: "label_tiers",
    slot: `custom_label_${slot}`,
    ...(by === "tags" ? {} : { by: COLUMNS[by] }),
    tiers: tiers.map(({ name, min, max, values = [] }) => {
      if (by === "tags") return { name, condition: printExpression(hasTag(values)) };
      if (by !== "margin") return { name, in: values };
      return { name, ...(min === undefined ? {} : { from: min }), ...(max === undefined ? {} : { to: max }) };
    }),
    tag: `tiers_${slot}`,
  };
}

function hasTag(values: readonly string[]) {
  const tests = values.map((value) => compare(source("tags"), "contains", text(value)));
  const [first] = tests;
  return tests.length === 1 && first !== undefined ? first : any(...tests);
}
