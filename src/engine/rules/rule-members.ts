import { z } from "zod";
import { isDecimal } from "../sql/fragment.ts";
import { TEXT_LENGTH_MAX } from "../sql/text-sql.ts";
import { ruleText } from "./rule-text.ts";

/** Members that many rule types have, and how a sentence shows them. */

/** A name longer than this is no column of a feed. */
const COLUMN_NAME_MAX = 100;
/** What joins values: a few words at most. */
const SEPARATOR_MAX = 100;
/** What a sentence shows of a text. */
const SHOWN_MAX = 80;

const WRITTEN = { description: "Feed column to write." };

export const Target = z.string().min(1).max(COLUMN_NAME_MAX).meta(WRITTEN);

/** A target that most definitions need not name. */
export const targetOr = (usual: string): z.ZodDefault<z.ZodString> => z.string().min(1).max(COLUMN_NAME_MAX).default(usual).meta(WRITTEN);

/** JSON prints numbers with an exponent, or with more decimals than numbers have here. */
export const RuleNumber = z
  .number()
  .refine((value) => isDecimal(String(value)), "must have at most 19 digits before the decimal point and 9 after it");

export const RuleValue = z.union([ruleText(TEXT_LENGTH_MAX), RuleNumber]).meta({
  description: "A string, a number, or an expression if it begins with `=`. To write a string that begins with `=`, begin it with `==`.",
});

/** Whether a member of this schema takes a `RuleValue`, or an object of them does, as the parameters of a link. */
export function takesValues(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return takesValues(schema.unwrap());
  if (schema instanceof z.ZodRecord) return takesValues(schema.valueType);
  return schema instanceof z.ZodUnion && schema.options.some((option) => option instanceof z.ZodNumber);
}

export const Operand = ruleText(TEXT_LENGTH_MAX)
  .min(1)
  .meta({ description: "A column such as `[D]vendor`, or an expression if it begins with `=`." });

export const Separator = ruleText(SEPARATOR_MAX);

/** `"0.99"`, `"9.99"`, `"99"`. */
export const Ending = z
  .string()
  .regex(/^(?:(?:0|[1-9][0-9]{0,5})(?:\.[0-9]{1,4})?|\.[0-9]{1,4})$/, 'must be the end of an amount such as "0.99"')
  .optional()
  .meta({
    description:
      'Ending of the amount, as a string: `"0.99"` turns 12.30 into 12.99, and `"9.99"` turns it into 19.99. Amounts only go up.',
  });

/** An ending with a digit before its point. */
export function fullEnding(ending: string): string {
  return ending.startsWith(".") ? `0${ending}` : ending;
}

/** A text in quotes, as much of it as a sentence can take. */
export function shownText(text: string): string {
  const points = firstPoints(text);
  return points.length > SHOWN_MAX ? `"${points.slice(0, SHOWN_MAX).join("")}…"` : `"${text}"`;
}

/** At least one more than is shown where there are more: code points have at most two code units. */
function firstPoints(text: string): readonly string[] {
  return [...text.slice(0, 2 * SHOWN_MAX + 2)];
}

/** A value as a person reads it: a number, a text in quotes, or the expression. */
export function shownValue(value: string | number): string {
  if (typeof value === "number") return String(value);
  if (value.startsWith("==")) return shownText(value.slice(1));
  return value.startsWith("=") ? shownOperand(value) : shownText(value);
}

/** A column or expression as a person reads it. */
export function shownOperand(operand: string): string {
  const points = firstPoints(operand.startsWith("=") ? operand.slice(1).trim() : operand);
  return points.length > SHOWN_MAX ? `${points.slice(0, SHOWN_MAX).join("")}…` : points.join("");
}
