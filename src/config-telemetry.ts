import { baseUrl, type ConfigVariable } from "./config-values.ts";

/** Variables of OpenTelemetry, by their standard names. */

export interface TracesSettings {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampling: { readonly parentBased: boolean; readonly ratio: number };
}

const variable = <T>(spec: Omit<ConfigVariable<T>, "secret"> & { readonly secret?: boolean }): ConfigVariable<T> =>
  Object.freeze({ secret: false, ...spec });

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
const HEADER = /^([\w!#$%&'*+.^`|~-]+)=([\x21-\x2b\x2d-\x7e]*)$/;

const VARIABLES = {
  endpoint: variable({
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    default: null,
    description:
      "Address of an OpenTelemetry collector that takes OTLP over HTTP. Traces are sent to `/v1/traces` below it. Without one, there are none.",
    takes: "an http:// or https:// address without a user, query or fragment, such as http://127.0.0.1:4318",
    parse: baseUrl,
  }),
  headers: variable({
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    default: null,
    description: "Headers for the collector, such as its key.",
    takes: "names and values separated by commas, such as api-key=abc,x-team=feeds",
    secret: true,
    parse: headersOf,
  }),
  serviceName: variable({
    name: "OTEL_SERVICE_NAME",
    default: "feedwright",
    description: "Name of the service in traces. A different one for API and workers tells them apart.",
    takes: "up to 100 letters, digits, dots, underscores and hyphens",
    parse: (text) => (/^[\w.-]{1,100}$/.test(text) ? text : undefined),
  }),
  sampler: variable({
    name: "OTEL_TRACES_SAMPLER",
    default: "parentbased_always_on",
    description: "Which traces are recorded. `parentbased_…` follows the decision of the span above, so a trace is recorded as a whole.",
    takes: SAMPLERS.join(", "),
    parse: (text) => SAMPLERS.find((sampler) => sampler === text),
  }),
  ratio: variable({
    name: "OTEL_TRACES_SAMPLER_ARG",
    default: "1",
    description: "Share of the traces that `traceidratio` and `parentbased_traceidratio` record.",
    takes: "a number from 0 to 1, such as 0.1",
    parse: (text) => (/^(?:0(?:\.[0-9]{1,9})?|1(?:\.0{1,9})?)$/.test(text) ? Number(text) : undefined),
  }),
};

export const TELEMETRY_VARIABLES: readonly ConfigVariable<unknown>[] = Object.freeze(Object.values(VARIABLES));

/** Null: nobody collects traces. */
export function tracesSettings(valueOf: <T>(variable: ConfigVariable<T>) => T | undefined): TracesSettings | null {
  const endpoint = valueOf(VARIABLES.endpoint);
  const headers = valueOf(VARIABLES.headers) ?? {};
  const serviceName = valueOf(VARIABLES.serviceName) ?? VARIABLES.serviceName.default ?? "";
  const sampler = valueOf(VARIABLES.sampler) ?? "parentbased_always_on";
  const share = valueOf(VARIABLES.ratio) ?? 1;
  const ratio = sampler.endsWith("always_on") ? 1 : sampler.endsWith("always_off") ? 0 : share;
  return endpoint === undefined
    ? null
    : { endpoint, headers, serviceName, sampling: { parentBased: sampler.startsWith("parentbased_"), ratio } };
}

/** Values are percent-encoded where they hold a comma. */
function headersOf(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = text.split(",").map((pair) => HEADER.exec(pair.trim()));
  if (pairs.some((pair) => pair === null)) return undefined;
  try {
    return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", decodeURIComponent(pair?.[2] ?? "")]));
  } catch {
    return undefined;
  }
}
