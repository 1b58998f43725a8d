import { members } from "../../kernel/unsafe.ts";

/**
 * What a log line may hold. A member whose name says that it is a secret loses its value, whatever that is; a text keeps
 * everything but API keys, tokens of sessions and passwords of database addresses. Works on copies: what the caller logs is never changed.
 */

const REDACTED = "[redacted]";
/** Deeper is a data structure, not a fact. Also ends cycles. */
const DEPTH_MAX = 6;
/** Of one object or list; a line is for reading. */
const MEMBERS_MAX = 100;
/** Of one text, in characters: a stack fits, a file does not. */
const TEXT_MAX = 8_192;

/** `key` only at the end of a name: `merchant_key` is one, `key_id` and `key_prefix` say which. */
const SECRET_NAME = /token|secret|password|authorization|cookie|keys?$/i;
const API_KEY = /svc_(live|admin|org)_sk_[0-9a-f]+/g;
const SESSION_TOKEN = /fws_[\w-]+/g;
/** To the last `@` before a blank or quote: a password may hold one that should have been encoded. */
const DATABASE_PASSWORD = /(postgres(?:ql)?:\/\/[^\s:@/"']*):[^\s"']*@/g;

export function redactText(text: string): string {
  // Almost no text has any of them, and this look at it costs a tenth of what is below.
  if (!text.includes("_sk_") && !text.includes("fws_") && !text.includes("postgres")) return text;
  return text
    .replace(API_KEY, `svc_$1_sk_${REDACTED}`)
    .replace(SESSION_TOKEN, `fws_${REDACTED}`)
    .replace(DATABASE_PASSWORD, `$1:${REDACTED}@`);
}

export function redactFacts(facts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return redactMembers(facts, 1);
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return redactText(value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX)}…` : value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth > DEPTH_MAX) return "[deeper]";
  if (Array.isArray(value)) return value.slice(0, MEMBERS_MAX).map((item: unknown) => redactValue(item, depth + 1));
  return redactMembers(value instanceof Error ? errorFacts(value) : value, depth);
}

function redactMembers(value: object, depth: number): Record<string, unknown> {
  const entries: [string, unknown][] = Object.entries(value).slice(0, MEMBERS_MAX);
  return Object.fromEntries(
    entries.map(([name, member]) => [
      redactText(name),
      SECRET_NAME.test(name) && member !== null ? REDACTED : redactValue(member, depth + 1),
    ]),
  );
}

/** What a library adds (`code`, `detail`) is kept where it is plain; the objects it hangs on an error are its own state. */
function errorFacts(error: Error): object {
  const { name, message, stack, cause } = error;
  const plain = Object.entries(members(error)).filter(([, value]) => typeof value !== "object" && typeof value !== "function");
  return { name, message, stack, ...Object.fromEntries(plain), ...(cause === undefined ? {} : { cause }) };
}
