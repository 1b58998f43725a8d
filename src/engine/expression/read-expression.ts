import { SOURCE_COLUMNS } from "../source/source-columns.ts";
import { checkExpression } from "./check-expression.ts";
import { ANSWERED_MAX, type CheckContext, type Checked, type CheckFault, type UnknownColumn } from "./check-faults.ts";
import type { ColumnsInScope } from "./column-names.ts";
import type { Expression } from "./expression.ts";
import { ExpressionParser } from "./parse-expression.ts";
import { printExpression } from "./print-expression.ts";
import type { ValueType } from "./term.ts";
import { placeOf, SyntaxFault } from "./tokens.ts";

/** What is wrong with a text, and where: lines and columns from 1. */
export interface ExpressionFault {
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly unknown?: UnknownColumn;
}

export type ReadExpression =
  | { readonly ok: true; readonly expression: Expression; readonly type: ValueType | "blank"; readonly text: string }
  | { readonly ok: false; readonly faults: readonly ExpressionFault[] };

/** Reads one expression that is the whole text. */
export function readExpression(written: string, context: CheckContext): ReadExpression {
  const faults: CheckFault[] = [];
  const checked = parseChecked(written, context, faults);
  if (checked === undefined || faults.length > 0) return { ok: false, faults: placedFaults(written, faults) };
  const text = printExpression(checked.expression);
  // What is kept is the canonical text, which may have parentheses more than what was written: every run reads it again.
  if (!context.lenient) parseChecked(text, context, faults);
  if (faults.length > 0) return { ok: false, faults: faults.map(({ code, message }) => ({ code, message, line: 1, column: 1 })) };
  return { ok: true, ...checked, text };
}

function parseChecked(written: string, context: CheckContext, faults: CheckFault[]): Checked | undefined {
  try {
    const parser = new ExpressionParser(written);
    const tree = parser.expression();
    parser.finish();
    return checkExpression(tree, context, faults);
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    // The grammar stops at its first fault; what follows it cannot be trusted.
    faults.push({ code: "syntax", message: error.message, at: error.at });
    return undefined;
  }
}

function placedFaults(written: string, faults: readonly CheckFault[]): readonly ExpressionFault[] {
  return faults.slice(0, ANSWERED_MAX).map(({ at, ...fault }) => ({ ...fault, ...placeOf(written, at) }));
}

interface TypedColumn {
  readonly name: string;
  readonly type: ValueType;
}

/** The columns of a snapshot and a feed and the channel attributes it may name, with the types rules know them by. */
export function columnsInScope(
  source: readonly string[],
  output: readonly TypedColumn[],
  attributes: readonly TypedColumn[] = [],
): ColumnsInScope {
  const types = new Map(SOURCE_COLUMNS.map(({ name, type }) => [name, type]));
  return {
    source: new Map(source.map((name) => [name, types.get(name) ?? "text"])),
    output: new Map(output.map(({ name, type }) => [name, type])),
    attributes: new Map(attributes.map(({ name, type }) => [name, type])),
  };
}
