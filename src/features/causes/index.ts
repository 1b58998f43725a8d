export { CAUSE_EXAMPLE, type Cause, causeOf, causeOfRules, CauseShape } from "./cause.ts";
export { ruleExists } from "./cause-queries.ts";
export { type What, WHATS, whyOf } from "./why.ts";
