import type { ChannelRow } from "./channel-under-test.suite.ts";

const SHOP = "https://shop.example";

const shirt = (size: string, values: ChannelRow["values"] = {}): ChannelRow => ({
  values: {
    id: `shirt-${size.toLowerCase()}`,
    title: `Linen Shirt with Soft Collar, Navy, ${size}`,
    description: "Washed linen, 180 g/m². Corozo buttons & a soft collar; cut for a relaxed fit.",
    link: `${SHOP}/products/linen-shirt?variant=${size}&utm_source=feed`,
    image_link: `${SHOP}/cdn/linen-shirt-navy.jpg?v=17`,
    additional_image_link: `${SHOP}/cdn/back.jpg,${SHOP}/cdn/detail%2Cclose.png`,
    availability: "in_stock",
    price: "59.00 USD",
    brand: "Harbour & Hazel",
    gtin: "4006381333931",
    mpn: `HH-${size}`,
    identifier_exists: "yes",
    condition: "new",
    google_product_category: "Apparel & Accessories > Clothing > Shirts & Tops",
    product_type: "Clothing > Shirts",
    item_group_id: "shirt",
    color: "Navy",
    size,
    material: "Linen",
    gender: "female",
    age_group: "adult",
    shipping: "US::Standard:4.90 USD,CA::Standard:9.90 USD",
    shipping_weight: "0.3 kg",
    custom_label_0: "core range",
    ...values,
  },
  sku: `HH-${size}`,
  quantity: "7",
});

/** A small catalog with what renderers have to get right: variants, sales, quotes, lists, limits, other scripts, blanks. */
export const GOLDEN_CATALOG: readonly ChannelRow[] = Object.freeze([
  shirt("S", { sale_price: "49.00 USD", sale_price_effective_date: "2026-11-27T00:00+0000/2026-11-30T23:59+0000" }),
  shirt("M", { availability: "backorder", availability_date: "2026-12-24", gtin: "4006381333948" }),
  shirt("L", { availability: "preorder", availability_date: "2026-12-24", size_type: "tall", size_system: "US", gtin: "4006381333955" }),
  shirt("XL", { availability: "out_of_stock", gtin: "", mpn: "", identifier_exists: "no", adult: "no", is_bundle: "no" }),
  {
    values: {
      id: 'monitor "27"',
      title: `Monitor 27" <4K>, "quoted"; tools & 100 % cotton ]]> – größe 大きさ ${"long word ".repeat(60)}`,
      description: `Line, with; separators\\ and 'quotes' "inside" ${"more text ".repeat(1_100)}`,
      link: `${SHOP}/products/größe?a=1&b=<2>`,
      image_link: `${SHOP}/cdn/monitor.png`,
      additional_image_link: Array.from({ length: 24 }, (_, at) => `${SHOP}/cdn/${at + 1}.jpg`).join(","),
      availability: "in_stock",
      price: "1299.50 USD",
      brand: "Skerry",
      condition: "refurbished",
      google_product_category: "305",
      product_type: "Electronics > Monitors",
      promotion_id: "SPRING_1,SPRING-2",
      expiration_date: "2026-12-20",
    },
    sku: "M-27",
    quantity: "0",
  },
  { values: { id: "bare", title: "A title and nothing else" } },
]);
