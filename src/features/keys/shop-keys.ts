import type { Scope } from "../../kernel/scopes.ts";
import { emit, type EventSource } from "../events/index.ts";
import { createKey, type CreatedKey } from "./create-key.ts";
import { type GrantedKey, grantKey } from "./grant-key.ts";
import { apiKeyCreated, apiKeyRevoked } from "./key-events.ts";
import { keyAnswer } from "./key-shapes.ts";
import { findKey, type KeyRow, listKeys, revokeKey } from "./owned-keys.ts";

/**
 * Keys of a shop are made and revoked here, whichever surface it is that does so: its subscribers are told of each, in the same
 * transaction, which is the caller's.
 */

const ownerOf = ({ shop }: EventSource) => ({ kind: "merchant", shopId: shop.shopId }) as const;

/** The name of an organization's key is told to nobody but the merchant and that organization. */
const about = ({ shop, clock }: EventSource, { created_by_organization_id: organizationId }: KeyRow): EventSource => ({
  shop,
  clock,
  organizationId,
});

interface ShopKeyRequest {
  readonly request: Parameters<typeof grantKey>[2];
  /** The organization whose key asks, directly or through a key it made. */
  readonly createdBy?: number | null;
  /** Of the key that asks; left out where whoever asks may hand out any scope. */
  readonly within?: ReadonlySet<Scope> | undefined;
}

/** Throws a `RequestError` (`invalid_param`) as `grantKey` does. */
export async function grantShopKey(source: EventSource, { request, createdBy = null, within }: ShopKeyRequest): Promise<GrantedKey> {
  const granted = await grantKey(source.shop.db, { ...ownerOf(source), createdBy }, request, within);
  await emit(about(source, granted.key), apiKeyCreated, keyAnswer("merchant", granted.key));
  return granted;
}

/** Throws a `PlainError` as `createKey` does: for the installation and the command line. */
export async function createShopKey(
  source: EventSource,
  wanted: { readonly name: string; readonly grants: readonly string[] },
): Promise<CreatedKey> {
  const made = await createKey(source.shop.db, { ...ownerOf(source), ...wanted });
  const key = await findKey(source.shop.db, ownerOf(source), made.id);
  if (key === undefined) throw new Error("a key that was just made is not there");
  await emit(source, apiKeyCreated, keyAnswer("merchant", key));
  return made;
}

/** Of a key that was found for the shop. One that was revoked before is told of no more. */
export async function revokeShopKey(source: EventSource, { id }: KeyRow): Promise<void> {
  if (await revokeKey(source.shop.db, id)) await tellRevoked(source, [id]);
}

/** Of keys that have just been revoked, as those are that an organization made in the shop when its connection ends. Answers the keys as they are now. */
export async function tellRevoked(source: EventSource, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const revoked = (await listKeys(source.shop.db, ownerOf(source))).filter(({ id }) => ids.includes(id));
  for (const key of revoked) await emit(about(source, key), apiKeyRevoked, keyAnswer("merchant", key));
  return revoked.map((key) => keyAnswer("merchant", key));
}
