import type { Sql } from "../../kernel/sql.ts";
import { integer, isAmong, join, keyword, literal, sql } from "../sql/fragment.ts";
import { foldedLiteral } from "../sql/text-sql.ts";
import { difference, product, quotient, sum } from "./arithmetic.ts";
import { between, comparison } from "./comparison-sql.ts";
import type { ArithmeticOperator, Expression, Side, Word } from "./expression.ts";
import type { Environment } from "./functions/function-entry.ts";
import { CALLS } from "./functions/every-function.ts";
import { manyReplaced, mapText } from "./map-sql.ts";
import { MATCHED_LENGTH_MAX } from "./pattern.ts";
import {
  asBlank,
  asBoolean,
  asDate,
  asFolded,
  asList,
  asNumber,
  asText,
  BLANK_TERM,
  booleanTerm,
  dateTerm,
  isNumeric,
  listTerm,
  literalNumber,
  literalText,
  numberTerm,
  readsAs,
  type Term,
  textTerm,
  textWithin,
} from "./term.ts";

/** Where the columns of an expression are found, and what it may know besides the row. */
export interface ColumnScope extends Environment {
  column(side: Side, name: string): Term;
}

/** Compiles an expression for the columns in scope. Total: whatever the rows hold, the SQL yields a value or blank. */
export function compileExpression(expression: Expression, scope: ColumnScope): Term {
  const compile = (part: Expression): Term => compileExpression(part, scope);
  switch (expression.kind) {
    case "text":
      return literalText(expression.value);
    case "number":
      return literalNumber(expression.value);
    case "boolean":
      return booleanTerm(expression.value ? sql`true` : sql`false`);
    case "blank-value":
      return BLANK_TERM;
    case "column":
      return scope.column(expression.side, expression.name);
    case "call":
      return CALLS[expression.fn].compile(expression.args.map(compile), scope);
    case "feedwide":
    case "lookup":
    case "category":
      throw new RangeError(`${expression.kind} looks beyond the row; lowering gives it a column`);
    case "arithmetic":
      return numberTerm(ARITHMETIC[expression.operator](asNumber(compile(expression.left)), asNumber(compile(expression.right))));
    case "negative":
      return numberTerm(sql`(-${asNumber(compile(expression.value))})`);
    case "compare":
      return booleanTerm(comparison(expression.operator, compile(expression.left), compile(expression.right), expression.caseSensitive));
    case "matches":
      return booleanTerm(matched(compile(expression.value), expression.pattern, expression.caseSensitive));
    case "in":
      return booleanTerm(among(compile(expression.value), expression));
    case "between":
      return booleanTerm(between(compile(expression.value), compile(expression.low), compile(expression.high), expression.caseSensitive));
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
    case "map":
      return mapTerm(compile(expression.value), expression, compile(expression.otherwise));
    default:
      return expression satisfies never;
  }
}

const ARITHMETIC: Readonly<Record<ArithmeticOperator, (a: Sql, b: Sql) => Sql>> = {
  "+": sum,
  "-": difference,
  "*": product,
  "/": quotient,
};

function connected(parts: readonly Term[], operator: "AND" | "OR"): Sql {
  if (parts.length === 0) return operator === "AND" ? sql`true` : sql`false`;
  return sql`(${join(parts.map(asBoolean), sql` ${keyword(operator)} `)})`;
}

/** Values of one type keep it; of several they are texts. */
function caseTerm(branches: readonly { readonly when: Sql; readonly then: Term }[], otherwise: Term): Term {
  const values = [...branches.map(({ then }) => then), otherwise].filter((value) => value !== BLANK_TERM);
  const [first = BLANK_TERM] = values;
  const type = values.every((value) => value.type === first.type) ? first.type : "text";
  const converted = { text: asText, number: asNumber, boolean: asBoolean, date: asDate, list: asList }[type];
  const whens = branches.map(({ when, then }) => sql`WHEN ${when} THEN ${converted(then)}`);
  const fragment = sql`CASE ${join(whens, sql` `)} ELSE ${converted(otherwise)} END`;
  switch (type) {
    case "number":
      return numberTerm(fragment);
    case "boolean":
      return booleanTerm(fragment);
    case "date":
      return dateTerm(fragment);
    case "list":
      return listTerm(fragment);
    case "text":
      return textWithin(fragment, values, values.every((value) => readsAs(value) === readsAs(first)) ? readsAs(first) : "text");
    default:
      return type satisfies never;
  }
}

function matched(value: Term, pattern: string, caseSensitive: boolean): Sql {
  const seen = sql`left(${asText(value)}, ${integer(MATCHED_LENGTH_MAX)})`;
  return sql`regexp_matches(${seen}, ${literal(pattern)}${caseSensitive ? sql`` : sql`, 'i'`})`;
}

/** Texts are looked up in one list; numbers are compared one by one, because `25` is `25.00` there. */
function among(value: Term, { words, caseSensitive }: Extract<Expression, { kind: "in" }>): Sql {
  if (readsAs(value) === "list") return anyItem(value, words, caseSensitive);
  const numeric = isNumeric(value) || words.some(({ kind }) => kind === "number");
  if (numeric) {
    const equal = words.map((word) =>
      comparison("=", value, word.kind === "number" ? literalNumber(word.value) : literalText(word.value), caseSensitive),
    );
    return sql`(${join(equal, sql` OR `)})`;
  }
  const texts = words.map((word) => word.value);
  return caseSensitive ? isAmong(asText(value), texts) : isAmong(asFolded(value), texts, foldedLiteral);
}

/** A list is in it with any of its items. */
function anyItem(value: Term, words: readonly Word[], caseSensitive: boolean): Sql {
  const has = words.map((word) => comparison("contains", value, literalText(word.value), caseSensitive));
  return sql`(${join(has, sql` OR `)})`;
}

/** Where a text of the pairs may stand anywhere in the value, the rest of the value stays around it. */
function mapTerm(value: Term, { pairs, within }: Extract<Expression, { kind: "map" }>, otherwise: Term): Term {
  if (within !== undefined) return textTerm(manyReplaced(asText(value), { pairs, within, otherwise: asText(otherwise) }));
  return textWithin(mapText(value, pairs, asText(otherwise)), [otherwise, ...pairs.map(({ to }) => literalText(to))]);
}
