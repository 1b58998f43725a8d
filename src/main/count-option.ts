import { PlainError } from "../kernel/errors.ts";

/** What a terminal, and one answer of the warehouse, can take. */
const COUNT_MAX = 1_000;

/** A number of lines as an option gives it. */
export function countOption(option: string, text: string): number {
  const count = /^[1-9][0-9]{0,3}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > COUNT_MAX)
    throw new PlainError("option_invalid", `${option} must be a number from 1 to ${COUNT_MAX}, not ${text}.`);
  return count;
}
