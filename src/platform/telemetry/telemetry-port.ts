import { AsyncLocalStorage } from "node:async_hooks";
import type { COUNTED, SAMPLED } from "./metric-definitions.ts";
import type { SpanAttributes } from "./span-definitions.ts";

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

/** Where in a trace something happens: of the W3C's `traceparent`, 32 and 16 hexadecimal digits. */
export interface TracePlace {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the trace is recorded, decided where it began. */
  readonly sampled: boolean;
}

export interface SpanStart {
  /** Where requests come in, where we call others, and what happens inside. */
  readonly kind?: "server" | "client" | "internal";
  /** Instead of the span that is open here. Null: a trace begins. */
  readonly parent?: TracePlace | null;
  /** A trace of someone else, which this belongs to and isn't part of. */
  readonly link?: TracePlace | undefined;
  readonly attributes?: SpanAttributes;
}

/** A span that is open. */
export interface OpenSpan {
  note(attributes: SpanAttributes): void;
}

/** A span whose work isn't one function. */
export interface BegunSpan extends OpenSpan {
  /** What happens inside, and all that follows from it, belongs to the span. */
  within<T>(work: () => T): T;
  end(): void;
}

/** Traces of what a request or a piece of work does, over processes. */
export interface Traces {
  /** Whether anything is recorded at all. */
  readonly enabled: boolean;
  begin(name: string, start: SpanStart): BegunSpan;
  /** Ends with the work; a rejection is noted by its class and passed on. */
  during<T>(name: string, start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T>;
}

const NO_SPAN: BegunSpan = Object.freeze({ note() {}, within: <T>(work: () => T): T => work(), end() {} });

/** Nobody collects them. */
export const NO_TRACES: Traces = Object.freeze({
  enabled: false,
  begin: () => NO_SPAN,
  during: <T>(_name: string, _start: SpanStart, work: (span: OpenSpan) => Promise<T>) => work(NO_SPAN),
});

interface Here {
  readonly place: TracePlace;
  readonly isOpen: () => boolean;
}

const HERE = new AsyncLocalStorage<Here>();

/** Undefined: no span is open. A loop that a request has started goes on when the request has ended, and belongs to it no longer. */
export function currentPlace(): TracePlace | undefined {
  const here = HERE.getStore();
  return here?.isOpen() === true ? here.place : undefined;
}

/** For implementations of `Traces`. */
export function withinPlace<T>(place: TracePlace, work: () => T, isOpen: () => boolean = () => true): T {
  return HERE.run({ place, isOpen }, work);
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED_FLAG = 1;

/** As the W3C writes it (version 00). */
function formatTraceparent({ traceId, spanId, sampled }: TracePlace): string {
  return `00-${traceId}-${spanId}-0${sampled ? SAMPLED_FLAG : 0}`;
}

/** Undefined for what isn't one, and for ids of zeros, which name nothing. */
export function parseTraceparent(text: string | null | undefined): TracePlace | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED_FLAG) === SAMPLED_FLAG };
}

/** What a row remembers of the request that made it, so that another process goes on with its trace. */
export function currentTraceparent(): string | null {
  const place = currentPlace();
  return place === undefined ? null : formatTraceparent(place);
}

/** Metrics that somebody asks for. */
export interface MetricsRegistry extends Metrics {
  /** What was counted, and what was read just now; of what is not among `samples`, nothing is said. */
  expose(samples: readonly Sample[], format?: ExpositionFormat): Promise<Exposition>;
}

export interface ExpositionFormat {
  /** As OpenMetrics, with exemplars, instead of Prometheus's own text format. */
  readonly openMetrics?: boolean;
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
