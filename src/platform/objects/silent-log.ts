import type { Logger } from "../telemetry/telemetry-port.ts";

/** For tests: their findings are what they assert. */
export const silentLog: Logger = { debug() {}, info() {}, warn() {}, error() {}, child: () => silentLog };
