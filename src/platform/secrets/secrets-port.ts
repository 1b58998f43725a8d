/** Secrets at rest (AES-256-GCM) and signatures of our own links (HMAC-SHA256). Each purpose has a key of its own, derived from `SECRETS_KEY`. */
export interface Secrets {
  /** Encrypts; the answer is text that names its format version. `context` is authenticated with it: `shop:3:token`. */
  seal(context: string, plain: string): string;
  /** Decrypts; throws when key, context or bytes are not the ones sealed. */
  open(context: string, sealed: string): string;
  /** Lower-case hex HMAC of a text. */
  sign(purpose: string, text: string): string;
  /** In constant time. */
  verify(purpose: string, text: string, signature: string): boolean;
}
