/** How soon what a platform reports is read and published. */
export interface DeltaPace {
  /** After the last report. */
  readonly quietMs: number;
  /** After the first one, however many follow. */
  readonly waitMaxMs: number;
  /** Between two runs of a feed that deltas start; null: by the shop's size. */
  readonly minIntervalS: number | null;
  /** Between two looks for changes that nobody reported; 0: none. */
  readonly lookEveryS: number;
}

export const ORDINARY_DELTA_PACE: DeltaPace = Object.freeze({ quietMs: 2_000, waitMaxMs: 5_000, minIntervalS: null, lookEveryS: 3_600 });

/** A file of this many rows takes seconds to make, and is fetched once an hour at most. */
const LARGE_VARIANTS = 200_000;
const MIN_INTERVAL_S = { ordinary: 5, large: 60 } as const;

export function minIntervalS({ minIntervalS: given }: DeltaPace, variants: number): number {
  return given ?? (variants < LARGE_VARIANTS ? MIN_INTERVAL_S.ordinary : MIN_INTERVAL_S.large);
}
