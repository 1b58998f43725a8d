import { parseArgs } from "node:util";
import { reportRun, SEED_OPTION } from "./report-run.ts";
import { webhookRounds } from "./webhook-rounds.ts";

/** `npm run fault:webhooks -- --events 100000 --seed 1`: kills senders and the database while events are told. Exits 1 on a violation. */
const { values } = parseArgs({
  options: {
    events: { type: "string", default: "100000" },
    seed: SEED_OPTION,
    minutes: { type: "string", default: "15" },
  },
});

const SHOPS = 4;
const BETWEEN_KILLS_MS = 8_000;

await reportRun(values, (plan) =>
  webhookRounds({ ...plan, shops: SHOPS, events: Number(values.events), betweenKillsMs: BETWEEN_KILLS_MS }),
);
