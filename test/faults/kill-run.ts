import { parseArgs } from "node:util";
import { killRounds } from "./kill-rounds.ts";

/** `npm run fault:kills -- --kills 60 --seed 1`: kills processes of a real service and checks what must hold. Exits 1 on a violation. */

const MINUTE_MS = 60_000;

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    products: { type: "string", default: "10000" },
    minutes: { type: "string", default: "15" },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seed = Number(values.seed);
say(`seed ${seed}`);
const report = await killRounds({
  kills: Number(values.kills),
  seed,
  products: Number(values.products),
  budgetMs: Number(values.minutes) * MINUTE_MS,
  say,
});
const { violations, ...counts } = report;
say(JSON.stringify(counts, null, 2));
for (const violation of violations) say(`VIOLATION ${violation}`);
say(violations.length === 0 ? "nothing was violated" : `${violations.length} violations; repeat the choices with --seed ${seed}`);
process.exitCode = violations.length === 0 ? 0 : 1;
