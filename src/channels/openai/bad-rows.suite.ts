import type { BadRows } from "../../../test/harness/bad-rows.ts";

export const BAD_ROWS: readonly BadRows[] = [];
