import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { ownServer } from "../harness/own-server.ts";
import { serviceHome } from "../harness/service-process.ts";
import { platformsRounds } from "./platforms-rounds.ts";
import { environmentOf, startPlatforms } from "./played-platforms.ts";
import { reportRun, SEED_OPTION } from "./report-run.ts";

/** `npm run fault:platforms -- --minutes 10 --seed 1`: platforms that fail at random, and a service that is killed. Exits 1 on a violation. */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: SEED_OPTION,
    products: { type: "string", default: "60" },
    chaos: { type: "string", default: "0.12" },
    /** Of the steps that nothing was killed at yet, in percent. */
    steps: { type: "string", default: "25" },
    /** Seconds between kills of single processes; 0: none. */
    kills: { type: "string", default: "20" },
  },
});

const SECOND_MS = 1_000;

await reportRun(values, async (plan) => {
  await using stack = new AsyncDisposableStack();
  const platforms = (await startPlatforms(plan.seed)).map((platform) => stack.use(platform));
  const { postgres } = stack.use(await ownServer());
  const given = { DATABASE_URL: postgres.connectionString, SECRETS_KEY: randomBytes(32).toString("hex") };
  const home = stack.use(await serviceHome({ ...given, ...environmentOf(platforms) }));
  const service = { ...home, database: postgres };
  const figures = {
    ...{ products: Number(values.products), chaos: Number(values.chaos), stepPercent: Number(values.steps) },
    killEveryMs: values.kills === "0" ? null : Number(values.kills) * SECOND_MS,
  };
  return await platformsRounds({ ...plan, ...figures }, service, platforms);
});
