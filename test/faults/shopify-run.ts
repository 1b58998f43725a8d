import { parseArgs } from "node:util";
import { reportRun, SEED_OPTION } from "./report-run.ts";
import { shopifyRounds } from "./shopify-rounds.ts";

/** `npm run fault:shopify -- --minutes 10 --seed 1`: a platform that fails at random, and a service that is killed. Exits 1 on a violation. */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: SEED_OPTION,
    products: { type: "string", default: "320" },
    chaos: { type: "string", default: "0.08" },
  },
});

await reportRun(values, (plan) => shopifyRounds({ ...plan, products: Number(values.products), chaos: Number(values.chaos) }));
