import { parseArgs } from "node:util";
import { clusterRounds } from "./cluster-rounds.ts";
import { reportRun, SEED_OPTION } from "./report-run.ts";

/** `npm run fault:cluster -- --minutes 30 --seed 1`: hurts a cluster of nodes and checks the history of its clients. Exits 1 on a violation. */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    seed: SEED_OPTION,
    storage: { type: "string", default: "bucket" },
    shops: { type: "string", default: "3" },
    products: { type: "string", default: "150" },
  },
});

await reportRun(values, (plan) =>
  clusterRounds({
    ...plan,
    storage: values.storage === "folder" ? "folder" : "bucket",
    shops: Number(values.shops),
    products: Number(values.products),
  }),
);
