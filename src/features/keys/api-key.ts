import { createHash } from "node:crypto";
import type { KeyKind } from "../../kernel/scopes.ts";
import { entriesOf } from "../../kernel/unsafe.ts";

/** A key is its kind's prefix and 40 lower-case hex characters. Only its SHA-256 is ever stored. */
const PREFIXES = {
  merchant: "svc_live_sk_",
  admin: "svc_admin_sk_",
  organization: "svc_org_sk_",
} as const satisfies Record<KeyKind, string>;

/** 160 bits: nobody guesses one, and a plain hash of it needs no salt. */
export const KEY_ENTROPY_BYTES = 20;
const SECRET = /^[0-9a-f]{40}$/;
/** What a list shows of a key: its prefix and too few characters of the secret to help anybody. */
const DISPLAY_CHARACTERS = 16;

export function formatKey(kind: KeyKind, entropy: Buffer): string {
  return PREFIXES[kind] + entropy.toString("hex");
}

/** The kind a text would be a key of, or `undefined` when it is no key at all. */
export function keyKindOf(text: string): KeyKind | undefined {
  return entriesOf(PREFIXES).find(([, prefix]) => text.startsWith(prefix) && SECRET.test(text.slice(prefix.length)))?.[0];
}

export function isKeyText(text: string): boolean {
  return keyKindOf(text) !== undefined;
}

export function keyHash(rawKey: string): Buffer {
  return createHash("sha256").update(rawKey).digest();
}

export function keyDisplayPrefix(rawKey: string): string {
  return rawKey.slice(0, DISPLAY_CHARACTERS);
}
