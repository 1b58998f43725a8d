/** Encrypts texts and opens them again. `context` is authenticated with them: `shop:3:token`. */
export interface Sealing {
  /** The answer is text that names its format version. */
  seal(context: string, plain: string): string;
  /** Throws when key, context or bytes are not the ones sealed. */
  open(context: string, sealed: string): string;
  /** The same of bytes, which take no more room than they did but for a head of 29. */
  sealBytes(context: string, plain: Buffer): Buffer;
  openBytes(context: string, sealed: Buffer): Buffer;
}

/** Secrets at rest (AES-256-GCM) and signatures of our own links (HMAC-SHA256). Each purpose has a key of its own, derived from `SECRETS_KEY`. */
export interface Secrets extends Sealing {
  /** Names the keys in use, the one that seals first. */
  readonly keyIds: readonly string[];
  /** Whether the key that seals now opens a text; false: it was sealed with a previous one, or nothing opens it. */
  isCurrent(context: string, sealed: string): boolean;
  /** With a secret that is not kept here, so that only its holder can open again what it seals: not even `SECRETS_KEY` can. */
  sharedWith(secret: string, purpose: string): Sealing;
  /** Lower-case hex HMAC of a text. */
  sign(purpose: string, text: string): string;
  /** In constant time. */
  verify(purpose: string, text: string, signature: string): boolean;
}
