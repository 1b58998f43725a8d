import { collectDefaultMetrics, Counter, Gauge, Histogram, type OpenMetricsContentType, Registry } from "prom-client";
import { branded, entriesOf } from "../../kernel/unsafe.ts";
import { COUNTED, METRIC_PREFIX, type MetricDefinition, SAMPLED } from "./metric-definitions.ts";
import { currentPlace, type MetricsRegistry, type Sample } from "./telemetry-port.ts";

/**
 * Metrics in the text format of Prometheus, with those of the process that every Node service has. In the OpenMetrics format, which a scrape
 * has to ask for, durations also name a trace: an exemplar for each bucket.
 */
export function prometheusMetrics(): MetricsRegistry {
  const registry: OpenRegistry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: registry });
  const counted = new Map(entriesOf<string, MetricDefinition>(COUNTED).map(([name, of]) => [name, metricOf(registry, name, of)]));
  const sampled = new Map(
    entriesOf<keyof typeof SAMPLED, MetricDefinition>(SAMPLED).map(([name, of]) => [name, metricOf(registry, name, of)]),
  );
  return {
    count(name, labels, by = 1) {
      const counter = counted.get(name);
      if (counter instanceof Counter) counter.inc(labels, by);
    },
    observe(name, labels, value) {
      const histogram = counted.get(name);
      if (histogram instanceof Histogram) histogram.observe({ labels, value, exemplarLabels: exemplar() });
    },
    async expose(samples, { openMetrics = false } = {}) {
      // Without a pause between them: of two who ask at once each is told what it has read.
      for (const [name, metric] of sampled) forget(name, metric);
      for (const sample of samples) set(sampled.get(sample.name), sample);
      const view = viewOf(registry, openMetrics);
      const told = view.metrics();
      return { contentType: view.contentType, text: await told };
    },
  };
}

/** A histogram takes exemplars only in one of these. */
type OpenRegistry = Registry<OpenMetricsContentType>;

/**
 * The metrics in the format that was asked for: a registry writes one, and two scrapes at once may want each. For OpenMetrics, the library
 * renames counters, so each is a view of ours, which keeps its name.
 */
function viewOf(registry: OpenRegistry, openMetrics: boolean): OpenRegistry | Registry {
  const view = openMetrics ? new Registry<OpenMetricsContentType>() : new Registry();
  if (openMetrics) branded<OpenRegistry>(view).setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  for (const { name } of registry.getMetricsAsArray()) {
    const metric = registry.getSingleMetric(name);
    if (metric !== undefined) view.registerMetric(branded<typeof metric>(Object.create(metric)));
  }
  return view;
}

/** Only a trace that is recorded can be looked at. */
function exemplar(): Record<string, string> {
  const place = currentPlace();
  return place?.sampled === true ? { trace_id: place.traceId } : {};
}

type Metric = Counter | Gauge | Histogram;

function metricOf(registry: OpenRegistry, name: string, { type, help, labels, buckets = [] }: MetricDefinition): Metric {
  const settings = { name: `${METRIC_PREFIX}${name}`, help, labelNames: Object.keys(labels), registers: [registry] };
  if (type === "gauge") return new Gauge(settings);
  if (type === "counter") return startedAtZero(new Counter(settings), labels, (counter, values) => counter.inc(values, 0));
  return startedAtZero(new Histogram({ ...settings, buckets: [...buckets], enableExemplars: true }), labels, (histogram, values) =>
    histogram.zero(values),
  );
}

/** Every series there can be, so that the first event is an increase and not a beginning; where a label is open, each begins with its first. */
function startedAtZero<M extends Metric>(
  metric: M,
  labels: MetricDefinition["labels"],
  begin: (metric: M, values: Record<string, string>) => void,
): M {
  let series: readonly Record<string, string>[] = [{}];
  for (const [label, values] of Object.entries(labels))
    series = series.flatMap((before) => (values ?? []).map((value) => ({ ...before, [label]: value })));
  for (const values of series) begin(metric, values);
  return metric;
}

/** A metric without labels would say 0. */
function forget(name: keyof typeof SAMPLED, metric: Metric): void {
  metric.reset();
  if (Object.keys(SAMPLED[name].labels).length === 0) metric.remove();
}

function set(metric: Metric | undefined, { labels, value }: Sample): void {
  if (metric instanceof Gauge) metric.set(labels, value);
  if (metric instanceof Counter) metric.inc(labels, value);
}
