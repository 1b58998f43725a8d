import { storableText } from "../../kernel/storable-text.ts";
import { members } from "../../kernel/unsafe.ts";

/**
 * What of a request is kept in the audit log: enough to see what was asked and answered, never a secret, and never more
 * than a screenful, because a batch of 100 products would otherwise be stored with every change.
 */

const REDACTED = "[redacted]";
const CUT = "[cut]";

/** Secret in every operation, whether it says so or not. */
const ALWAYS_SECRET: readonly string[] = [
  "raw_key",
  "secret",
  "token",
  "access_token",
  "refresh_token",
  "password",
  "authorization",
  "client_secret",
  // Its token is all that anybody needs to read the file.
  "feed_url",
];

/** A title or an expression is recognised by its beginning. */
const TEXT_CHARACTERS_MAX = 500;
/** Members or items of one object or list: the widest shape of ours has fewer members. */
const ITEMS_MAX = 50;
/** `facts.body.products[0].title` is 4 deep. */
const DEPTH_MAX = 6;

/** A copy without secrets, cut to size, that can be stored: an item that was refused may hold text that cannot. `secrets` are the names of the operation's own secret members. */
export function redacted(value: unknown, secrets: readonly string[]): unknown {
  return cleaned(value, new Set([...ALWAYS_SECRET, ...secrets]), 0);
}

/** Copies that are what the log keeps already; doing it twice would miscount what was cut. */
const kept = new WeakSet<object>();

/** A body as the log keeps it. Without `secrets` it is one already, made in another thread. */
export function keptFacts(body: unknown, secrets?: readonly string[]): unknown {
  const facts = secrets === undefined ? body : cleaned(body, new Set([...ALWAYS_SECRET, ...secrets]), BODY_DEPTH);
  if (typeof facts === "object" && facts !== null) kept.add(facts);
  return facts;
}

/** `facts.body` */
const BODY_DEPTH = 1;

function cleaned(value: unknown, secret: ReadonlySet<string>, depth: number): unknown {
  if (typeof value === "object" && value !== null && kept.has(value)) return value;
  if (typeof value === "string") return storableText(value.slice(0, TEXT_CHARACTERS_MAX)) + (value.length > TEXT_CHARACTERS_MAX ? CUT : "");
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth === DEPTH_MAX) return CUT;
  if (Array.isArray(value)) {
    const items = value.slice(0, ITEMS_MAX).map((item) => cleaned(item, secret, depth + 1));
    return value.length > ITEMS_MAX ? [...items, CUT] : items;
  }
  const entries = Object.entries(members(value));
  const first = entries
    .slice(0, ITEMS_MAX)
    .map(([name, member]) => [storableText(name), secret.has(name) ? REDACTED : cleaned(member, secret, depth + 1)] as const);
  return Object.fromEntries(entries.length > ITEMS_MAX ? [...first, [CUT, entries.length - ITEMS_MAX]] : first);
}
