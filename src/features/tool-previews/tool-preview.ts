import { createHash } from "node:crypto";
import { RequestError } from "../../kernel/errors.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { lockFeeds } from "../feeds/index.ts";
import { insertPreview, keepUse, lockPreview } from "./tool-preview-queries.ts";

/**
 * An agent sees what a change would do before it makes it. The token it is given counts once and for ten minutes, on
 * every node, for exactly the call that was previewed: its key, shop, tool, arguments, and the feed versions it was previewed on.
 */
export interface PreviewedCall {
  readonly keyId: number;
  readonly tool: string;
  /** In any order of members; they are compared as JSON with sorted names. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface IssuedPreview {
  readonly token: string;
  readonly expiresAt: Date;
}

const TOKEN = /^prv_[0-9a-f]{48}$/;
/** Of the secret in a token. */
export const TOKEN_BYTES = 24;

interface Seen {
  readonly versions: Versions;
  /** Random. */
  readonly secret: Buffer;
}

/** `versions`: as the preview saw them, so they are read before the preview is made. */
export async function issuePreview(shop: ShopDb, call: PreviewedCall, { versions, secret }: Seen): Promise<IssuedPreview> {
  const token = `prv_${secret.toString("hex")}`;
  const { keyId, tool } = call;
  const row = { token_hash: hashOf(token), key_id: keyId, tool, arguments_hash: hashOf(sortedJson(call.arguments)), versions };
  return { token, expiresAt: await insertPreview(shop, row) };
}

/** By feed id. */
export type Versions = Readonly<Record<string, number>>;

/** In the transaction of the change. Throws `preview_expired`, `preview_mismatch`, `preview_used` or `version_conflict`. */
export async function claimPreview(shop: ShopDb, call: PreviewedCall, token: string): Promise<void> {
  const row = TOKEN.test(token) ? await lockPreview(shop, { tokenHash: hashOf(token), keyId: call.keyId }) : undefined;
  if (row === undefined) throw new RequestError("preview_expired");
  const isSameCaller = row.key_id === call.keyId && row.shop_id === shop.shopId;
  const isSameCall = row.tool === call.tool && row.arguments_hash.equals(hashOf(sortedJson(call.arguments)));
  if (!isSameCaller || !isSameCall) throw new RequestError("preview_mismatch");
  if (row.audit_id !== null) throw used(row.audit_id);
  if (row.expired) throw new RequestError("preview_expired");
  await expectVersions(shop, row.versions);
}

/** In the same transaction: what the token was used for. */
export async function settlePreview(shop: ShopDb, token: string, auditId: number): Promise<void> {
  await keepUse(shop, hashOf(token), auditId);
}

function used(auditId: number): RequestError {
  const message = `The previewed change has already been made. It is entry ${auditId} of the audit log. To make another change, preview again.`;
  return new RequestError("preview_used", {
    message,
    param: "/preview_token",
    details: [{ param: "/preview_token", code: "preview_used", message, audit_id: auditId }],
  });
}

async function expectVersions(shop: ShopDb, expected: Versions): Promise<void> {
  if (Object.keys(expected).length === 0) return;
  for (const { id, definition_version: version } of await lockFeeds(shop)) {
    const seen = expected[id];
    if (seen === undefined || seen === version) continue;
    const feed = formatId("feed", storedId("feed", id));
    const message = `${feed} is now at version ${version}, but the preview was of version ${seen}. Preview the change again.`;
    throw new RequestError("version_conflict", {
      message,
      param: "/preview_token",
      details: [{ param: "/preview_token", code: "version_conflict", message, current_version: version }],
    });
  }
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
