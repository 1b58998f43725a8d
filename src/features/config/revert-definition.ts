import { isDeepStrictEqual } from "node:util";
import { formatId, storedId } from "../../kernel/ids.ts";
import { type Definition, textOf } from "./definition.ts";

/** What a change made of a definition, and what the definition is now. */
export interface Revert {
  readonly before: Definition;
  readonly after: Definition;
  readonly now: Definition;
}

interface Reverted {
  readonly definition: Definition;
  /** What the change has touched and somebody has changed since; nothing of the definition holds where there is any. */
  readonly conflicts: readonly string[];
}

/** Takes one change back and leaves all later ones: what the change has touched becomes what it was, where it is still as the change left it. */
export function revertDefinition({ before, after, now }: Revert): Reverted {
  const settings = revertMembers("setting", { before: before.settings, after: after.settings, now: now.settings });
  const mappings = revertMembers("mapping of", { before: before.mappings, after: after.mappings, now: now.mappings });
  const columns = { key: (name: string) => name, named: (name: string) => `extra column ${name}`, order: "order of the extra columns" };
  const extraColumns = revertList({ before: before.extraColumns, after: after.extraColumns, now: now.extraColumns }, columns);
  const rules = revertList({ before: before.rules, after: after.rules, now: now.rules }, RULES);
  const tests = revertList({ before: before.tests, after: after.tests, now: now.tests }, TESTS);
  return {
    definition: {
      settings: settings.value,
      mappings: mappings.value,
      extraColumns: extraColumns.value,
      rules: rules.value,
      tests: tests.value,
    },
    conflicts: [settings, mappings, extraColumns, rules, tests].flatMap(({ conflicts }) => conflicts),
  };
}

interface States<T> {
  readonly before: T;
  readonly after: T;
  readonly now: T;
}

interface RevertedPart<T> {
  readonly value: T;
  readonly conflicts: readonly string[];
}

type Members<V> = Readonly<Record<string, V>>;

function revertMembers<V>(what: string, { before, after, now }: States<Members<V>>): RevertedPart<Members<V>> {
  const [was, left, is] = [new Map(Object.entries(before)), new Map(Object.entries(after)), new Map(Object.entries(now))];
  const touched = touchedKeys(was, left);
  const conflicts = touched.filter((name) => !isDeepStrictEqual(left.get(name), is.get(name))).map((name) => `${what} ${name}`);
  for (const name of touched) {
    const value = was.get(name);
    if (value === undefined) is.delete(name);
    else is.set(name, value);
  }
  return { value: Object.fromEntries(is), conflicts };
}

function touchedKeys<K, V>(was: ReadonlyMap<K, V>, left: ReadonlyMap<K, V>): readonly K[] {
  return [...new Set([...was.keys(), ...left.keys()])].filter((key) => !isDeepStrictEqual(was.get(key), left.get(key)));
}

interface ListKind<T, K> {
  /** What an item is told by, as long as it is the same one. */
  readonly key: (item: T) => K;
  readonly named: (item: T) => string;
  readonly order: string;
}

const RULES: ListKind<Definition["rules"][number], number | null> = {
  key: ({ id }) => id,
  named: ({ id }) => `rule ${formatId("rule", storedId("rule", id ?? 0))}`,
  order: "order of the rules",
};

/** A test has no id: one that is changed is another one. */
const TESTS: ListKind<Definition["tests"][number], string> = {
  key: textOf,
  named: (test) => `test ${"name" in test ? String(test.name) : textOf(test)}`,
  order: "order of the tests",
};

function revertList<T, K>(states: States<readonly T[]>, { key, named, order }: ListKind<T, K>): RevertedPart<readonly T[]> {
  const byKey = (items: readonly T[]) => new Map(items.map((item) => [key(item), item]));
  const [was, left, is] = [byKey(states.before), byKey(states.after), byKey(states.now)];
  const touched = touchedKeys(was, left);
  const conflicts = touched.flatMap((each) => {
    if (isDeepStrictEqual(left.get(each), is.get(each))) return [];
    const item = is.get(each) ?? left.get(each) ?? was.get(each);
    return item === undefined ? [] : [named(item)];
  });
  const ordered = revertOrder({ before: [...was.keys()], after: [...left.keys()], now: [...is.keys()] });
  const keys = ordered.value.filter((each) => was.has(each) || !touched.includes(each));
  const kept = new Set(keys);
  for (const [at, each] of [...was.keys()].entries()) {
    if (kept.has(each) || !touched.includes(each)) continue;
    // Behind the one it stood behind, as far as that is still there.
    const behind = [...was.keys()].slice(0, at).findLast((other) => kept.has(other));
    keys.splice(behind === undefined ? 0 : keys.indexOf(behind) + 1, 0, each);
    kept.add(each);
  }
  const value = keys.flatMap((each) => (touched.includes(each) ? was.get(each) : is.get(each)) ?? []);
  return { value, conflicts: [...conflicts, ...(ordered.isTouched ? [order] : [])] };
}

/** The order in which the change found what it left there; nothing where it moved nothing. */
function revertOrder<K>({ before, after, now }: States<readonly K[]>): { readonly value: K[]; readonly isTouched: boolean } {
  const common = new Set(before.filter((key) => after.includes(key) && now.includes(key)));
  const among = (keys: readonly K[]): readonly K[] => keys.filter((key) => common.has(key));
  const [was, left, is] = [among(before), among(after), among(now)];
  if (isDeepStrictEqual(was, left)) return { value: [...now], isTouched: false };
  const places = was.values();
  return { value: now.map((key) => (common.has(key) ? (places.next().value ?? key) : key)), isTouched: !isDeepStrictEqual(left, is) };
}
