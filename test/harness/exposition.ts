import { entriesOf } from "../../src/kernel/unsafe.ts";
import { COUNTED, METRIC_PREFIX, type MetricDefinition, SAMPLED } from "../../src/platform/telemetry/metric-definitions.ts";

/** What a scrape said, read as strictly as the format is: a line that is not of it throws. */
export interface Exposed {
  /** Of the series of ours, named without their prefix, as in `work_waiting{kind="run"}`; undefined: it is not there. */
  readonly value: (series: string) => number | undefined;
  /** Every series, ours or the process's, with labels as they stand. */
  readonly series: readonly string[];
}

/** The suffixes that a type adds to its name. */
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  counter: [""],
  gauge: [""],
  histogram: ["_bucket", "_sum", "_count"],
  summary: ["", "_sum", "_count"],
};
const SERIES = /^([a-z_][a-z0-9_]*)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (-?[0-9.]+(?:e[+-]?[0-9]+)?|NaN|[+-]Inf)$/i;

/** Reads text of the format 0.0.4; a series without HELP and TYPE, one that comes twice, or a label value that no definition has is a fault. */
export function readExposition(text: string): Exposed {
  const helped = new Set<string>();
  const typed = new Map<string, string>();
  const values = new Map<string, number>();
  for (const line of text.split("\n").filter((each) => each !== "")) {
    const [, word, about = "", rest = ""] = /^# (HELP|TYPE) ([a-z0-9_]+) (.+)$/i.exec(line) ?? [];
    if (word === "HELP") helped.add(about);
    else if (word === "TYPE") typed.set(about, rest);
    else readSeries(line, { helped, typed, values });
  }
  return { value: (series) => values.get(`${METRIC_PREFIX}${series}`), series: [...values.keys()] };
}

interface Reading {
  readonly helped: ReadonlySet<string>;
  readonly typed: ReadonlyMap<string, string>;
  readonly values: Map<string, number>;
}

function readSeries(line: string, { helped, typed, values }: Reading): void {
  const found = SERIES.exec(line);
  if (found === null) throw new Error(`not a line of the format: ${line}`);
  const [, name = "", labels = "", value] = found;
  const metric = [...typed].find(([known, type]) => SUFFIXES[type]?.some((suffix) => known + suffix === name))?.[0];
  if (metric === undefined || !helped.has(metric)) throw new Error(`a series without HELP or TYPE: ${line}`);
  const key = labels === "" ? name : `${name}{${labels}}`;
  if (values.has(key)) throw new Error(`a series that comes twice: ${line}`);
  if (metric.startsWith(METRIC_PREFIX)) requireKnownLabels(metric.slice(METRIC_PREFIX.length), labels);
  values.set(key, Number(value));
}

const DEFINITIONS = new Map(entriesOf<string, MetricDefinition>({ ...COUNTED, ...SAMPLED }));

function requireKnownLabels(metric: string, text: string): void {
  const labels = DEFINITIONS.get(metric)?.labels;
  if (labels === undefined) throw new Error(`a metric without a definition: ${metric}`);
  const given = [...text.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].filter(([, label]) => label !== "le");
  const unknown = given.find(([, label = "", value = ""]) => labels[label] === undefined || labels[label]?.includes(value) === false);
  if (unknown !== undefined || given.length !== Object.keys(labels).length)
    throw new Error(`labels that no definition has: ${metric} {${text}}`);
}
