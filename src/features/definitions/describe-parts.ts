import { isDeepStrictEqual } from "node:util";
import { pointed } from "../../engine/rules/schema-faults.ts";
import { longestRise } from "./kept-order.ts";
import type { Change, Difference } from "./section.ts";

/** How a section changes whose parts are the members of an object. */
export function describeMembers(section: string, { before, after }: Change<Readonly<Record<string, unknown>>>): readonly Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.flatMap((name) => {
    const [old, fresh] = [valueOf(before, name), valueOf(after, name)];
    if (isDeepStrictEqual(old, fresh)) return [];
    const action = old === undefined ? "added" : fresh === undefined ? "removed" : "changed";
    const summary = `${name}: ${shownPart(old, "its default")} → ${shownPart(fresh, "its default")}`;
    return [{ action, path: `/${section}/${pointed(name)}`, ruleId: null, summary, before: old ?? null, after: fresh ?? null } as const];
  });
}

/** A member may be called `constructor`. */
function valueOf(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** How one changes whose parts are the items of a list, told apart by what they say. */
export function describeItems(section: string, { before, after }: Change<readonly unknown[]>): readonly Difference[] {
  const places = Map.groupBy(before.keys(), (at) => textOf(before[at]));
  const paired = after.map((item) => places.get(textOf(item))?.shift());
  const taken = new Set(paired);
  const kept = paired.flatMap((was, now) => (was === undefined ? [] : [{ was, now }]));
  const still = longestRise(kept.map(({ was }) => was));
  const entry = (action: Difference["action"], at: number, rest: Pick<Difference, "summary" | "before" | "after">): Difference => ({
    action,
    path: `/${section}/${at}`,
    ruleId: null,
    ...rest,
  });
  return [
    ...[...before.keys()]
      .filter((at) => !taken.has(at))
      .map((at) => entry("removed", at, { summary: nameOf(before[at]), before: before[at], after: null })),
    ...after.flatMap((item, at) =>
      paired[at] === undefined ? [entry("added", at, { summary: nameOf(item), before: null, after: item })] : [],
    ),
    ...kept
      .filter((_, at) => !still.has(at))
      .map(({ was, now }) => {
        const summary = `from place ${was + 1} to ${now + 1}: ${nameOf(after[now])}`;
        return entry("moved", now, { summary, before: was + 1, after: now + 1 });
      }),
  ];
}

/** What people call it, as a test; else what it says. */
function nameOf(item: unknown): string {
  const name = typeof item === "object" && item !== null && "name" in item ? item.name : undefined;
  return shownPart(name ?? item);
}

/** A value is recognised by its beginning. */
const SHOWN_LENGTH_MAX = 100;

/** A value in a sentence. `absent`: what stands for none. */
export function shownPart(value: unknown, absent = ""): string {
  if (value === undefined) return absent;
  if (value === null) return "nothing";
  const text = typeof value === "string" ? value : textOf(value);
  const characters = [...text.slice(0, 2 * SHOWN_LENGTH_MAX)];
  const cut = characters.length > SHOWN_LENGTH_MAX ? `${characters.slice(0, SHOWN_LENGTH_MAX).join("")}…` : text;
  return cut === "" ? "blank" : cut;
}

/** The order of members is kept, so it tells definitions apart. */
export function textOf(value: unknown): string {
  return JSON.stringify(value);
}
