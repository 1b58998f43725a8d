import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { ownServer } from "../harness/own-server.ts";
import { serviceHome } from "../harness/service-process.ts";
import { liveRounds } from "./live-rounds.ts";
import { reportRun, SEED_OPTION } from "./report-run.ts";

/** `npm run fault:live -- --minutes 30 --seed 1`: a shop that changes while everything between it and its feed fails. Exits 1 on a violation. */
const { values } = parseArgs({
  options: { minutes: { type: "string", default: "30" }, seed: SEED_OPTION, products: { type: "string", default: "200" } },
});

await reportRun(values, async (plan) => {
  await using server = await ownServer();
  const { postgres } = server;
  const given = { DATABASE_URL: postgres.connectionString, SECRETS_KEY: randomBytes(32).toString("hex") };
  const open = async (settings: Readonly<Record<string, string>>) => ({
    ...(await serviceHome({ ...given, ...settings })),
    database: postgres,
  });
  return await liveRounds({ ...plan, products: Number(values.products) }, open);
});
