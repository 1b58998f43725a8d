import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { startCluster } from "../test/faults/cluster.ts";
import { machineFacts, percentile } from "./measure.ts";
import { record } from "./results.ts";
import { dayFigures } from "./simulated-costs.ts";
import { shopSizes } from "./shop-sizes.ts";
import { simulateDay } from "./simulated-day.ts";

/**
 * `npm run sim -- --shops 1000`: a day of many shops in shifted time on 2 api nodes and 3 workers. Measures what work costs and checks that all of it happens,
 * none of it twice. Exits 1 if not. By default a smaller day, of minutes, in which all shops have the largest plan, with 24 extracts a day; with
 * `--plans fitting` each has the one that fits its size. `--extracts-a-day 4` gives every plan that many.
 */
const { values } = parseArgs({
  options: {
    shops: { type: "string", default: "40" },
    plans: { type: "string", default: "premium" },
    "extracts-a-day": { type: "string" },
    hours: { type: "string", default: "6" },
    "steps-an-hour": { type: "string", default: "6" },
    "products-max": { type: "string", default: "100000" },
    minutes: { type: "string", default: "600" },
    storage: { type: "string", default: "folder" },
    seed: { type: "string", default: "1" },
  },
});

const MINUTE_MS = 60_000;
const WORKERS = 3;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { plans, "extracts-a-day": extractsADay } = values;
if (plans !== "premium" && plans !== "fitting") throw new Error(`--plans is premium or fitting, not ${plans}.`);
const sizes = shopSizes(Number(values.shops), Number(values["products-max"]));
say(`${machineFacts()}; ${sizes.length} shops of ${percentile(sizes, 0.5)} products in the middle, ${Math.max(...sizes)} at most`);
await using cluster = await startCluster({
  apis: 2,
  workers: WORKERS,
  storage: values.storage === "bucket" ? "bucket" : "folder",
  // The workers share a machine, so each gets its part of the cores.
  settings: { MEMORY_LIMIT: "4GB", DUCKDB_THREADS: String(Math.max(1, Math.floor(availableParallelism() / WORKERS))) },
});
if (extractsADay !== undefined) await cluster.database.pool.query("update plans set daily_export_count = $1", [Number(extractsADay)]);
const day = await simulateDay({
  cluster,
  sizes,
  plans,
  seed: Number(values.seed),
  hours: Number(values.hours),
  stepsAnHour: Number(values["steps-an-hour"]),
  budgetMs: Number(values.minutes) * MINUTE_MS,
  say,
});
const schedule = extractsADay === undefined && plans === "fitting" ? "4 to 24 a day, by size" : `${extractsADay ?? 24} a day and shop`;
await record(["npm run sim --", ...process.argv.slice(2)].join(" "), dayFigures(day, sizes.length, schedule));
for (const violation of day.violations) say(`VIOLATION ${violation}`);
if (day.violations.length > 0) process.exitCode = 1;
