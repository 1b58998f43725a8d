import { entriesOf } from "../kernel/unsafe.ts";
import { COUNTED, METRIC_PREFIX, type MetricDefinition, SAMPLED } from "../platform/telemetry/metric-definitions.ts";
import { code, page, rows } from "./page-text.ts";

const INTRODUCTION = `The metrics that \`GET /metrics\` returns. [The guide](../guide/monitoring.md) explains how to scrape them and what to alert on. In addition to these,
there are the metrics of any Node process: \`process_…\` (memory, processor, open files) and \`nodejs_…\` (event loop, garbage collection, heap).`;

/** Every metric of ours, from the definitions they are counted by. */
export function metricsPage(): string {
  return page("Metrics", [
    INTRODUCTION,
    "",
    "## Counted by each process",
    "",
    "These values cover one process since it started. For a total, add up the processes.",
    "",
    ...table(COUNTED),
    "",
    "## Read on each scrape",
    "",
    "Every process reports the same value for the whole installation, so take the maximum (`max without (instance)`). The database is queried at most every 5 seconds.",
    "",
    ...table(SAMPLED),
  ]);
}

function table(definitions: Readonly<Record<string, MetricDefinition>>): readonly string[] {
  const cells = entriesOf(definitions).map(([name, { type, help, labels }]) => [
    code(`${METRIC_PREFIX}${name}`),
    type,
    labelsText(labels),
    help,
  ]);
  return rows(["metric", "type", "labels", ""], cells);
}

function labelsText(labels: MetricDefinition["labels"]): string {
  return Object.entries(labels)
    .map(([label, values]) => `${code(label)}${values === null ? "" : `: ${values.join(", ")}`}`)
    .join("; ");
}
