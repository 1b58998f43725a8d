/**
 * Shopify's bucket of points: every query takes what it may cost, gets back what it did not, and the rest comes back over
 * time. Time is an argument, so that the arithmetic can be held to account.
 */
export interface CostBucket {
  /** Takes the points, or answers false and takes nothing. */
  take(points: number, nowMs: number): boolean;
  giveBack(points: number): void;
  status(nowMs: number): ThrottleStatus;
  /** Sets what is there: drained to nothing, a smaller bucket, a slower tap. */
  set(settings: Partial<BucketSettings>, nowMs: number): void;
}

export interface BucketSettings {
  readonly maximumAvailable: number;
  readonly currentlyAvailable: number;
  readonly restoreRate: number;
}

export type ThrottleStatus = BucketSettings;

export function createCostBucket(maximum: number, restoreRate: number): CostBucket {
  let state: BucketSettings = { maximumAvailable: maximum, currentlyAvailable: maximum, restoreRate };
  let filledAtMs: number | undefined;
  const filled = (nowMs: number): void => {
    const seconds = Math.max(0, nowMs - (filledAtMs ?? nowMs)) / 1000;
    filledAtMs = nowMs;
    state = { ...state, currentlyAvailable: Math.min(state.maximumAvailable, state.currentlyAvailable + seconds * state.restoreRate) };
  };
  return {
    take: (points, nowMs) => {
      filled(nowMs);
      if (points > state.currentlyAvailable) return false;
      state = { ...state, currentlyAvailable: state.currentlyAvailable - points };
      return true;
    },
    giveBack: (points) => {
      state = { ...state, currentlyAvailable: Math.min(state.maximumAvailable, state.currentlyAvailable + points) };
    },
    status: (nowMs) => {
      filled(nowMs);
      return { ...state, currentlyAvailable: Math.floor(state.currentlyAvailable) };
    },
    set: (settings, nowMs) => {
      filled(nowMs);
      const next = { ...state, ...settings };
      state = { ...next, currentlyAvailable: Math.min(next.maximumAvailable, next.currentlyAvailable) };
    },
  };
}
