import { isUnseen } from "../../sql/text-sql.ts";
import { booleanTerm } from "../term.ts";
import { textAt } from "./arguments.ts";
import type { FunctionEntry } from "./function-entry.ts";

/** For values that must be there to be seen. `is blank`, which rules say, only looks for white space. */
export const unseen: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "boolean",
  summary: "Whether nothing of a value can be seen, as with a zero-width space.",
  blank: "Nothing of blank can be seen.",
  examples: [],
  compile: (args) => booleanTerm(isUnseen(textAt(args, 0))),
};
