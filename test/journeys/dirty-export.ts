/** An export with every kind of dirt that real ones were found to hold, and what has to come of each row. */

/** What a row of the file must say, column by column; or a reason why it isn't in the file. */
type Outcome = { readonly file: Readonly<Record<string, string | RegExp>> } | { readonly excluded: RegExp };

export interface DirtyRow {
  readonly cells: Readonly<Record<string, string>>;
  readonly outcome: Outcome;
}

const COLUMNS = [
  "Handle", "Title", "Body (HTML)", "Vendor", "Product Category", "Type", "Published", "Option1 Name", "Option1 Value", "Option1 Linked To",
  "Option2 Name", "Option2 Value", "Variant SKU", "Variant Inventory Tracker", "Variant Inventory Qty", "Variant Inventory Policy",
  "Variant Price", "Variant Compare At Price", "Variant Barcode", "Image Src", "Gift Card", "Google Shopping / Gender",
  "Google Shopping / Age Group", "Google Shopping / MPN", "Google Shopping / Condition", "Google Shopping / Custom Product", "Status",
  "Price / Schweden", "Price / Nordics", "Color (product.metafields.shopify.color-pattern)",
] as const; // prettier-ignore

type Cells = Partial<Record<(typeof COLUMNS)[number], string>>;

const PLAIN: Cells = {
  Vendor: "Hafen & Söhne",
  Published: "TRUE",
  Status: "active",
  "Variant Price": "19.90",
  "Variant Inventory Qty": "3",
  "Image Src": "https://images.example/a.jpg",
};

/** A product of one variant. Its SKU is its handle in capitals, by which the tests know it. */
function product(handle: string, cells: Cells, outcome: Outcome): DirtyRow {
  return variant(handle, { Title: `Produkt ${handle}`, ...PLAIN, "Variant SKU": handle.toUpperCase(), ...cells }, outcome);
}

function variant(handle: string, cells: Cells, outcome: Outcome): DirtyRow {
  return { cells: { Handle: handle, ...cells }, outcome };
}

const barcode = (handle: string, written: string, file: Readonly<Record<string, string>>): DirtyRow =>
  product(handle, { "Variant Barcode": written }, { file });

/** Barcodes as spreadsheets, importers and people leave them. */
const BARCODES: readonly DirtyRow[] = [
  product(
    "plain",
    { "Variant Barcode": "4006381333931", "Price / Schweden": "249.00", "Price / Nordics": "199.00" },
    { file: { gtin: "4006381333931", identifier_exists: "yes" } },
  ),
  barcode("formula", '="4006381333931"', { gtin: "4006381333931" }),
  barcode("hyphen", "4006381-333931", { gtin: "4006381333931" }),
  barcode("decimal", "4006381333931.0", { gtin: "4006381333931" }),
  barcode("science", "8.72089E+12", { gtin: "" }),
  barcode("none", "N/A", { gtin: "" }),
  barcode("internal", "XLBP-00019", { gtin: "" }),
  barcode("digit", "4006381333932", { gtin: "" }),
  product("unknown", { "Variant Barcode": "N/A", Vendor: "" }, { file: { gtin: "", identifier_exists: "no" } }),
  product("maker", { "Google Shopping / MPN": "HS-77" }, { file: { mpn: "HS-77" } }),
  product("custom", { "Google Shopping / Custom Product": "TRUE" }, { file: { mpn: "", identifier_exists: "no" } }),
];

type Worn = readonly [gender: string, age: string, condition: string];

const worn = (handle: string, [gender, age, condition]: Worn, file: Readonly<Record<string, string>>): DirtyRow =>
  product(
    handle,
    { "Google Shopping / Gender": gender, "Google Shopping / Age Group": age, "Google Shopping / Condition": condition },
    { file },
  );

const VOCABULARY: readonly DirtyRow[] = [
  worn("female", ["femenino", "adultos", "nuevo"], { gender: "female", age_group: "adult", condition: "new" }),
  worn("unisex", ["unissex", "bébé", "gebraucht"], { gender: "unisex", age_group: "infant", condition: "used" }),
  worn("strange", ["yes please", "42", "ok"], { gender: "", age_group: "" }),
];

const OPTIONS: readonly DirtyRow[] = [
  variant(
    "ring",
    { Title: "Ring", ...PLAIN, "Variant SKU": "RING-1", "Option1 Name": "Choose Ring Size", "Option1 Value": "52" },
    { file: { size: "52", title: "Ring" } },
  ),
  variant("ring", { "Variant SKU": "RING-2", "Option1 Value": "54", "Variant Price": "19.90" }, { file: { size: "54", title: "Ring" } }),
  variant(
    "frame",
    { Title: "Tavelram", ...PLAIN, "Variant SKU": "FRAME-1", "Option1 Name": "Ramstorlek", "Option1 Value": "50x70" },
    { file: { size: "50x70" } },
  ),
  variant("frame", { "Variant SKU": "FRAME-2", "Option1 Value": "70x100", "Variant Price": "29.90" }, { file: { size: "70x100" } }),
  variant(
    "lamp",
    {
      Title: "Lampe",
      ...PLAIN,
      "Variant SKU": "LAMP-1",
      "Option1 Name": "Ausführung",
      "Option1 Value": "Rot",
      "Option1 Linked To": "product.metafields.shopify.color-pattern",
      "Color (product.metafields.shopify.color-pattern)": "rot; blau; gelb; schwarz",
    },
    { file: { color: "Rot" } },
  ),
  variant("lamp", { "Variant SKU": "LAMP-2", "Option1 Value": "Blau", "Variant Price": "19.90" }, { file: { color: "Blau" } }),
  product(
    "list",
    { "Color (product.metafields.shopify.color-pattern)": "red; blue; yellow; black" },
    { file: { color: "red/blue/yellow" } },
  ),
  variant(
    "stand",
    { Title: "Ständer", ...PLAIN, "Variant SKU": "STAND-1", "Option1 Name": "Modell", "Option1 Value": "Links" },
    { file: { title: /Ständer.*Links/u } },
  ),
  variant(
    "stand",
    { "Variant SKU": "STAND-2", "Option1 Value": "Rechts", "Variant Price": "19.90" },
    { file: { title: /Ständer.*Rechts/u } },
  ),
];

const CATEGORIES: readonly DirtyRow[] = [
  product(
    "shirt",
    { "Product Category": "Apparel & Accessories > Clothing > Shirts & Tops" },
    { file: { google_product_category: "Apparel & Accessories > Clothing > Shirts & Tops" } },
  ),
  product(
    "tee",
    { "Product Category": "Apparel & Accessories > Clothing > Clothing Tops > T-Shirts" },
    { file: { google_product_category: "Apparel & Accessories > Clothing > Shirts & Tops" } },
  ),
  product("sundry", { "Product Category": "Things > That > Nobody lists" }, { file: { google_product_category: "" } }),
];

const UNSELLABLE: readonly DirtyRow[] = [
  product("negative", { "Variant Price": "-5.00" }, { excluded: /price/iu }),
  product("untitled", { Title: "  " }, { excluded: /title/iu }),
  product("odd-status", { Status: "vielleicht" }, { excluded: /status/iu }),
  product("gift", { "Gift Card": "TRUE" }, { excluded: /gift card/iu }),
];

const ROWS: readonly DirtyRow[] = [...BARCODES, ...VOCABULARY, ...OPTIONS, ...CATEGORIES, ...UNSELLABLE];

/** Rows of a second product below a handle that another has already. */
const REPEATED_HANDLE = variant(
  "plain",
  { Title: "Ganz anderes Produkt", ...PLAIN, "Variant SKU": "PLAIN-AGAIN" },
  { excluded: /handle/iu },
);

export const DIRTY_ROWS: readonly DirtyRow[] = [...ROWS, REPEATED_HANDLE];

/** The export as text. */
export function dirtyExport(rows: readonly DirtyRow[] = DIRTY_ROWS): string {
  const lines = rows.map(({ cells }) => COLUMNS.map((column) => quoted(cells[column] ?? "")).join(","));
  return `${COLUMNS.join(",")}\n${lines.join("\n")}\n`;
}

const quoted = (cell: string): string => (/[",\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
