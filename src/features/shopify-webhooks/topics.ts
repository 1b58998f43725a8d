import { members } from "../../kernel/unsafe.ts";
import type { MarkKind } from "../marks/index.ts";

/** What a delivery means. Nothing in it is believed beyond which thing has changed: the thing is read again from Shopify. */
type Meaning =
  | { readonly kind: "mark"; readonly mark: MarkKind; readonly subject: number }
  /** Work of its own: it's looked up at Shopify whether it's true. */
  | { readonly kind: "task"; readonly reference: string | null }
  | { readonly kind: "nothing" };

type Read = (body: unknown) => Meaning;

const NOTHING: Meaning = { kind: "nothing" };

/** Ids are whole numbers; some bodies have them as text. */
function numberAt(body: unknown, member: string): number | undefined {
  const value = members(body)[member];
  const number = typeof value === "string" && /^[0-9]{1,16}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

const marks =
  (mark: MarkKind, member = "id"): Read =>
  (body) => {
    const subject = numberAt(body, member);
    return subject === undefined ? NOTHING : { kind: "mark", mark, subject };
  };
/** What all products have in common. */
const context: Read = () => ({ kind: "mark", mark: "shop", subject: 0 });
const variant: Read = (body) => {
  const product = marks("product", "product_id")(body);
  return product.kind === "mark" ? product : marks("variant")(body);
};
const task: Read = () => ({ kind: "task", reference: null });

/** By the name in the delivery's header. */
const TOPICS = {
  "products/create": marks("product"),
  "products/update": marks("product"),
  "products/delete": marks("product"),
  "variants/in_stock": variant,
  "variants/out_of_stock": variant,
  "collections/create": marks("collection"),
  "collections/update": marks("collection"),
  "collections/delete": marks("collection"),
  "inventory_levels/connect": marks("inventory_item", "inventory_item_id"),
  "inventory_levels/disconnect": marks("inventory_item", "inventory_item_id"),
  "inventory_levels/update": marks("inventory_item", "inventory_item_id"),
  "inventory_items/create": marks("inventory_item"),
  "inventory_items/delete": marks("inventory_item"),
  "inventory_items/update": marks("inventory_item"),
  "product_publications/create": marks("product", "product_id"),
  "product_publications/delete": marks("product", "product_id"),
  "product_publications/update": marks("product", "product_id"),
  "locations/activate": context,
  "locations/create": context,
  "locations/deactivate": context,
  "locations/delete": context,
  "locations/update": context,
  "locales/create": context,
  "locales/destroy": context,
  "locales/update": context,
  "markets/create": context,
  "markets/delete": context,
  "markets/update": context,
  "shop/update": context,
  "app/scopes_update": task,
  "app/uninstalled": task,
  "app_subscriptions/update": task,
  "bulk_operations/finish": task,
} as const satisfies Record<string, Read>;

/** Named in the app's configuration at Shopify, because nobody can subscribe to them. */
const COMPLIANCE = {
  "customers/data_request": (body) => ({ kind: "task", reference: referenceOf(members(body)["data_request"]) }),
  "customers/redact": task,
  "shop/redact": (body) => {
    const { shop_domain: domain, customer } = members(body);
    // The topic is a header, which isn't signed: a request about a customer names the shop in the same way.
    return typeof domain === "string" && customer === undefined ? { kind: "task", reference: domain.toLowerCase() } : NOTHING;
  },
} as const satisfies Record<string, Read>;

function referenceOf(request: unknown): string | null {
  const id = numberAt(request, "id");
  return id === undefined ? null : String(id);
}

/** Shopify's names of the topics that a shop has subscriptions to: `PRODUCTS_UPDATE`. */
export const SUBSCRIBED_TOPICS: readonly string[] = Object.keys(TOPICS)
  .map((topic) => topic.replace("/", "_").toUpperCase())
  .toSorted();

const READERS: ReadonlyMap<string, Read> = new Map(Object.entries<Read>({ ...TOPICS, ...COMPLIANCE }));

export function meaningOf(topic: string, body: unknown): Meaning {
  return READERS.get(topic)?.(body) ?? NOTHING;
}
