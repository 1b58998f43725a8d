import { expect, test } from "vitest";
import { type SpanStart, type Traces, withinPlace } from "../telemetry/telemetry-port.ts";
import { statementTracing } from "./statement-spans.ts";

function recorded() {
  const spans: { readonly name: string; readonly start: SpanStart }[] = [];
  const note = (): void => undefined;
  const traces: Traces = {
    enabled: true,
    begin: () => ({ note, within: (work) => work(), end: note }),
    during: (name, start, work) => {
      spans.push({ name, start });
      return work({ note });
    },
  };
  return { spans, traced: statementTracing(traces) };
}

const PLACE = { traceId: "a".repeat(32), spanId: "b".repeat(16), sampled: true };

test.each([
  [`select "id" from "runs" where "shop_id" = $1`, "postgresql SELECT runs"],
  [`insert into "extracts" ("shop_id") values ($1)`, "postgresql INSERT extracts"],
  [`update runs set attempt = attempt + 1`, "postgresql UPDATE runs"],
  [`with due as (select id from shops) insert into extracts select 1`, "postgresql WITH shops"],
  [`select n from generate_series(1, 9) n`, "postgresql SELECT"],
  [`begin`, "postgresql BEGIN"],
  [`vacuum 'Wool scarf'`, "postgresql OTHER"],
])("a statement's span names what it does and to which table: %s", async (text, name) => {
  const { spans, traced } = recorded();
  expect(await withinPlace(PLACE, () => traced(text, async () => 7))).toBe(7);
  expect(spans.map((span) => span.name)).toEqual([name]);
});

test("a value that stands in a statement isn't in its span", async () => {
  const { spans, traced } = recorded();
  await withinPlace(PLACE, () => traced(`select * from products where title = 'Wool scarf' and sku in ('SC-1')`, async () => 0));
  expect(JSON.stringify(spans)).not.toMatch(/wool|sc-1/i);
});

test("outside a trace there's no span", async () => {
  const { spans, traced } = recorded();
  expect(await traced("select 1", async () => 7)).toBe(7);
  expect(spans).toEqual([]);
});
