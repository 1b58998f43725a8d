import { call, childrenOf, type Expression, source, withChildren } from "../../engine/expression/expression.ts";
import { printExpression } from "../../engine/expression/print-expression.ts";

/**
 * A default mapping as a merchant may read it and send it back: over columns that people see, without what adds nothing.
 */
export function shownDefault(expression: Expression): Expression {
  const shown = withChildren(expression, childrenOf(expression).map(shownDefault));
  if (shown.kind === "column" && shown.side === "D") return SHOWN_FOR_HIDDEN[shown.name] ?? shown;
  return shown.kind === "call" && shown.fn === "coalesce" ? shortCoalesce(shown.args) : shown;
}

/** Columns a snapshot keeps for speed alone, and what they hold. */
const SHOWN_FOR_HIDDEN: Readonly<Record<string, Expression>> = { body_text: call("strip_html", source("body_html")) };

function shortCoalesce(args: readonly Expression[]): Expression {
  const telling = args.filter((argument) => !isBlankText(argument));
  const [first, second] = telling;
  if (first === undefined) return { kind: "blank-value" };
  return second === undefined ? first : call("coalesce", ...telling);
}

function isBlankText({ kind, ...rest }: Expression): boolean {
  return kind === "blank-value" || (kind === "text" && "value" in rest && rest.value === "");
}

/** How the API says what a feed column reads: the name of a source column, `=` and an expression, or null for nothing. */
export function mappingText(expression: Expression): string | null {
  if (isBlankText(expression)) return null;
  return expression.kind === "column" && expression.side === "D" ? expression.name : `=${printExpression(expression)}`;
}
