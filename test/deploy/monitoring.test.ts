import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { EVENTS } from "../../src/features/events/event-names.ts";
import { entriesOf, members, parseJson } from "../../src/kernel/unsafe.ts";
import { COUNTED, METRIC_PREFIX, type MetricDefinition, SAMPLED } from "../../src/platform/telemetry/metric-definitions.ts";
import { prometheusMetrics } from "../../src/platform/telemetry/prometheus-metrics.ts";
import { readPromql } from "./promql.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const read = (path: string) => readFile(join(ROOT, path), "utf8");
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const alerts = listOf(members(parse(await read("deploy/prometheus/alerts.yaml")))["groups"])
  .flatMap((group) => listOf(members(group)["rules"]))
  .map(members);
const dashboard = members(parseJson(await read("deploy/grafana/feedwright.json")));
const panels = listOf(dashboard["panels"]).map(members);
const runbooks = await readdir(join(ROOT, "docs/runbooks"));

interface Expression {
  readonly where: string;
  readonly text: string;
}

async function expressions(): Promise<readonly Expression[]> {
  const shown = panels.flatMap(({ title, targets }) =>
    listOf(targets).map((target) => ({ where: `panel ${String(title)}`, text: String(members(target)["expr"]) })),
  );
  const pages = await Promise.all(runbooks.map(async (name) => ({ name, text: await read(`docs/runbooks/${name}`) })));
  const written = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/```promql\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
      block
        .trim()
        .split("\n")
        .map((line) => ({ where: name, text: line })),
    ),
  );
  const chart = /query: (.*)$/m.exec(await read("deploy/helm/feedwright/templates/worker-autoscaler.yaml"))?.[1] ?? "";
  return [
    ...alerts.map(({ alert, expr }) => ({ where: String(alert), text: String(expr) })),
    ...shown,
    ...written,
    { where: "the chart", text: chart },
  ];
}

const DEFINITIONS = new Map(entriesOf<string, MetricDefinition>({ ...COUNTED, ...SAMPLED }));
const SUFFIXES = { counter: [""], gauge: [""], histogram: ["_bucket", "_sum", "_count"] } as const;
/** What Prometheus adds itself. */
const ADDED_LABELS = ["instance", "job", "le"];
const ADDED_METRICS = ["up"];

/** The labels of a series, with their values; undefined: nothing makes it. */
function labelsOf(series: string, processSeries: ReadonlySet<string>): MetricDefinition["labels"] | undefined {
  for (const [name, { type, labels }] of DEFINITIONS) {
    const suffixes: readonly string[] = SUFFIXES[type];
    if (suffixes.some((suffix) => series === `${METRIC_PREFIX}${name}${suffix}`)) return labels;
  }
  return processSeries.has(series) || ADDED_METRICS.includes(series) ? {} : undefined;
}

function labelFaults(text: string, processSeries: ReadonlySet<string>): readonly string[] {
  const { metrics, labels } = readPromql(text);
  const known = [...metrics].map((metric) => ({ metric, labels: labelsOf(metric, processSeries) }));
  const unknown = known.filter((each) => each.labels === undefined).map(({ metric }) => `no metric ${metric}`);
  const faults = labels.flatMap(({ label, value, metric, isExact }) => {
    if (ADDED_LABELS.includes(label)) return [];
    const owners = known.filter((each) => metric === null || each.metric === metric);
    const values = owners.flatMap((owner) => (owner.labels !== undefined && label in owner.labels ? [owner.labels[label] ?? null] : []));
    if (values.length === 0) return [`no label ${label}`];
    return value === null || !isExact || values.some((allowed) => allowed === null || allowed.includes(value))
      ? []
      : [`${label} is never ${value}`];
  });
  return [...unknown, ...faults];
}

/** The heading of each section, as GitHub and Grafana link to it. */
const anchorsOf = (page: string): readonly string[] =>
  [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );

describe("dashboard, alerts and runbooks", () => {
  test("every expression is PromQL and names metrics, labels and values that there are", async () => {
    const { text } = await prometheusMetrics().expose([]);
    const processSeries = new Set([...text.matchAll(/^((?:nodejs|process)_\w+)(?:\{| )/gm)].map(([, name = ""]) => name));
    const all = await expressions();
    expect(all.length).toBeGreaterThan(80);
    const faults = all.flatMap(({ where, text: expression }) =>
      labelFaults(expression, processSeries).map((fault) => `${where}: ${fault}`),
    );
    expect(faults).toEqual([]);
    expect(() => readPromql("sum(rate(x[5m])")).toThrow("not PromQL");
    expect(labelFaults(`sum by (shop) (feedwright_work_waiting{kind="feed"}) + feedwright_x`, processSeries)).toEqual([
      "no metric feedwright_x",
      "no label shop",
      "kind is never feed",
    ]);
  });

  test("every alert has a severity, a summary and a runbook of its own that names it", async () => {
    const pages = alerts.map(({ annotations }) => String(members(annotations)["runbook_url"]));
    expect(pages.toSorted()).toEqual(runbooks.map((name) => `docs/runbooks/${name}`).toSorted());
    for (const [index, { alert, labels, annotations }] of alerts.entries()) {
      expect(["critical", "warning", "info"]).toContain(members(labels)["severity"]);
      expect(String(members(annotations)["summary"])).toMatch(/\.$/);
      const page = await read(pages[index] ?? "");
      expect(page).toContain(`Alert: \`${String(alert)}\`.`);
      expect([...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([
        "What it means",
        "What users notice",
        "How to look",
        "What to do",
        "When to escalate",
      ]);
    }
    const guide = await read("docs/guide/monitoring.md");
    for (const { alert } of alerts) expect(guide).toContain(`| \`${String(alert)}\` |`);
  });

  test("links of runbooks lead to sections that are there", async () => {
    const texts = await Promise.all(runbooks.map((name) => read(`docs/runbooks/${name}`)));
    const links = texts.flatMap((text) => [...text.matchAll(/\]\(([\w./-]+\.md)(?:#([\w-]+))?\)/g)]);
    expect(links.length).toBeGreaterThan(20);
    const broken = links.filter(([, path = "", anchor]) => {
      const file = join(ROOT, "docs/runbooks", path);
      return !existsSync(file) || (anchor !== undefined && !anchorsOf(readFileSync(file, "utf8")).includes(anchor));
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  test("events that runbooks name are events that are sent", async () => {
    const names = new Set(Object.keys(EVENTS));
    const subjects = new Set([...names].map((name) => name.split(".")[0]));
    const texts = await Promise.all(runbooks.map((name) => read(`docs/runbooks/${name}`)));
    const written = texts.flatMap((text) => [...text.matchAll(/`(([a-z_]+)\.[a-z_]+)`/g)]).filter(([, , subject]) => subjects.has(subject));
    expect(written.map(([, name]) => name)).toEqual(expect.arrayContaining(["run.held", "run.failed", "extract.failed"]));
    expect(written.filter(([, name = ""]) => !names.has(name))).toEqual([]);
  });

  test("panels of the dashboard don't overlap, and each says in which unit it is", () => {
    const taken = new Map<string, string>();
    for (const { title, gridPos } of panels) {
      const { x, y, w, h } = members(gridPos);
      for (let column = Number(x); column < Number(x) + Number(w); column += 1)
        for (let line = Number(y); line < Number(y) + Number(h); line += 1) {
          expect(taken.get(`${column} ${line}`), `${String(title)} lies on another panel`).toBeUndefined();
          taken.set(`${column} ${line}`, String(title));
        }
    }
    const unmeasured = panels.filter(
      ({ type, fieldConfig }) => type !== "row" && typeof members(members(fieldConfig)["defaults"])["unit"] !== "string",
    );
    expect(unmeasured).toEqual([]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  test("the chart has the same alerts as Prometheus", async () => {
    expect(await read("deploy/helm/feedwright/files/alerts.yaml")).toBe(await read("deploy/prometheus/alerts.yaml"));
  });
});
