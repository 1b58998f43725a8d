import { entriesOf } from "../kernel/unsafe.ts";
import { COUNTED, METRIC_PREFIX, type MetricDefinition, SAMPLED } from "../platform/telemetry/metric-definitions.ts";
import { code, page, rows } from "./page-text.ts";

const INTRODUCTION = `What \`GET /metrics\` tells; how to have it scraped, and what to be woken up by, is in [the guide](../guide/monitoring.md). Beside these
are the metrics of any Node process: \`process_…\` (memory, processor, open files) and \`nodejs_…\` (event loop, garbage collection, heap).`;

/** Every metric of ours, from the definitions they are counted by. */
export function metricsPage(): string {
  return page("Metrics", [
    INTRODUCTION,
    "",
    "## Counted where it happens",
    "",
    "Of this process, since it started: add up the processes.",
    "",
    ...table(COUNTED),
    "",
    "## Read when asked",
    "",
    "What is of the installation every process tells alike: take the greatest (`max without (instance)`). The database is asked at most every 5 seconds.",
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
