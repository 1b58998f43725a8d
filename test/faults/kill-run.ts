import { parseArgs } from "node:util";
import { killRounds } from "./kill-rounds.ts";
import { reportRun, SEED_OPTION } from "./report-run.ts";

/** `npm run fault:kills -- --kills 60 --seed 1`: kills processes of a real service and checks what must hold. Exits 1 on a violation. */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "60" },
    seed: SEED_OPTION,
    products: { type: "string", default: "10000" },
    minutes: { type: "string", default: "15" },
  },
});

await reportRun(values, (plan) => killRounds({ ...plan, kills: Number(values.kills), products: Number(values.products) }));
