import { noBareAs } from "./rules/no-bare-as.ts";
import { noClock } from "./rules/no-clock.ts";
import { noProcessEnv } from "./rules/no-process-env.ts";
import { noTopLevelCall } from "./rules/no-top-level-call.ts";

/** The rules of this house that the linter does not bring. Where each applies stands in `.oxlintrc.json`. */
const plugin = {
  meta: { name: "house" },
  rules: {
    "no-bare-as": noBareAs,
    "no-clock": noClock,
    "no-process-env": noProcessEnv,
    "no-top-level-call": noTopLevelCall,
  },
};

export default plugin;
