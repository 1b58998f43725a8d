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
/** `v2.` + key id + `.` + the same. Earlier versions can't read it, so it's written only where there is more than one key to tell apart. */
const KEYED_VERSION = "v2.";
const KEY_ID_DIGITS = 16;
/** The same of bytes, which no text of the format above begins with. */
const BYTES_VERSION = Buffer.from([2]);
/** What GCM is defined for. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/**
 * The context is authenticated, so a sealed text moved to another shop or member does not open there. `previous`: keys that open and
 * verify what they sealed and signed, while secrets are sealed again with the first.
 */
export function openSecrets(key: Buffer, previous: readonly Buffer[] = []): Secrets {
  const keys = [key, ...previous].map((each) => openKey(each));
  const [own = openKey(key)] = keys;
  const opened = <T>(tries: readonly SecretsKey[], open: (sealing: Sealing) => T): T => {
    for (const [at, each] of tries.entries()) {
      try {
        return open(each.sealing);
      } catch (error) {
        if (at === tries.length - 1) throw error;
      }
    }
    throw unreadable();
  };
  const keysOf = (sealed: string) => keys.filter(({ id }) => sealed.startsWith(`${KEYED_VERSION}${id}.`));
  const plainOf = (sealed: string) => (sealed.startsWith(KEYED_VERSION) ? `${VERSION}${sealed.split(".")[2] ?? ""}` : sealed);
  return Object.freeze({
    keyIds: keys.map(({ id }) => id),
    seal: (context: string, plain: string) => {
      const sealed = own.sealing.seal(context, plain);
      return previous.length === 0 ? sealed : `${KEYED_VERSION}${own.id}.${sealed.slice(VERSION.length)}`;
    },
    open: (context: string, sealed: string) =>
      opened(sealed.startsWith(KEYED_VERSION) ? keysOf(sealed) : keys, (sealing) => sealing.open(context, plainOf(sealed))),
    isCurrent: (context: string, sealed: string) => isOpenedBy(own, { context, sealed, plain: plainOf(sealed) }),
    sealBytes: (context: string, plain: Buffer) => own.sealing.sealBytes(context, plain),
    openBytes: (context: string, sealed: Buffer) => opened(keys, (sealing) => sealing.openBytes(context, sealed)),
    sharedWith: (secret: string, purpose: string) => sealingWith(derivedKey(Buffer.from(secret), purpose)),
    sign: (purpose: string, text: string) => own.signature(purpose, text).toString("hex"),
    verify: (purpose: string, text: string, given: string) =>
      /^[0-9a-f]{64}$/.test(given) && keys.some((each) => timingSafeEqual(each.signature(purpose, text), Buffer.from(given, "hex"))),
  });
}

interface SecretsKey {
  readonly id: string;
  readonly sealing: Sealing;
  readonly signature: (purpose: string, text: string) => Buffer;
}

function openKey(key: Buffer): SecretsKey {
  return {
    id: secretsKeyId(key),
    sealing: sealingWith(derivedKey(key, "seal")),
    signature: (purpose, text) =>
      createHmac("sha256", derivedKey(key, `sign:${purpose}`))
        .update(text)
        .digest(),
  };
}

/** Names a key without telling anything about it. */
export function secretsKeyId(key: Buffer): string {
  return Buffer.from(hkdfSync("sha256", key, "feedwright", "key id", KEY_ID_DIGITS / 2)).toString("hex");
}

interface ToOpen {
  readonly context: string;
  readonly sealed: string;
  readonly plain: string;
}

function isOpenedBy({ id, sealing }: SecretsKey, { context, sealed, plain }: ToOpen): boolean {
  if (sealed.startsWith(KEYED_VERSION) && !sealed.startsWith(`${KEYED_VERSION}${id}.`)) return false;
  try {
    sealing.open(context, plain);
    return true;
  } catch {
    return false;
  }
}

function sealingWith(key: KeyObject): Sealing {
  return {
    seal: (context, plain) => VERSION + seal(key, context, Buffer.from(plain)).toString("base64url"),
    open(context, sealed) {
      if (!sealed.startsWith(VERSION)) throw unreadable();
      return unseal(key, context, Buffer.from(sealed.slice(VERSION.length), "base64url")).toString();
    },
    sealBytes: (context, plain) => Buffer.concat([BYTES_VERSION, seal(key, context, plain)]),
    openBytes(context, sealed) {
      if (sealed[0] !== BYTES_VERSION[0]) throw unreadable();
      return unseal(key, context, sealed.subarray(BYTES_VERSION.length));
    },
  };
}

/** Made ready once: from bytes Node makes the key ready with every text, which takes five times as long as opening it. */
function derivedKey(key: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", key, "feedwright", purpose, KEY_BYTES)));
}

function seal(key: KeyObject, context: string, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function unseal(key: KeyObject, context: string, bytes: Buffer): Buffer {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw unreadable();
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(cause?: unknown): PlainError {
  return new PlainError(
    "secret_unreadable",
    "A stored secret can't be decrypted. Set SECRETS_KEY to the key it was stored with, or enter the secret again.",
    cause,
  );
}
