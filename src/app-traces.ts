import { randomUUID } from "node:crypto";
import type { Config } from "./config.ts";
import { type Logger, NO_TRACES, type Traces } from "./platform/telemetry/telemetry-port.ts";

/** Traces of this process; what makes them is loaded only where somebody collects them. */
export async function openAppTraces(
  { traces }: Pick<Config, "traces">,
  { version, log }: { readonly version: string; readonly log: Logger },
): Promise<Traces & AsyncDisposable> {
  if (traces === null) return { ...NO_TRACES, [Symbol.asyncDispose]: async () => undefined };
  const { openTraces } = await import("./platform/telemetry/open-traces.ts");
  return openTraces({ ...traces, version, instance: randomUUID(), log });
}
