import { z } from "zod";
import { branded } from "./unsafe.ts";

/**
 * Identifiers. Inside they are positive integers with a brand; on the wire they carry a prefix (`feed_12`).
 * Paths take them with the prefix or without.
 */

export type ShopId = number & { readonly brand: "shop" };
export type OrganizationId = number & { readonly brand: "org" };
export type FeedId = number & { readonly brand: "feed" };
export type ExtractId = number & { readonly brand: "ext" };
export type RunId = number & { readonly brand: "run" };
export type RuleId = number & { readonly brand: "rule" };
export type WebhookId = number & { readonly brand: "wh" };
export type DeliveryId = number & { readonly brand: "whd" };
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
  readonly wh: WebhookId;
  readonly whd: DeliveryId;
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
    .meta({ description: what, examples: [exampleId(prefix)] });
}

/** In a path, the id of what has a number alone: a key, a connection request. */
export const NumberId = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/, "must be a number, as in 12")
  .transform(Number)
  .meta({ description: "Number of the object.", examples: ["12"] });

/** In a path or query, an id with its prefix or without: `feed_12` or `12`. What is no id is not found, so the pattern is for readers. */
export function idText<P extends IdPrefix>(prefix: P, what: string) {
  return z
    .string()
    .transform((text, context) => {
      const id = parseId(prefix, text);
      if (id === undefined) context.addIssue({ code: "custom", message: `must be an id such as ${prefix}_12` });
      return id ?? z.NEVER;
    })
    .meta({
      description: `${what}, with its prefix or without.`,
      pattern: `^(${prefix}_)?[1-9][0-9]{0,15}$`,
      examples: [exampleId(prefix)],
    });
}

/** The same in every text for readers. A row has the platform's number. */
function exampleId(prefix: IdPrefix): string {
  return `${prefix}_${prefix === "prod" ? 41_200_000_011_393 : 12}`;
}

export const ShopIdText = idText("shop", "Id of a shop");
