import { parseId, type ShopId } from "../../kernel/ids.ts";
import { type QueryString, SHOP_ID } from "./query-string.ts";

/** What a request says of itself: for which shop it is, and by which credential. */

export type AskedShop =
  | { readonly kind: "none" }
  | { readonly kind: "shop"; readonly shopId: ShopId }
  | { readonly kind: "fault"; readonly message: string };

export function askedShop(query: QueryString): AskedShop {
  const [text, second] = query.pairs.filter(([name]) => name === SHOP_ID).map(([, value]) => value);
  if (text === undefined) return { kind: "none" };
  if (second !== undefined) return { kind: "fault", message: "The query parameter shop_id is given more than once. Send it once." };
  const shopId = parseId("shop", text);
  return shopId === undefined ? { kind: "fault", message: "shop_id must be the id of a shop." } : { kind: "shop", shopId };
}

export function bearer(authorization: string): string | undefined {
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1];
}
