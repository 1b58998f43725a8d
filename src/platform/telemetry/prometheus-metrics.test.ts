import { describe, expect, test } from "vitest";
import { readExposition } from "../../../test/harness/exposition.ts";
import { entriesOf } from "../../kernel/unsafe.ts";
import { COUNTED, METRIC_PREFIX, type MetricDefinition, SAMPLED } from "./metric-definitions.ts";
import { prometheusMetrics } from "./prometheus-metrics.ts";
import { type MetricsRegistry, type Sample, withinPlace } from "./telemetry-port.ts";

const exposed = async (metrics: MetricsRegistry, ...samples: readonly Sample[]) => readExposition((await metrics.expose(samples)).text);

test("names end as their type and unit say, and every definition has help", () => {
  for (const [name, { type, help, buckets }] of entriesOf<string, MetricDefinition>({ ...COUNTED, ...SAMPLED })) {
    expect(help, name).toMatch(/^[A-Z0-9].*\.$/);
    expect(name.endsWith("_total"), name).toBe(type === "counter");
    expect(buckets !== undefined, name).toBe(type === "histogram");
    expect(type !== "histogram" || name.endsWith("_seconds"), name).toBe(true);
    expect(buckets ?? [], name).toEqual([...(buckets ?? [])].toSorted((a, b) => a - b));
  }
});

test("what a scrape says is of the text format, and has the metrics of the process beside ours", async () => {
  const metrics = prometheusMetrics();
  expect((await metrics.expose([])).contentType).toBe("text/plain; version=0.0.4; charset=utf-8");
  const { series } = await exposed(metrics);
  for (const name of ["process_cpu_seconds_total", "process_resident_memory_bytes", "nodejs_eventloop_lag_p99_seconds"])
    expect(series).toContain(name);
});

describe("what is counted", () => {
  test("begins at 0 wherever it can be known beforehand, and moves by what happens", async () => {
    const metrics = prometheusMetrics();
    const before = await exposed(metrics);
    expect(before.value('http_rate_limited_total{key="organization"}')).toBe(0);
    expect(before.value('run_duration_seconds_count{outcome="held"}')).toBe(0);
    expect(before.value("run_rows_total")).toBe(0);
    metrics.count("http_rate_limited_total", { key: "organization" });
    metrics.count("run_rows_total", {}, 1_487);
    metrics.observe("run_duration_seconds", { outcome: "held" }, 0.75);
    metrics.observe("run_duration_seconds", { outcome: "held" }, 3);
    const after = await exposed(metrics);
    expect(after.value('http_rate_limited_total{key="organization"}')).toBe(1);
    expect(after.value('http_rate_limited_total{key="merchant"}')).toBe(0);
    expect(after.value("run_rows_total")).toBe(1_487);
    expect(after.value('run_duration_seconds_count{outcome="held"}')).toBe(2);
    expect(after.value('run_duration_seconds_sum{outcome="held"}')).toBe(3.75);
    expect(after.value('run_duration_seconds_bucket{le="1",outcome="held"}')).toBe(1);
    expect(after.value('run_duration_seconds_bucket{le="+Inf",outcome="held"}')).toBe(2);
  });

  test("of one registry is nothing to another", async () => {
    prometheusMetrics().count("run_rows_total", {}, 5);
    expect((await exposed(prometheusMetrics())).value("run_rows_total")).toBe(0);
  });
});

describe("what is read", () => {
  const up = (value: number): Sample => ({ name: "database_up", labels: {}, value });
  const waiting = (value: number): Sample => ({ name: "work_waiting", labels: { kind: "run" }, value });
  const lost = (value: number): Sample => ({ name: "warehouse_children_lost_total", labels: { pool: "job", reason: "crashed" }, value });

  test("is said as it was read, and not at all where it was not", async () => {
    const metrics = prometheusMetrics();
    const nothing = await exposed(metrics);
    expect(nothing.series.filter((series) => entriesOf(SAMPLED).some(([name]) => series.startsWith(METRIC_PREFIX + name)))).toEqual([]);
    const all = await exposed(metrics, up(1), waiting(4), lost(2));
    expect([all.value("database_up"), all.value('work_waiting{kind="run"}')]).toEqual([1, 4]);
    expect(all.value('warehouse_children_lost_total{pool="job",reason="crashed"}')).toBe(2);
    const less = await exposed(metrics, up(0), lost(3));
    expect([less.value("database_up"), less.value('work_waiting{kind="run"}')]).toEqual([0, undefined]);
    expect(less.value('warehouse_children_lost_total{pool="job",reason="crashed"}')).toBe(3);
  });

  test("by two at once is told to each as it has read it", async () => {
    const metrics = prometheusMetrics();
    const [one, other] = await Promise.all([exposed(metrics, up(1), waiting(4)), exposed(metrics, up(0))]);
    expect([one.value("database_up"), one.value('work_waiting{kind="run"}')]).toEqual([1, 4]);
    expect([other.value("database_up"), other.value('work_waiting{kind="run"}')]).toEqual([0, undefined]);
  });
});

test("a version is escaped as the format wants it", async () => {
  const { text } = await prometheusMetrics().expose([{ name: "build_info", labels: { version: 'a"b\\c\n' }, value: 1 }]);
  expect(text).toContain('feedwright_build_info{version="a\\"b\\\\c\\n"} 1');
  expect(() => readExposition(text)).not.toThrow();
});

describe("the reader of these tests", () => {
  const HEAD = "# HELP feedwright_work_waiting H.\n# TYPE feedwright_work_waiting gauge\n";
  test.each([
    ["without HELP or TYPE", 'feedwright_work_waiting{kind="run"} 1'],
    ["labels that no definition has", `${HEAD}feedwright_work_waiting{kind="shop_3"} 1`],
    ["labels that no definition has", `${HEAD}feedwright_work_waiting{kind="run",shop="3"} 1`],
    ["labels that no definition has", `${HEAD}feedwright_work_waiting 1`],
    ["a series that comes twice", `${HEAD}feedwright_work_waiting{kind="run"} 1\nfeedwright_work_waiting{kind="run"} 1`],
    ["not a line of the format", `${HEAD}feedwright_work_waiting{kind="run"} one`],
  ])("sees %s", (fault, text) => {
    expect(() => readExposition(text)).toThrow(fault);
  });
});

test("in OpenMetrics a duration names the recorded trace it belongs to, and counters keep their names in both formats", async () => {
  const metrics = prometheusMetrics();
  const place = { traceId: "c".repeat(32), spanId: "d".repeat(16), sampled: true };
  withinPlace(place, () => metrics.observe("run_duration_seconds", { outcome: "completed" }, 3));
  withinPlace({ ...place, traceId: "e".repeat(32), sampled: false }, () =>
    metrics.observe("run_duration_seconds", { outcome: "failed" }, 3),
  );
  metrics.count("run_rows_total", {}, 5);
  for (const round of [1, 2]) {
    const open = await metrics.expose([], { openMetrics: true });
    expect(open.contentType).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
    const named = open.text.split("\n").filter((line) => line.includes("trace_id"));
    expect(named, `round ${round}`).toEqual([
      expect.stringMatching(/^feedwright_run_duration_seconds_bucket\{le="5",outcome="completed"\} 1 # \{trace_id="c{32}"\} 3 \d+\.?\d*$/),
    ]);
    expect(open.text).toContain("\n# TYPE feedwright_run_rows counter\nfeedwright_run_rows_total 5\n");
    expect(open.text.endsWith("# EOF\n")).toBe(true);
    const { value } = readExposition((await metrics.expose([])).text);
    expect(value("run_rows_total")).toBe(5);
  }
});
