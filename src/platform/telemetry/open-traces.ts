import { setTimeout as sleep } from "node:timers/promises";
import {
  type Context,
  diag,
  DiagLogLevel,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { type BegunSpan, currentPlace, type Logger, type SpanStart, type TracePlace, type Traces, withinPlace } from "./telemetry-port.ts";

/** Traces by OpenTelemetry, sent to a collector by OTLP over HTTP in batches. Loaded only where a collector is set. */
export interface TracesOptions {
  /** Without `/v1/traces`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly version: string;
  /** Tells the processes of one service apart. */
  readonly instance: string;
  readonly sampling: Sampling;
  /** For a collector that can't be reached. */
  readonly log: Logger;
}

export interface Sampling {
  /** Follow the decision of the span above, if there is one. */
  readonly parentBased: boolean;
  /** Share of the traces that are recorded. */
  readonly ratio: number;
}

const EXPORT_TIMEOUT_MS = 5_000;
/** A collector that doesn't answer must not keep a process from ending. */
const SHUTDOWN_MS = 2_000;
/** Spans that wait for the collector; what comes after is dropped rather than kept in memory. */
const QUEUE_SPANS_MAX = 4_096;
const BATCH_SPANS_MAX = 512;
const BATCH_EVERY_MS = 2_000;

/** A collector that is away fails every batch; one line says enough. */
const COMPLAIN_EVERY_MS = 60_000;
const REASON_CHARACTERS = 300;
/** Errors are told as JSON, with their stack. */
const MESSAGE = /"message":"((?:[^"\\]|\\.)*)"/;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

export function openTraces(options: TracesOptions): Traces & AsyncDisposable {
  reportFailures(options.log);
  const provider = openProvider(options);
  const tracer = provider.getTracer("feedwright", options.version);
  // Those that aren't recorded say from the start that they aren't recording, so the library can't tell.
  const ended = new WeakSet<Span>();
  const hasEnded = (span: Span): boolean => ended.has(span);
  const end = (span: Span): void => {
    ended.add(span);
    span.end();
  };

  const open = (name: string, { kind = "internal", parent, link, attributes = {} }: SpanStart): Span => {
    const above = parent === undefined ? currentPlace() : (parent ?? undefined);
    const links: Link[] = link === undefined ? [] : [{ context: spanContext(link) }];
    return tracer.startSpan(name, { kind: KINDS[kind], attributes, links }, contextOf(above));
  };

  const begin = (name: string, start: SpanStart): BegunSpan => {
    const span = open(name, start);
    const place = placeOf(span);
    return {
      note: (attributes) => void span.setAttributes(attributes),
      within: (work) => withinPlace(place, work, () => !hasEnded(span)),
      end: () => end(span),
    };
  };

  return {
    enabled: true,
    begin,
    async during(name, start, work) {
      const span = open(name, start);
      try {
        const within = () => work({ note: (attributes) => void span.setAttributes(attributes) });
        return await withinPlace(placeOf(span), within, () => !hasEnded(span));
      } catch (error) {
        // Its message may hold what a tenant has written.
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
        throw error;
      } finally {
        end(span);
      }
    },
    [Symbol.asyncDispose]: () => Promise.race([provider.shutdown().catch(() => undefined), sleep(SHUTDOWN_MS, undefined, { ref: false })]),
  };
}

function openProvider({ endpoint, headers, serviceName, version, instance, sampling }: TracesOptions): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: QUEUE_SPANS_MAX,
    maxExportBatchSize: BATCH_SPANS_MAX,
    scheduledDelayMillis: BATCH_EVERY_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  return new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName, "service.version": version, "service.instance.id": instance }),
    sampler: samplerOf(sampling),
    spanProcessors: [processor],
  });
}

/** The library tells its failures to one listener of the process. */
function reportFailures(log: Logger): void {
  let toldAt = -COMPLAIN_EVERY_MS;
  const error = (reason: string): void => {
    if (performance.now() - toldAt < COMPLAIN_EVERY_MS) return;
    toldAt = performance.now();
    log.warn({ reason: (MESSAGE.exec(reason)?.[1] ?? reason).slice(0, REASON_CHARACTERS) }, "traces could not be sent to the collector");
  };
  const ignore = (): void => undefined;
  diag.setLogger({ error, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.ERROR);
}

function samplerOf({ parentBased, ratio }: Sampling): Sampler {
  const root = ratio >= 1 ? new AlwaysOnSampler() : ratio <= 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
  return parentBased ? new ParentBasedSampler({ root }) : root;
}

function placeOf(span: Span): TracePlace {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
}

function spanContext({ traceId, spanId, sampled }: TracePlace) {
  return { traceId, spanId, traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}

function contextOf(place: TracePlace | undefined): Context {
  return place === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContext(place));
}
