import { sql } from "../../sql/fragment.ts";
import { asNumber, asText, textTerm } from "../term.ts";
import { argument, type FunctionEntry } from "./function-entry.ts";

/** Lists are stored as text, their items joined by `LIST_SEPARATOR` (engine/source/source-columns.ts). */
export const listSlice: FunctionEntry = {
  signature: "list_slice(list, from, to)",
  summary: "Items from `from` to before `to`, counted from 1.",
  compile: (args) => {
    const from = sql`CAST(${asNumber(argument(args, 1))} AS BIGINT)`;
    const to = sql`CAST(${asNumber(argument(args, 2))} AS BIGINT)`;
    return textTerm(sql`array_to_string(string_split(${asText(argument(args, 0))}, ',')[${from}:${to} - 1], ',')`);
  },
};
