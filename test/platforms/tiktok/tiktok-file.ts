/** How the fake TikTok reads a catalog's file: CSV, or RSS with `g:` names. Null: it can't be read as a whole. */

export type FileRow = Readonly<Record<string, string>>;

export function readFile(text: string): readonly FileRow[] | null {
  return text.trimStart().startsWith("<") ? readRss(text) : readCsv(text);
}

function readRss(text: string): readonly FileRow[] | null {
  if (!text.trimEnd().endsWith("</rss>")) return null;
  return [...text.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = ""]) =>
    Object.fromEntries([...item.matchAll(/<(?:g:)?(\w+)>(.*?)<\/(?:g:)?\1>/gs)].map(([, name = "", value = ""]) => [name, value])),
  );
}

function readCsv(text: string): readonly FileRow[] | null {
  const records = recordsOf(text);
  const [header, ...rows] = records ?? [];
  if (header === undefined || rows.some((row) => row.length !== header.length)) return null;
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ""])));
}

/** RFC 4180. Null: a quote isn't closed. */
function recordsOf(text: string): readonly (readonly string[])[] | null {
  const records: string[][] = [];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y;
  let record: string[] = [];
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (found === null) return null;
    const [, value = "", end = ""] = found;
    record.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === ",") continue;
    records.push(record);
    record = [];
  }
  return record.length === 0 ? records : null;
}

/** What TikTok's logs say of several items. */
export interface AffectedItems {
  readonly field: string;
  readonly issue: string;
  readonly suggestion: string;
  readonly items: readonly { readonly index: number; readonly sku_id: string }[];
}

export interface JudgedFile {
  readonly good: readonly FileRow[];
  readonly errors: readonly AffectedItems[];
  readonly warnings: readonly AffectedItems[];
}

const REQUIRED = ["sku_id", "title", "description", "availability", "condition", "price", "link", "image_link", "brand"];
const AVAILABILITIES = ["in stock", "available for order", "preorder", "out of stock", "discontinued"];
const AGES = ["", "newborn", "infant", "toddler", "kids", "adult"];
const TITLE_MAX = 500;

type Rule = readonly [field: string, issue: string, suggestion: string, isWrong: (row: FileRow) => boolean];

const invalid = (field: string, suggestion: string, isWrong: (value: string) => boolean): Rule => [
  ...([field, `Invalid value: ${field}`, suggestion] as const),
  (row) => row[field] !== undefined && row[field] !== "" && isWrong(row[field]),
];

/** Cost the item. */
const ERRORS: readonly Rule[] = [
  ...REQUIRED.map((field): Rule => [field, "Required field is missing", "Fill it.", (row) => (row[field] ?? "") === ""]),
  invalid("price", "Write it as 9.97 USD.", (price) => !/^(?!0+(\.0+)? )[0-9]+(\.[0-9]+)? [A-Z]{3}$/.test(price)),
  invalid("title", `Use at most ${TITLE_MAX} characters.`, (title) => title.length > TITLE_MAX),
  invalid("availability", `Supported values only include: ${AVAILABILITIES.join("/")}`, (value) => !AVAILABILITIES.includes(value)),
  invalid("image_link", "Begin it with http.", (url) => !/^https?:\/\//.test(url)),
];

/** Cost the field. */
const WARNINGS: readonly Rule[] = [
  invalid("age_group", "Supported values only include: newborn/infant/toddler/kids/adult", (age) => !AGES.includes(age)),
];

export function judgeFile(rows: readonly FileRow[]): JudgedFile {
  const numbered = rows.map((row, at) => ({ row, at: { index: at + 2, sku_id: row["sku_id"] ?? "" } }));
  const affected = (rules: readonly Rule[]): readonly AffectedItems[] =>
    rules.flatMap(([field, issue, suggestion, isWrong]) => {
      const items = numbered.filter(({ row }) => isWrong(row)).map(({ at }) => at);
      return items.length === 0 ? [] : [{ field, issue, suggestion, items }];
    });
  const good = rows.filter((row) => !ERRORS.some(([, , , isWrong]) => isWrong(row)));
  // Of two rows with one id the second is ignored.
  const kept = good.filter((row, at) => good.findIndex((one) => one["sku_id"] === row["sku_id"]) === at);
  return { good: kept, errors: affected(ERRORS), warnings: affected(WARNINGS) };
}
