import { parser } from "@prometheus-io/lezer-promql";

/** What an expression of PromQL names; throws where it isn't one. */
export interface PromqlNames {
  readonly metrics: ReadonlySet<string>;
  /** Pairs of a label and the value it is compared with; null where it is only named, as in `by (…)`. */
  readonly labels: readonly {
    readonly label: string;
    readonly value: string | null;
    readonly metric: string | null;
    readonly isExact: boolean;
  }[];
}

/** Grafana's own variables stand for durations. */
const GRAFANA_INTERVAL = /\$__rate_interval/g;

export function readPromql(expression: string): PromqlNames {
  const text = expression.replace(GRAFANA_INTERVAL, "5m");
  const metrics = new Set<string>();
  const labels: PromqlNames["labels"][number][] = [];
  let metric: string | null = null;
  parser.parse(text).iterate({
    enter({ name, from, to, node }) {
      const own = text.slice(from, to);
      if (node.type.isError) throw new Error(`not PromQL at ${from}: ${text}`);
      if (name === "VectorSelector") {
        metric = /^[\w:]+/.exec(own)?.[0] ?? null;
        if (metric !== null) metrics.add(metric);
      }
      if (name === "UnquotedLabelMatcher") {
        const [, label = "", operator = "", value = ""] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/s.exec(own) ?? [];
        labels.push({ label, value, metric, isExact: operator === "=" || operator === "!=" });
      }
      if (name === "GroupingLabels")
        for (const label of own.replace(/[()]/g, "").split(","))
          labels.push({ label: label.trim(), value: null, metric: null, isExact: true });
    },
  });
  return { metrics, labels };
}
