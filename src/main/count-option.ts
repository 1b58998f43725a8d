import { PlainError } from "../kernel/errors.ts";

/** What a terminal, and one answer of the warehouse, can take. */
const COUNT_MAX = 1_000;

/** A number of lines as an option gives it. `max`: what a command can show of them, if that's less. */
export function countOption(option: string, text: string, max = COUNT_MAX): number {
  const count = /^[1-9][0-9]{0,3}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > max) throw new PlainError("option_invalid", `${option} must be a number from 1 to ${max}, not ${text}.`);
  return count;
}
