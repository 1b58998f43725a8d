/** What goes wrong, and how often; all of it follows from the seed and the order of the requests. */
export interface FaultRates {
  /** 503 SlowDown before anything is done. */
  readonly slowDown: number;
  /** The connection is reset before anything is done. */
  readonly reset: number;
  /** Everything is done, and then the connection is reset instead of an answer. */
  readonly lostAnswer: number;
  /** An object's bytes come in ten pieces with pauses. */
  readonly slowBody: number;
  /** An object's bytes stop halfway, and the connection is reset. */
  readonly truncated: number;
  /** A conditional write is answered 409 ConditionalRequestConflict before anything is done. */
  readonly conflict: number;
}

export type FaultName = keyof FaultRates;
export const FAULT_NAMES = ["slowDown", "reset", "lostAnswer", "slowBody", "truncated", "conflict"] as const satisfies readonly FaultName[];
export const NO_FAULTS: FaultRates = Object.freeze({ slowDown: 0, reset: 0, lostAnswer: 0, slowBody: 0, truncated: 0, conflict: 0 });

export interface Faults {
  rates: FaultRates;
  /** Every answer comes so much later. */
  latencyMs: number;
  /** The next requests that a pattern of `METHOD /path?query` matches meet this fault, each once. */
  readonly planned: { readonly on: RegExp; readonly fault: FaultName }[];
}

export type Draw = (line: string) => FaultName | undefined;

/** One draw a request: no more than one fault happens to it. */
export function drawFaults(seed: number, faults: Faults): Draw {
  const next = mulberry32(seed);
  return (line) => {
    const index = faults.planned.findIndex(({ on }) => on.test(line));
    if (index !== -1) return faults.planned.splice(index, 1)[0]?.fault;
    let rest = next();
    for (const name of FAULT_NAMES) {
      rest -= faults.rates[name];
      if (rest < 0) return name;
    }
    return undefined;
  };
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
