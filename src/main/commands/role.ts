import { flushCompileCache } from "node:module";
import { openApp } from "../../app.ts";
import { requirePorts } from "../../app-ports.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { awaitSchema } from "../await-schema.ts";
import { commandConfig } from "../command-app.ts";
import { countBuffersAsHeap } from "../count-buffers-as-heap.ts";
import { stopSignal } from "../stop-signal.ts";

/** One role of several processes, until a signal. */
export async function runRole(role: "api" | "worker"): Promise<void> {
  countBuffersAsHeap();
  const config = commandConfig();
  await requirePorts(config, { serves: role === "api" });
  const stopped = stopSignal();
  await using log = makeLogger({ level: config.log.level, pretty: process.stderr.isTTY });
  if (!(await awaitSchema(config, { serves: role === "api", stopped, log }))) return;
  await using app = await openApp(config, { purpose: "role", log });
  if (role === "api") await app.startHttp();
  else await app.startWorker();
  // Node keeps compiled code at an orderly exit alone, and a process that was killed has to start again quickly.
  flushCompileCache();
  process.stdout.write(role === "api" ? `The API is ready at ${config.http.publicUrl}/v1.\n` : "The worker is ready.\n");
  const signal = await stopped;
  log.info({ signal }, "stopping");
  // Whoever presses Ctrl-C looks at it, and no balancer has to notice.
  if (signal === "SIGTERM") await app.drain();
}
