import type { References } from "./given.ts";
import { CHOICES } from "./references/choices.ts";
import { DATES } from "./references/dates.ts";
import { LISTS } from "./references/lists.ts";
import { NUMBERS } from "./references/numbers.ts";
import { TEXT_CHANGES } from "./references/text-changes.ts";
import { TEXT_PARTS } from "./references/text-parts.ts";

/** The plain TypeScript reference of each function that has one; the others have algebraic properties (function-properties.test.ts). */
export const REFERENCES: References = { ...TEXT_PARTS, ...TEXT_CHANGES, ...LISTS, ...NUMBERS, ...DATES, ...CHOICES };

/** Functions without branches of their own: what holds for every value is tested instead. */
export const BY_PROPERTIES = ["date", "html_decode", "now_at_run", "reverse", "similarity", "strip_emoji", "strip_html"];
