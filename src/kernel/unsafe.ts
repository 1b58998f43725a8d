/**
 * The only module that may cast. Each function names the fact at run time that makes its cast true.
 */

/** A value that has just passed the parser of its brand. */
export function branded<T>(value: unknown): T {
  return value as T;
}

/** The keys of an object literal of ours: it has no more keys than its type says. */
export function keysOf<K extends string>(record: Readonly<Partial<Record<K, unknown>>>): readonly K[] {
  return Object.keys(record) as K[];
}

/** The entries of an object literal of ours: it has no more keys than its type says. */
export function entriesOf<K extends string, V>(record: Readonly<Record<K, V>>): readonly (readonly [K, V])[] {
  return Object.entries(record) as [K, V][];
}

/** `JSON.parse` answers `any`; the caller gets `unknown` and has to look. */
export function parseJson(text: string): unknown {
  return JSON.parse(text) as unknown;
}

/** A value caught or received from outside that is an object, so that its members can be read as unknown. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
