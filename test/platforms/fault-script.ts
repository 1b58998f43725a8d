/**
 * `unauthorized`: the token has expired. `throttled`: too many requests. `error`: HTTP 5xx and nothing done. `error_after`: HTTP 5xx although it was done.
 * `cut`, `cut_after`: the connection breaks before or after the work. `slow`: the answer comes late.
 */
export type FaultKind = "unauthorized" | "throttled" | "error" | "error_after" | "cut" | "cut_after" | "slow";
const FAULT_KINDS: readonly FaultKind[] = ["unauthorized", "throttled", "error", "error_after", "cut", "cut_after", "slow"];

export interface FaultScript {
  /** The next `times` requests of the operation (`*`: of any) fail so. */
  fail(operation: string, kind: FaultKind, times?: number): void;
  /** From now on this share of all requests fails, in kinds drawn with the seed. 0: none. */
  chaos(options: { readonly seed: number; readonly share: number; readonly kinds?: readonly FaultKind[] }): void;
  /** How late a slow answer is. */
  slowMs: number;
  /** Told of every request before and after the work. True: the caller is gone, so nothing more is done for it. */
  watch: ((operation: string, moment: "before" | "after") => Promise<boolean>) | null;
  /** Faults so far, by kind. */
  readonly struck: ReadonlyMap<FaultKind, number>;
  /** What becomes of the next request of the operation; null: nothing. */
  next(operation: string): FaultKind | null;
}

export function faultScript(): FaultScript {
  const ordered: { operation: string; kind: FaultKind; times: number }[] = [];
  const struck = new Map<FaultKind, number>();
  let draw: () => FaultKind | null = () => null;
  const nextOf = (operation: string): FaultKind | null => {
    const order = ordered.find((one) => one.times > 0 && (one.operation === "*" || one.operation === operation));
    if (order === undefined) return draw();
    order.times -= 1;
    return order.kind;
  };
  return {
    slowMs: 300,
    watch: null,
    struck,
    fail: (operation, kind, times = 1) => void ordered.push({ operation, kind, times }),
    chaos({ seed, share, kinds = FAULT_KINDS }) {
      const random = randomOf(seed);
      draw = () => (random() < share ? (kinds[Math.floor(random() * kinds.length)] ?? null) : null);
    },
    next(operation) {
      const kind = nextOf(operation);
      if (kind !== null) struck.set(kind, (struck.get(kind) ?? 0) + 1);
      return kind;
    },
  };
}

/** From 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
