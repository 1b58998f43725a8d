import { DEFAULT_STAGES } from "./fleet-change.ts";

/** Shops in each stage, in order: as asked for, and a last stage for those that are left. */
export function stagesOf(shops: number, asked: readonly number[] = DEFAULT_STAGES): readonly number[] {
  const stages: number[] = [];
  let left = shops;
  for (const wanted of asked) {
    if (left === 0) break;
    stages.push(Math.min(wanted, left));
    left -= stages.at(-1) ?? 0;
  }
  return left === 0 ? stages : [...stages, left];
}

/** The stage of each of so many shops, from 1. */
export function stageOfShops(stages: readonly number[]): readonly number[] {
  return stages.flatMap((shops, at) => Array.from({ length: shops }, () => at + 1));
}
