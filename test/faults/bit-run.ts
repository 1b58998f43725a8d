import { parseArgs } from "node:util";
import { bitRounds } from "./bit-rounds.ts";
import { reportRun, SEED_OPTION } from "./report-run.ts";

/** `npm run fault:bits -- --flips 1000 --seed 1`: flips bits of a shop's stored objects and checks that nothing wrong goes live. Exits 1 on a violation. */
const { values } = parseArgs({
  options: {
    flips: { type: "string", default: "1000" },
    seed: SEED_OPTION,
    products: { type: "string", default: "200" },
    minutes: { type: "string", default: "45" },
  },
});

await reportRun(values, (plan) => bitRounds({ ...plan, flips: Number(values.flips), products: Number(values.products) }));
