import { parseArgs } from "node:util";
import { shopifyRounds } from "./shopify-rounds.ts";

/** `npm run fault:shopify -- --minutes 10 --seed 1`: a platform that fails at random, and a service that is killed. Exits 1 on a violation. */

const MINUTE_MS = 60_000;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    products: { type: "string", default: "320" },
    chaos: { type: "string", default: "0.08" },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seed = Number(values.seed);
say(`seed ${seed}`);
const report = await shopifyRounds({
  seed,
  products: Number(values.products),
  chaos: Number(values.chaos),
  budgetMs: Number(values.minutes) * MINUTE_MS,
  say,
});
const { violations, ...counts } = report;
say(JSON.stringify(counts, null, 2));
for (const violation of violations) say(`VIOLATION ${violation}`);
say(violations.length === 0 ? "nothing was violated" : `${violations.length} violations; repeat the choices with --seed ${seed}`);
process.exitCode = violations.length === 0 ? 0 : 1;
