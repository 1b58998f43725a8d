import { z } from "zod";
import { all, call, type Expression, isBlank, not, text } from "../expression/expression.ts";
import { printExpression } from "../expression/print-expression.ts";
import { TEXT_LENGTH_MAX } from "../sql/text-sql.ts";
import { shownText, Target } from "./rule-members.ts";
import { ruleText } from "./rule-text.ts";
import { type RuleReading, ruleType } from "./rule-type.ts";

/** Each is worked out for every row. */
const PLACEHOLDERS_MAX = 50;

/**
 * Writes a text with placeholders: each `{{ … }}` holds a column or an expression. A blank placeholder leaves a gap, or with
 * `skip_if_blank` the whole column as it was. Braces within quotes of an expression are text; a single `{` or `}}` outside is, too.
 */
export const template = ruleType({
  type: "template",
  summary: "Writes a string that contains columns and expressions.",
  members: z.strictObject({
    target: Target,
    template: ruleText(TEXT_LENGTH_MAX)
      .min(1)
      .meta({ description: "String to write. `{{[D]title}}` in it is replaced by the value of a column or expression." }),
    skip_if_blank: z.boolean().default(false).meta({ description: "Whether the column keeps its value if a placeholder is blank." }),
  }),
  example: { type: "template", target: "title", template: "{{[D]title}} – {{upper([G]brand)}}", skip_if_blank: true },
  describe: ({ target, template: written }) => `Set ${target} to the template ${shownText(written)}`,
  lower: ({ target, template: written, skip_if_blank: skipIfBlank }, read) => {
    read.target(target, "/target");
    const pieces = piecesOf(written, read);
    read.rewritten(
      "/template",
      pieces.map((piece) => (piece.placeholder ? `{{${printExpression(piece.value)}}}` : piece.literal)).join(""),
    );
    const value = call("concat", ...pieces.map((piece) => piece.value));
    const filled = pieces.filter(({ placeholder }) => placeholder).map((piece) => not(isBlank(piece.value)));
    return [{ op: "assign", column: target, value, ...(skipIfBlank && filled.length > 0 ? { only: all(...filled) } : {}) }];
  },
});

interface Piece {
  readonly value: Expression;
  /** The text between placeholders. */
  readonly literal: string;
  readonly placeholder: boolean;
}

const between = (literal: string): Piece => ({ value: text(literal), literal, placeholder: false });

function piecesOf(written: string, read: RuleReading): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (let open = written.indexOf("{{"); open !== -1; open = written.indexOf("{{", at)) {
    if (open > at) pieces.push(between(written.slice(at, open)));
    const close = closingOf(written, open + 2);
    if (close === undefined) {
      read.fault("/template", `has {{ at character ${[...written.slice(0, open)].length + 1} without a closing }}`);
      return pieces;
    }
    pieces.push({ value: expressionOf(written.slice(open + 2, close), read), literal: "", placeholder: true });
    at = close + 2;
  }
  if (at < written.length) pieces.push(between(written.slice(at)));
  if (pieces.filter(({ placeholder }) => placeholder).length > PLACEHOLDERS_MAX) {
    read.fault("/template", `can have at most ${PLACEHOLDERS_MAX} placeholders`);
  }
  return pieces;
}

function expressionOf(written: string, read: RuleReading): Expression {
  if (written.trim() !== "") return read.operand(`=${written}`, "/template");
  read.fault("/template", "has an empty placeholder; write a column such as {{[D]title}}");
  return text("");
}

/** Where the `}}` of a placeholder begins: the first one that does not stand in quotes. */
function closingOf(written: string, from: number): number | undefined {
  let quote = "";
  for (let at = from; at < written.length; at += 1) {
    const character = written.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (written.startsWith("}}", at)) {
      return at;
    }
  }
  return undefined;
}
