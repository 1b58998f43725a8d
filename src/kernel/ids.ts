import { z } from "zod";
import { branded } from "./unsafe.ts";

/**
 * Identifiers. Inside they are positive integers with a brand; on the wire they carry a prefix (`feed_12`).
 * Paths take them with the prefix or without (contract, "Common").
 */

export type ShopId = number & { readonly brand: "shop" };
export type OrganizationId = number & { readonly brand: "org" };
export type FeedId = number & { readonly brand: "feed" };
export type ExtractId = number & { readonly brand: "ext" };
export type RunId = number & { readonly brand: "run" };
export type RuleId = number & { readonly brand: "rule" };
/** The platform's numeric variant id; for a CSV shop 52 bits derived from handle and options. */
export type RowId = number & { readonly brand: "prod" };

interface IdTypes {
  readonly shop: ShopId;
  readonly org: OrganizationId;
  readonly feed: FeedId;
  readonly ext: ExtractId;
  readonly run: RunId;
  readonly rule: RuleId;
  readonly prod: RowId;
}
export type IdPrefix = keyof IdTypes;

export function formatId<P extends IdPrefix>(prefix: P, id: IdTypes[P]): string {
  return `${prefix}_${id}`;
}

/** Reads `feed_12` or `12`; anything else, also a number past 2^53, is `undefined`. */
export function parseId<P extends IdPrefix>(prefix: P, text: string): IdTypes[P] | undefined {
  const digits = text.startsWith(`${prefix}_`) ? text.slice(prefix.length + 1) : text;
  if (!/^[1-9][0-9]{0,15}$/.test(digits)) return undefined;
  const number = Number(digits);
  return Number.isSafeInteger(number) ? branded<IdTypes[P]>(number) : undefined;
}

/** A number that came out of our own database, where the column says whose id it is. */
export function storedId<P extends IdPrefix>(_prefix: P, id: number): IdTypes[P] {
  return branded<IdTypes[P]>(id);
}

/** The text of an id as members of an answer carry it. */
export function idSchema(prefix: IdPrefix, what: string): z.ZodString {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[1-9][0-9]*$`))
    .meta({ description: what, examples: [`${prefix}_12`] });
}

/** In a path, the id of what has a number alone: a key, a connection request. */
export const NumberId = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/)
  .transform(Number)
  .meta({ description: "Its number." });

/** In a path or query, the id of a shop: `shop_12` or `12`. */
export const ShopIdText = z.string().transform((text, context) => {
  const id = parseId("shop", text);
  if (id === undefined) context.addIssue({ code: "custom", message: "is no shop id" });
  return id ?? z.NEVER;
});
