import type { Sql } from "../../kernel/sql.ts";
import { decimal, isAmong, join, keyword, literal, sql } from "../sql/fragment.ts";
import type { Comparison, Expression, Side } from "./expression.ts";
import { FUNCTIONS } from "./functions/function-catalogue.ts";
import { asBlank, asBoolean, asNumber, asText, booleanTerm, isNumeric, numberTerm, type Term, textTerm } from "./term.ts";

/** Where a column of an expression is found: its SQL, and whether its text holds numbers. */
export interface ColumnScope {
  column(side: Side, name: string): { readonly sql: Sql; readonly numeric: boolean };
}

/** Compiles an expression for the columns in scope. Total: whatever the rows hold, the SQL yields a value or blank. */
export function compileExpression(expression: Expression, scope: ColumnScope): Term {
  const compile = (part: Expression): Term => compileExpression(part, scope);
  switch (expression.kind) {
    case "text":
      return textTerm(literal(expression.value));
    case "number":
      return numberTerm(decimal(expression.value));
    case "boolean":
      return booleanTerm(expression.value ? sql`true` : sql`false`);
    case "column": {
      const column = scope.column(expression.side, expression.name);
      return textTerm(column.sql, column.numeric);
    }
    case "call":
      return FUNCTIONS[expression.fn].compile(expression.args.map(compile));
    case "compare":
      return booleanTerm(comparison(expression.operator, compile(expression.left), compile(expression.right), expression.caseSensitive));
    case "in":
      return booleanTerm(
        isAmong(
          sql`lower(${asText(compile(expression.value))})`,
          expression.words.map((word) => word.toLowerCase()),
        ),
      );
    case "present":
      return booleanTerm(sql`(${asText(compile(expression.value))} IS NOT NULL)`);
    case "blank":
      return booleanTerm(asBlank(compile(expression.value)));
    case "all":
      return booleanTerm(connected(expression.parts.map(compile), "AND"));
    case "any":
      return booleanTerm(connected(expression.parts.map(compile), "OR"));
    case "not":
      return booleanTerm(sql`(NOT ${asBoolean(compile(expression.part))})`);
    case "case":
      return caseTerm(
        expression.branches.map((branch) => ({ when: asBoolean(compile(branch.when)), then: compile(branch.then) })),
        compile(expression.otherwise),
      );
    default:
      return expression satisfies never;
  }
}

function connected(parts: readonly Term[], operator: "AND" | "OR"): Sql {
  if (parts.length === 0) return operator === "AND" ? sql`true` : sql`false`;
  return sql`(${join(parts.map(asBoolean), sql` ${keyword(operator)} `)})`;
}

function caseTerm(branches: readonly { readonly when: Sql; readonly then: Term }[], otherwise: Term): Term {
  const same = branches.every(({ then }) => then.type === otherwise.type) ? otherwise.type : "text";
  const value = { text: asText, number: asNumber, boolean: asBoolean }[same];
  const whens = branches.map(({ when, then }) => sql`WHEN ${when} THEN ${value(then)}`);
  const fragment = sql`CASE ${join(whens, sql` `)} ELSE ${value(otherwise)} END`;
  return same === "number" ? numberTerm(fragment) : same === "boolean" ? booleanTerm(fragment) : textTerm(fragment);
}

const SYMBOLS = { "=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">=" } as const;

function comparison(operator: Comparison, left: Term, right: Term, caseSensitive: boolean): Sql {
  const fold = (term: Term): Sql => (caseSensitive ? asText(term) : sql`lower(${asText(term)})`);
  switch (operator) {
    case "contains":
      return sql`contains(${fold(left)}, ${fold(right)})`;
    case "starts with":
      return sql`starts_with(${fold(left)}, ${fold(right)})`;
    case "ends with":
      return sql`ends_with(${fold(left)}, ${fold(right)})`;
    default:
      return ordered(SYMBOLS[operator], left, right, fold);
  }
}

/** Numbers when one side's type is number or money and both read as one, else text (rules, section 1). */
function ordered(symbol: (typeof SYMBOLS)[keyof typeof SYMBOLS], left: Term, right: Term, fold: (term: Term) => Sql): Sql {
  const texts = sql`(${fold(left)} ${keyword(symbol)} ${fold(right)})`;
  if (!isNumeric(left) && !isNumeric(right)) return texts;
  return sql`coalesce(${asNumber(left)} ${keyword(symbol)} ${asNumber(right)}, ${texts})`;
}
