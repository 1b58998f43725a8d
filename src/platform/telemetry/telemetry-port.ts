import type { COUNTED, SAMPLED } from "./metric-definitions.ts";

/** Structured logs. Members named like a secret are redacted by the implementation, whatever they hold. */
export interface Logger {
  debug(facts: Readonly<Record<string, unknown>>, message: string): void;
  info(facts: Readonly<Record<string, unknown>>, message: string): void;
  warn(facts: Readonly<Record<string, unknown>>, message: string): void;
  error(facts: Readonly<Record<string, unknown>>, message: string): void;
  child(facts: Readonly<Record<string, unknown>>): Logger;
}

/** Counts what happens in this process: in memory, at once, and never with a value that is not in the definition. */
export interface Metrics {
  count<N extends NameOf<"counter">>(name: N, labels: LabelsOf<(typeof COUNTED)[N]>, by?: number): void;
  observe<N extends NameOf<"histogram">>(name: N, labels: LabelsOf<(typeof COUNTED)[N]>, value: number): void;
}

/** Nobody asks. */
export const NO_METRICS: Metrics = Object.freeze({ count() {}, observe() {} });

/** Metrics that somebody asks for. */
export interface MetricsRegistry extends Metrics {
  /** What was counted, and what was read just now; of what is not among `samples`, nothing is said. */
  expose(samples: readonly Sample[]): Promise<Exposition>;
}

export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

/** One value of a metric that is read. */
export type Sample = {
  readonly [N in keyof typeof SAMPLED]: {
    readonly name: N;
    readonly labels: LabelsOf<(typeof SAMPLED)[N]>;
    readonly value: number;
  };
}[keyof typeof SAMPLED];

type NameOf<T extends "counter" | "histogram"> = {
  readonly [N in keyof typeof COUNTED]: (typeof COUNTED)[N]["type"] extends T ? N : never;
}[keyof typeof COUNTED];

type LabelsOf<D extends { readonly labels: Readonly<Record<string, readonly string[] | null>> }> = {
  readonly [L in keyof D["labels"]]: D["labels"][L] extends readonly (infer Value extends string)[] ? Value : string;
};
