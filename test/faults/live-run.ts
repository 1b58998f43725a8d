import { parseArgs } from "node:util";
import { liveRounds } from "./live-rounds.ts";
import { reportRun, SEED_OPTION } from "./report-run.ts";

/** `npm run fault:live -- --minutes 30 --seed 1`: a shop that changes while everything between it and its feed fails. Exits 1 on a violation. */
const { values } = parseArgs({
  options: { minutes: { type: "string", default: "30" }, seed: SEED_OPTION, products: { type: "string", default: "200" } },
});

await reportRun(values, (plan) => liveRounds({ ...plan, products: Number(values.products) }));
