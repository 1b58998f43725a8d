import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318/" };

test("without a collector there are no traces, whatever else is set", () => {
  expect(readConfig({ OTEL_SERVICE_NAME: "feeds", OTEL_TRACES_SAMPLER: "always_on" }).traces).toBeNull();
});

test("OpenTelemetry's own names and defaults hold", () => {
  expect(readConfig(ENDPOINT).traces).toEqual({
    endpoint: "http://127.0.0.1:4318",
    headers: {},
    serviceName: "feedwright",
    sampling: { parentBased: true, ratio: 1 },
  });
  const headers = "api-key=a%2Cb, x-team=feeds";
  expect(readConfig({ ...ENDPOINT, OTEL_SERVICE_NAME: "feedwright-api", OTEL_EXPORTER_OTLP_HEADERS: headers }).traces).toMatchObject({
    serviceName: "feedwright-api",
    headers: { "api-key": "a,b", "x-team": "feeds" },
  });
});

test.each([
  ["always_on", undefined, false, 1],
  ["always_off", undefined, false, 0],
  ["traceidratio", "0.25", false, 0.25],
  ["parentbased_always_off", "0.25", true, 0],
  ["parentbased_traceidratio", "0.25", true, 0.25],
  ["parentbased_traceidratio", undefined, true, 1],
] as const)("the sampler %s with %s", (sampler, share, parentBased, ratio) => {
  const traces = readConfig({ ...ENDPOINT, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share }).traces;
  expect(traces?.sampling).toEqual({ parentBased, ratio });
});

test.each([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4318"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "hunter2"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "key=%hunter2"],
  ["OTEL_TRACES_SAMPLER", "sometimes"],
  ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
  ["OTEL_SERVICE_NAME", "a b"],
])("%s=%s is refused with what it takes, and a secret isn't repeated", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
  expect(() => readConfig({ [name]: value })).not.toThrow("hunter2");
});
