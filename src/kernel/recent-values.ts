/**
 * Values of immutable things, kept while there's room: those used longest ago go first. The key says everything that a value depends on, the
 * tenant included. While a value is being loaded, everybody who asks for it waits for the same load.
 */
export interface RecentValues<Value> {
  /** `load` answers undefined in `weight` for a value that nobody else may get. A load that fails leaves nothing behind. */
  get(key: string, load: () => Promise<Weighed<Value>>): Promise<Value>;
}

export interface Weighed<Value> {
  readonly value: Value;
  readonly weight: number | undefined;
}

interface Held<Value> {
  readonly promised: Promise<Value>;
  /** 0 while it's being loaded. */
  weight: number;
}

export function openRecentValues<Value>(weightMax: number): RecentValues<Value> {
  /** In the order of their last use. */
  const held = new Map<string, Held<Value>>();
  let total = 0;

  const forget = (key: string, one: Held<Value>): void => {
    if (held.get(key) !== one) return;
    held.delete(key);
    total -= one.weight;
  };

  const makeRoom = (): void => {
    for (const [key, one] of held) {
      if (total <= weightMax) return;
      if (one.weight > 0) forget(key, one);
    }
  };

  const settle = (key: string, one: Held<Value>, weight: number | undefined): void => {
    if (weight === undefined) return forget(key, one);
    one.weight = Math.max(1, weight);
    total += one.weight;
    makeRoom();
  };

  return {
    get(key, load) {
      const known = held.get(key);
      if (known !== undefined) {
        // Deleted and added again, it moves to the end of the map.
        held.delete(key);
        held.set(key, known);
        return known.promised;
      }
      const loading = load();
      const one: Held<Value> = { promised: loading.then(({ value }) => value), weight: 0 };
      held.set(key, one);
      loading.then(
        ({ weight }) => settle(key, one, weight),
        () => forget(key, one),
      );
      return one.promised;
    },
  };
}
