import { parseArgs } from "node:util";
import { reportRun, SEED_OPTION } from "./report-run.ts";
import { tenantsRounds } from "./tenants-rounds.ts";

/** `npm run fault:tenants`: a shop beside one that takes all it can get, and beside strangers; prints what it notices. Exits 1 on a violation. */
const { values } = parseArgs({
  options: {
    seed: SEED_OPTION,
    previews: { type: "string", default: "60" },
    patterns: { type: "string", default: "24" },
    "setting-previews": { type: "string", default: "110" },
    runs: { type: "string", default: "50" },
    products: { type: "string", default: "20000" },
    strangers: { type: "string", default: "20000" },
    minutes: { type: "string", default: "20" },
  },
});

await reportRun(values, (plan) =>
  tenantsRounds({
    ...plan,
    noise: {
      previews: Number(values.previews),
      patterns: Number(values.patterns),
      settingPreviews: Number(values["setting-previews"]),
      runs: Number(values.runs),
    },
    products: Number(values.products),
    strangers: Number(values.strangers),
    patience: 1,
  }),
);
