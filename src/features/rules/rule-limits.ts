/** Rules, section 2: what planning and running stay quick with. */
export const RULES_MAX = 500;
export const CONDITIONS_OF_FEED_MAX = 5_000;
