import { open } from "node:fs/promises";

/** Two variants of each product, so that they are grouped and sorted. */
const VARIANTS_PER_PRODUCT = 2;
/** Products written at a time. */
const CHUNK_PRODUCTS = 500;
/** A description of usual length. */
const BODY = "<p>Made of <b>organic cotton</b>, cut for every day &amp; washed before it is sewn.</p>".repeat(4);

const HEADER =
  "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Barcode,Image Src,Status";

/**
 * Writes a product export. Versions differ in every price and in how many products there are, so that a file of one version
 * can be told from that of another, and half of one from both. Answers the number of variants.
 */
export async function writeExport(
  file: string,
  { products, version }: { readonly products: number; readonly version: number },
): Promise<number> {
  const count = products + version;
  await using handle = await open(file, "w");
  await handle.write(`${HEADER}\n`);
  for (let first = 1; first <= count; first += CHUNK_PRODUCTS) {
    const rows: string[] = [];
    for (let product = first; product < first + CHUNK_PRODUCTS && product <= count; product += 1)
      rows.push(...productRows(product, version));
    await handle.write(`${rows.join("\n")}\n`);
  }
  return count * VARIANTS_PER_PRODUCT;
}

function productRows(product: number, version: number): readonly string[] {
  const price = `${(product % 90) + 10}.${String(version % 100).padStart(2, "0")}`;
  const variant = (size: string, facts: string) =>
    `shirt-${product},${facts},Size,${size},SHIRT-${product}-${size},shopify,5,deny,${price},,`;
  const facts = `Shirt ${product},"${BODY}",Acme,Shirts,"summer, cotton",TRUE`;
  return [`${variant("S", facts)}https://images.example/shirt-${product}.jpg,active`, `${variant("M", ",,,,,")},`];
}
