/**
 * What Google's product data specification says of a row, written from the specification alone: nothing here is shared with the code
 * that makes the row. Source: support.google.com/merchants/answer/7052112, as of November 2026.
 */

type Row = Readonly<Record<string, string>>;

/** Attributes that take these words and no others; all but availability may be blank. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  gender: ["", "male", "female", "unisex"],
  age_group: ["", "newborn", "infant", "toddler", "kids", "adult"],
  condition: ["", "new", "refurbished", "used"],
  availability: ["in_stock", "out_of_stock", "preorder", "backorder"],
};
/** Minor units of ISO 4217, where they aren't two. */
const MINOR_UNITS: Readonly<Record<string, number>> = { JPY: 0, KRW: 0, CLP: 0, VND: 0, ISK: 0, KWD: 3, BHD: 3, TND: 3 };

/** Every violation in the file, as `row: attribute: what is wrong`. An empty list is a file that Google takes. */
export function googleFaults(rows: readonly Row[], currency: string): readonly string[] {
  const ids = new Map<string, number>();
  for (const { id = "" } of rows) ids.set(id, (ids.get(id) ?? 0) + 1);
  return rows.flatMap((row) => {
    const faults = [
      ...identityFaults(row, ids),
      ...textFaults(row),
      ...priceFaults(row, currency),
      ...attributeFaults(row),
      ...identifierFaults(row),
    ];
    return faults.map((fault) => `${row["mpn"] ?? ""} ${row["id"] ?? ""}: ${fault}`);
  });
}

function identityFaults(row: Row, ids: ReadonlyMap<string, number>): readonly string[] {
  const { id = "", link = "", image_link = "" } = row;
  return [
    ...(id === "" || id.length > 50 ? [`id ${JSON.stringify(id)} is blank or longer than 50`] : []),
    ...((ids.get(id) ?? 0) > 1 ? [`id ${id} repeats`] : []),
    ...(/^https?:\/\/[^/\s]+\/\S*$/u.test(link) ? [] : [`link ${link} isn't a URL`]),
    ...(image_link === "" || /^https?:\/\/\S+$/u.test(image_link) ? [] : [`image_link ${image_link} isn't a URL`]),
  ];
}

function textFaults(row: Row): readonly string[] {
  const faults = Object.entries(row).flatMap(([name, value]) =>
    /[\uFFFD\p{Cc}]/u.test(value) ? [`${name} holds a damaged character`] : [],
  );
  const title = [...(row["title"] ?? "")];
  if (title.length === 0 || title.length > 150) faults.push(`title has ${title.length} characters`);
  return faults;
}

function priceFaults(row: Row, currency: string): readonly string[] {
  const decimals = MINOR_UNITS[currency] ?? 2;
  const shape = new RegExp(`^\\d+${decimals === 0 ? "" : `\\.\\d{${decimals}}`} ${currency}$`, "u");
  const { price = "", sale_price = "" } = row;
  return [
    ...(shape.test(price) && Number.parseFloat(price) > 0 ? [] : [`price ${JSON.stringify(price)}`]),
    ...(sale_price === "" || (shape.test(sale_price) && Number.parseFloat(sale_price) < Number.parseFloat(price))
      ? []
      : [`sale_price ${JSON.stringify(sale_price)}`]),
  ];
}

function attributeFaults(row: Row): readonly string[] {
  const { color = "", size = "" } = row;
  const colors = color.split("/");
  const otherWords = Object.entries(WORDS).filter(([name, words]) => !words.includes(row[name] ?? ""));
  return [
    ...otherWords.map(([name]) => `${name} ${row[name]}`),
    ...(colors.length <= 3 && colors.every((each) => [...each].length <= 40) && !/[,;]/u.test(color) ? [] : [`color ${color}`]),
    ...([...size].length <= 100 && !/[;,]/u.test(size) ? [] : [`size ${size}`]),
  ];
}

function identifierFaults(row: Row): readonly string[] {
  const { gtin = "", brand = "", mpn = "", identifier_exists = "" } = row;
  const known = gtin !== "" || (brand !== "" && mpn !== "");
  return [
    ...(gtin === "" || isGtin(gtin) ? [] : [`gtin ${gtin}`]),
    ...(identifier_exists === "no" && gtin !== "" ? ["identifier_exists is no beside a gtin"] : []),
    ...(identifier_exists === "yes" && !known ? ["identifier_exists is yes without an identifier"] : []),
  ];
}

/** GS1 General Specifications 7.9: weights 3 and 1 from the right, without the check digit. */
function isGtin(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/u.test(text)) return false;
  const digits = [...text].map(Number).toReversed();
  const sum = digits.slice(1).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0);
  return digits[0] === (10 - (sum % 10)) % 10;
}
