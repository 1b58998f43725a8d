import type { RawProduct } from "../../engine/source/raw-tables.ts";
import { seenText } from "../../kernel/seen-text.ts";
import { listOf, trimmed } from "./cell-values.ts";
import type { RowCells } from "./row-cells.ts";

interface ProductIdentity {
  /** The handle, or a key of its own for a product whose handle another one has. */
  readonly key: string;
  readonly handle: string;
  readonly seq: number;
  readonly domain: string;
}

/** What the row that names a product says about it. */
export function productRecord(cells: RowCells, identity: ProductIdentity, metafields: Readonly<Record<string, string>>): RawProduct {
  const { key, handle, seq, domain } = identity;
  const category = categoryOf(cells.text("category"));
  return {
    key,
    id: null,
    seq,
    handle,
    handle_taken: key === handle ? null : "true",
    title: seenText(cells.text("title")),
    body_html: seenText(cells.text("body_html")),
    vendor: trimmed(cells.text("vendor")),
    product_type: trimmed(cells.text("product_type")),
    category: category.path,
    category_id: category.id,
    tags: listOf(cells.text("tags")),
    collections: [trimmed(cells.text("collection"))].filter((name) => name !== null),
    status: cells.status(),
    published: cells.boolean("published"),
    published_at: trimmed(cells.text("published_at")),
    link: `https://${domain}/products/${encodeURIComponent(handle)}`,
    seo_title: seenText(cells.text("seo_title")),
    seo_description: seenText(cells.text("seo_description")),
    gift_card: cells.boolean("gift_card"),
    requires_selling_plan: null,
    combined_listing_role: null,
    variant_links: null,
    option1_name: isPlaceholderName(cells) ? null : trimmed(cells.text("option1_name")),
    option2_name: trimmed(cells.text("option2_name")),
    option3_name: trimmed(cells.text("option3_name")),
    option1_metafield: linkedMetafield(cells.text("option1_linked_to")),
    option2_metafield: linkedMetafield(cells.text("option2_linked_to")),
    option3_metafield: linkedMetafield(cells.text("option3_linked_to")),
    created_at: trimmed(cells.text("created_at")),
    updated_at: trimmed(cells.text("updated_at")),
    metafields,
  };
}

/** Shopify gives a product without options the option `Title` with the value `Default Title`. */
export function isPlaceholder(name: string | null, value: string | null): boolean {
  return (name === null || name.toLowerCase() === "title") && value?.toLowerCase() === "default title";
}

function isPlaceholderName(cells: RowCells): boolean {
  const name = trimmed(cells.text("option1_name"));
  const value = trimmed(cells.text("option1_value"));
  return isPlaceholder(name, value) || (name?.toLowerCase() === "title" && value === null);
}

/** `product.metafields.shopify.color-pattern`, as an export names the metafield an option is linked to. */
const LINKED = /^(?:product|variant)\.metafields\.(.+\..+)$/u;

function linkedMetafield(cell: string): string | null {
  return LINKED.exec(cell.trim())?.[1] ?? null;
}

/** Shopify writes a category as its path, and takes its id as well: `aa-1-13-8`, or the number of an older taxonomy. */
const CATEGORY_ID = /^(?:gid:\/\/shopify\/(?:Taxonomy|ProductTaxonomy)\w*\/)?([a-z]{2}(?:-\d+)+|\d+)$/u;

function categoryOf(cell: string): { readonly path: string | null; readonly id: string | null } {
  const text = cell.trim();
  const id = CATEGORY_ID.exec(text)?.[1];
  return id === undefined ? { path: trimmed(text), id: null } : { path: null, id };
}
