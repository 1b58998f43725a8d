/**
 * How one attempt at a run or an extract ended. `held`: completed, but stopped by the publish guard. `released`: given back, to be tried
 * again. `lost`: cancelled, or another worker's by then, so nothing of it counts.
 */
export interface WorkEnd<Done extends "completed" | "held"> {
  readonly outcome: Done | "failed" | "released" | "lost";
  /** Of the output or the snapshot; 0 where there is none. */
  readonly rows: number;
}

export const LOST: WorkEnd<never> = Object.freeze({ outcome: "lost", rows: 0 });
