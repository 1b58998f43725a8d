import { createHash, randomBytes } from "node:crypto";

/** What a sign-in link carries: `fwc_` and 192 random bits in base64url. Only its SHA-256 is ever stored. */
const PREFIX = "fwc_";
const CODE_ENTROPY_BYTES = 24;
const CODE = /^fwc_[A-Za-z0-9_-]{32}$/;

/** Ten minutes: long enough to click a link, too short to be found in a log later. */
export const SIGN_IN_CODE_SECONDS = 600;

export function newSignInCode(random: (bytes: number) => Buffer = randomBytes): string {
  return PREFIX + random(CODE_ENTROPY_BYTES).toString("base64url");
}

export function isSignInCode(text: string): boolean {
  return CODE.test(text);
}

export function signInCodeHash(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}
