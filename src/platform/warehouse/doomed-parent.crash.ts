import { tmpdir } from "node:os";
import { join } from "node:path";
import { forkDuckDb } from "./duckdb-child.ts";
import { ENDLESS, pidLog, runawayPlan, TEST_SETTINGS } from "./warehouse-under-test.ts";

// Run by duckdb-child.test.ts, which kills it: prints the process ids of three children that are busy in different ways.
const { log, pids } = pidLog();
for (const statement of [ENDLESS, runawayPlan(), undefined]) {
  const child = forkDuckDb({ ...TEST_SETTINGS, spillFolder: join(tmpdir(), `feedwright-doomed-${process.pid}-${pids.length}`) }, log);
  await child.call("all", { sql: "SELECT 1" });
  if (statement !== undefined) child.call("all", { sql: statement }).catch(() => undefined);
}
process.stdout.write(`${JSON.stringify(pids)}\n`);
