import { isDeepStrictEqual } from "node:util";
import type { Reverted, States } from "./section.ts";

type Members<V> = Readonly<Record<string, V>>;

/** Takes a change of a section back whose parts are the members of an object. `what`: what people call one. */
export function revertMembers<V>(what: string, { before, after, now }: States<Members<V>>): Reverted<Members<V>> {
  const [was, left, is] = [new Map(Object.entries(before)), new Map(Object.entries(after)), new Map(Object.entries(now))];
  const touched = touchedKeys(was, left, isDeepStrictEqual);
  const conflicts = touched.filter((name) => !isDeepStrictEqual(left.get(name), is.get(name))).map((name) => `${what} ${name}`);
  for (const name of touched) {
    const value = was.get(name);
    if (value === undefined) is.delete(name);
    else is.set(name, value);
  }
  return { value: Object.fromEntries(is), conflicts };
}

type Same<V> = (a: V | undefined, b: V | undefined) => boolean;

function touchedKeys<K, V>(was: ReadonlyMap<K, V>, left: ReadonlyMap<K, V>, same: Same<V>): readonly K[] {
  return [...new Set([...was.keys(), ...left.keys()])].filter((key) => !same(was.get(key), left.get(key)));
}

interface ListKind<T, K> {
  /** What an item is told by, as long as it is the same one. */
  readonly key: (item: T) => K;
  readonly named: (item: T) => string;
  readonly order: string;
  /** Whether one item says the same as another; left out: whether it equals it. */
  readonly same?: (a: T, b: T) => boolean;
}

/** The same of one whose parts are the items of a list. */
export function revertList<T, K>(states: States<readonly T[]>, kind: ListKind<T, K>): Reverted<readonly T[]> {
  const { key, named, order } = kind;
  const same: Same<T> = (a, b) => (a === undefined || b === undefined ? a === b : (kind.same ?? isDeepStrictEqual)(a, b));
  const byKey = (items: readonly T[]) => new Map(items.map((item) => [key(item), item]));
  const [was, left, is] = [byKey(states.before), byKey(states.after), byKey(states.now)];
  const touched = new Set(touchedKeys(was, left, same));
  const conflicts = [...touched].flatMap((each) => {
    if (same(left.get(each), is.get(each))) return [];
    const item = is.get(each) ?? left.get(each) ?? was.get(each);
    return item === undefined ? [] : [named(item)];
  });
  const ordered = revertOrder({ before: [...was.keys()], after: [...left.keys()], now: [...is.keys()] });
  const keys = ordered.value.filter((each) => was.has(each) || !touched.has(each));
  const kept = new Set(keys);
  for (const [at, each] of [...was.keys()].entries()) {
    if (kept.has(each) || !touched.has(each)) continue;
    // Behind the one it stood behind, as far as that is still there.
    const behind = [...was.keys()].slice(0, at).findLast((other) => kept.has(other));
    keys.splice(behind === undefined ? 0 : keys.indexOf(behind) + 1, 0, each);
    kept.add(each);
  }
  const value = keys.flatMap((each) => (touched.has(each) ? was.get(each) : is.get(each)) ?? []);
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
