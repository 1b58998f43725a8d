/** Time as an argument, so that a run can be replayed and a test can move the hands. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = Object.freeze({ now: () => new Date() });
