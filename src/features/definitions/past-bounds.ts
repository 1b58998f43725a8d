import type { SectionChange } from "./section.ts";

/** A bound that a change goes past. */
export interface Excess {
  readonly bound: string;
  /** The section whose change adds most to it. */
  readonly section: string;
  readonly message: string;
}

/**
 * Bounds that these changes go past. A feed that is past a bound since before there was one isn't at fault while it doesn't grow.
 * `rest`: what the feed takes of a bound besides what the changes name.
 */
export function pastBounds(changes: readonly SectionChange[], rest: ReadonlyMap<string, number>): readonly Excess[] {
  return boundNames(changes).flatMap((name) => {
    const takers = takersOf(changes, name);
    const total = takers.reduce((sum, { after }) => sum + after, rest.get(name) ?? 0);
    const [most] = takers.toSorted((a, b) => b.after - b.before - (a.after - a.before));
    if (most === undefined || growth(takers) <= 0 || total <= most.bound.max) return [];
    return [{ bound: name, section: most.section, message: most.bound.message(total) }];
  });
}

/** Names of bounds of which the changes take more than before. */
export function grownBounds(changes: readonly SectionChange[]): readonly string[] {
  return boundNames(changes).filter((name) => growth(takersOf(changes, name)) > 0);
}

function boundNames(changes: readonly SectionChange[]): readonly string[] {
  return [...new Set(changes.flatMap(({ section }) => section.bounds.map(({ name }) => name)))];
}

type Taker = ReturnType<typeof takersOf>[number];

function takersOf(changes: readonly SectionChange[], name: string) {
  return changes.flatMap(({ section, before, after }) =>
    section.bounds
      .filter((bound) => bound.name === name)
      .map((bound) => ({ bound, section: section.name, before: bound.of(before), after: bound.of(after) })),
  );
}

function growth(takers: readonly Taker[]): number {
  return takers.reduce((sum, { before, after }) => sum + after - before, 0);
}
