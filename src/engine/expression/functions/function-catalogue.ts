import type { FunctionEntry } from "./function-entry.ts";
import { listSlice } from "./list.ts";
import { money, number } from "./money.ts";
import { coalesce, concat, lower, stripHtml, trim } from "./text.ts";

/** Every function of the language. A new one is one entry in its family's file and one line here. */
export const FUNCTIONS = {
  coalesce,
  concat,
  list_slice: listSlice,
  lower,
  money,
  number,
  strip_html: stripHtml,
  trim,
} as const satisfies Record<string, FunctionEntry>;

export type FunctionName = keyof typeof FUNCTIONS;
