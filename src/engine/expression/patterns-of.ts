import type { Expression } from "./expression.ts";
import { CALLS } from "./functions/every-function.ts";
import type { Parameter } from "./functions/function-entry.ts";

/** The regular expressions that one node has in it: only the engine that runs them can say whether they are any. */
export function patternsOf(node: Expression): readonly string[] {
  if (node.kind === "matches") return [node.pattern];
  if (node.kind !== "call") return [];
  const parameters: readonly Parameter[] = CALLS[node.fn].parameters;
  return parameters.flatMap(({ literal }, at) => {
    const given = node.args[at];
    return literal?.form === "pattern" && given?.kind === "text" ? [given.value] : [];
  });
}
