/** What a change of the rules makes stale. */
export const RULE_MARKS = ["rules.", "feeds.", "config.", "products."] as const;
