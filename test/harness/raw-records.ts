import type { RawImage, RawProduct, RawVariant } from "../../src/engine/source/raw-tables.ts";

/** Records with nothing in them but what a test names. */
export function rawProduct(seq: number, members: Partial<RawProduct> & { readonly key: string }): RawProduct {
  return {
    id: null, seq, handle: members.key, title: null, body_html: null, vendor: null, product_type: null, category: null,
    category_id: null, tags: [], collections: [], status: "active", published: "true", published_at: null,
    link: `https://shop.example/products/${members.key}`, seo_title: null, seo_description: null, gift_card: "false",
    option1_name: null, option2_name: null, option3_name: null, created_at: null, updated_at: null, metafields: {},
    ...members,
  };
}

export function rawVariant(seq: number, members: Partial<RawVariant> & { readonly product_key: string }): RawVariant {
  return {
    id: null, seq, position: null, sku: null, barcode: null, price: null, compare_at_price: null, cost: null,
    inventory_quantity: null, inventory_policy: "deny", inventory_tracked: "true", available: null, option1_value: null,
    option2_value: null, option3_value: null, weight: null, weight_unit: null, image: null, country_of_origin: null,
    hs_code: null, requires_shipping: null, unit_price: null, created_at: null, updated_at: null, metafields: {}, markets: {},
    ...members,
  };
}

export function rawImage(seq: number, members: Partial<RawImage> & { readonly product_key: string; readonly url: string }): RawImage {
  return { seq, position: null, alt: null, ...members };
}
