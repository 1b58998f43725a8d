import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { PlainError } from "../../kernel/errors.ts";
import type { Sealing, Secrets } from "./secrets-port.ts";

/** Names the format, so that a later one can be read beside it: `v1.` + base64url(nonce, tag, ciphertext). */
const VERSION = "v1.";
/** What GCM is defined for. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** The context is authenticated, so a sealed text moved to another shop or member does not open there. */
export function openSecrets(key: Buffer): Secrets {
  const signature = (purpose: string, text: string) =>
    createHmac("sha256", derivedKey(key, `sign:${purpose}`))
      .update(text)
      .digest();
  return Object.freeze({
    ...sealingWith(derivedKey(key, "seal")),
    sharedWith: (secret: string, purpose: string) => sealingWith(derivedKey(Buffer.from(secret), purpose)),
    sign: (purpose: string, text: string) => signature(purpose, text).toString("hex"),
    verify: (purpose: string, text: string, given: string) =>
      /^[0-9a-f]{64}$/.test(given) && timingSafeEqual(signature(purpose, text), Buffer.from(given, "hex")),
  });
}

function sealingWith(key: KeyObject): Sealing {
  return {
    seal: (context, plain) => seal(key, context, plain),
    open: (context, sealed) => unseal(key, context, sealed),
  };
}

/** Made ready once: from bytes Node makes the key ready with every text, which takes five times as long as opening it. */
function derivedKey(key: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", key, "feedwright", purpose, KEY_BYTES)));
}

function seal(key: KeyObject, context: string, plain: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
}

function unseal(key: KeyObject, context: string, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(VERSION.length), "base64url");
  if (!sealed.startsWith(VERSION) || bytes.length < NONCE_BYTES + TAG_BYTES) throw unreadable();
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(cause?: unknown): PlainError {
  return new PlainError(
    "secret_unreadable",
    "A stored secret cannot be decrypted. Set SECRETS_KEY to the key it was stored with, or enter the secret again.",
    cause,
  );
}
