import { parseArgs } from "node:util";
import { reportRun, SEED_OPTION } from "../faults/report-run.ts";
import { serviceHome } from "../harness/service-process.ts";
import { fuzzRounds } from "./fuzz-rounds.ts";

/** `npm run fault:fuzz -- --seconds 300 --seed 1`: sends random requests to a service of its own. Exits 1 on a violation. */
const { values } = parseArgs({ options: { seconds: { type: "string", default: "300" }, seed: SEED_OPTION } });

const SECONDS_A_MINUTE = 60;
await reportRun({ seed: values.seed, minutes: String(Number(values.seconds) / SECONDS_A_MINUTE) }, (plan) =>
  fuzzRounds({ ...plan, open: serviceHome }),
);
