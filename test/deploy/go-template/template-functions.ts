import { stringify } from "yaml";

/** Functions of Go's templates, Sprig's and Helm's, as far as our chart calls them. Each takes its arguments in Go's order: the piped one last. */
export const TEMPLATE_FUNCTIONS: Readonly<Record<string, (...args: readonly unknown[]) => unknown>> = {
  and: (...values) => values.find((value) => !isTruthy(value)) ?? values.at(-1),
  or: (...values) => values.find(isTruthy) ?? values.at(-1),
  not: (value) => !isTruthy(value),
  eq: (first, ...others) => others.includes(first),
  ne: (first, second) => first !== second,
  contains: (part, text) => String(text).includes(String(part)),
  default: (fallback, value) => (isTruthy(value) ? value : fallback),
  index: (value, ...keys) => keys.reduce<unknown>((found, key) => memberOf(found, String(key)), value),
  indent: (spaces, text) => indented(Number(spaces), String(text)),
  list: (...values) => values,
  nindent: (spaces, text) => `\n${indented(Number(spaces), String(text))}`,
  printf: (format, ...values) => printed(String(format), values),
  quote: (value) => JSON.stringify(String(value)),
  required: (message, value) => {
    if (value === undefined || value === null || value === "") throw new Error(String(message));
    return value;
  },
  toYaml: (value) => stringify(value, { lineWidth: 0 }).trimEnd(),
  trimSuffix: (suffix, text) => (String(text).endsWith(String(suffix)) ? String(text).slice(0, -String(suffix).length) : text),
  trunc: (length, text) => String(text).slice(0, Number(length)),
};

/** What Go calls empty is false: no value, false, 0, and texts, lists and maps without content. */
export function isTruthy(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === 0 || value === "") return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

/** A missing key of a map is no value; a key of something that isn't a map is an error, as in Helm. */
export function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) throw new Error(`nil pointer evaluating .${key}`);
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

function indented(spaces: number, text: string): string {
  return text.replace(/^/gm, " ".repeat(spaces));
}

function printed(format: string, values: readonly unknown[]): string {
  const rest = [...values];
  const text = format.replace(/%[sdv]/g, () => String(rest.shift()));
  if (rest.length > 0 || text.includes("%")) throw new Error(`printf "${format}" isn't understood`);
  return text;
}
