/** Bounds of `objects-port.ts`; 512 leaves room for a bucket's own prefix below S3's 1,024. */
const KEY_BYTES_MAX = 512;
const KEY = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/;

/** `.` and `..` would climb out of the store, so no segment may be one. */
export function isKey(key: string): boolean {
  const climbs = key.split("/").some((segment) => segment === "." || segment === "..");
  return KEY.test(key) && key.length <= KEY_BYTES_MAX && !climbs;
}

/** Throws unless the text is a key. */
export function requireKey(key: string): void {
  if (!isKey(key)) throw new RangeError(`not an object key: ${JSON.stringify(key)}`);
}

export function requirePrefix(prefix: string): void {
  if (!prefix.endsWith("/")) throw new RangeError(`a prefix ends in "/": ${JSON.stringify(prefix)}`);
  requireKey(prefix.slice(0, -1));
}

/** The key is taken: objects are written once. */
export class ObjectTaken extends Error {
  override readonly name = "ObjectTaken";
  readonly key: string;

  constructor(key: string) {
    super(`object ${key} exists already`);
    this.key = key;
  }
}
