import { createHash, randomBytes } from "node:crypto";

/** The secret of one session: `fws_` and 256 random bits in base64url. Only its SHA-256 is ever stored. */
const PREFIX = "fws_";
const TOKEN_ENTROPY_BYTES = 32;
const TOKEN = /^fws_[A-Za-z0-9_-]{43}$/;

/** Twelve hours, however much the session is used: a working day, and a stolen cookie doesn't last. */
export const SESSION_SECONDS = 43_200;

export function newSessionToken(random: (bytes: number) => Buffer = randomBytes): string {
  return PREFIX + random(TOKEN_ENTROPY_BYTES).toString("base64url");
}

/** Of 256 bits that only its holder and we can compute. */
export function sessionTokenOf(bits: Buffer): string {
  return PREFIX + bits.toString("base64url");
}

export function isSessionToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Nobody guesses one, so a plain hash needs no salt. */
export function sessionTokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
