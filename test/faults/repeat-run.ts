import { parseArgs } from "node:util";
import { repeatRounds } from "./repeat-rounds.ts";
import { reportRun, SEED_OPTION } from "./report-run.ts";

/** `npm run fault:idempotency -- --kills 100 --seed 1`: kills processes while clients repeat their requests. Exits 1 on a violation. */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    seed: SEED_OPTION,
    clients: { type: "string", default: "8" },
    minutes: { type: "string", default: "15" },
  },
});

await reportRun(values, (plan) => repeatRounds({ ...plan, kills: Number(values.kills), clients: Number(values.clients) }));
