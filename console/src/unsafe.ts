/** The console's casts. Each is true by a promise that the compiler can't see. */

/** What the API answers has the types of its document, which the server's own tests hold it to. */
export function promised<T>(value: unknown): T {
  return value as T;
}

/** One of the values that a list of choices was given. */
export function chosen<Value extends string>(key: unknown): Value {
  return key as Value;
}
