import { literal, sql } from "../../sql/fragment.ts";
import { textWithin } from "../term.ts";
import { textAt } from "./arguments.ts";
import type { FunctionEntry } from "./function-entry.ts";
import { isList, OTHER_MARKS, unlessUnreadable } from "./internal-attributes.ts";

/** `S`, `2XL`, `medium`, `42`, `38.5`: an item of any other kind may belong to a size, as in `One size, adjustable` and `US 8, EU 39`. */
const SIZE = "(?:[0-9]{0,2}x{0,4}[sml]|small|medium|large|[0-9]{1,3}(?:\\.[0-9])?)";
const SIZES = `(?i)\\s*${SIZE}(?:\\s*[,;|${OTHER_MARKS}]\\s*${SIZE})+\\s*`;

export const oneSize: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "The text, unless it's a list of sizes.",
  blank: "Blank for a list of sizes, a reference, an address or a placeholder.",
  examples: [],
  compile: (args) => {
    const text = textAt(args, 0);
    const said = sql`CASE WHEN ${isList(text)} AND regexp_full_match(${text}, ${literal(SIZES)}) THEN '' ELSE ${text} END`;
    return textWithin(unlessUnreadable(text, said), args);
  },
};
