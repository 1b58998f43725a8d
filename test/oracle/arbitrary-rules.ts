import fc from "fast-check";
import { FEED_COLUMNS } from "../../src/engine/plan/feed-columns.ts";
import { OPERATOR_WORDS } from "../../src/engine/rules/condition-tree.ts";
import { SOURCE_COLUMNS } from "../../src/engine/source/source-columns.ts";
import { printExpression } from "../../src/engine/expression/print-expression.ts";
import { type ColumnOf, expressions } from "./arbitrary-expressions.ts";

/** Random definitions of every rule type, as people and attackers write them. Some are refused; the rest has to run. */

type Members = Readonly<Record<string, unknown>>;

/** What ends texts, begins others, is no character, or was once somebody's way in. */
export const HOSTILE: readonly string[] = [
  ...[
    "'; DROP TABLE canary; --",
    "' OR 1=1",
    '"',
    '""',
    "'",
    "''",
    "\\",
    "\\\\",
    "\\'",
    "E'\\x41'",
    "$$",
    "$1",
    "${x}",
    "/*",
    "*/",
    "--",
    ";",
    "`",
  ],
  ...[
    "{{",
    "}}",
    "{{}}",
    "{{[D]title}}",
    "{",
    "[D]title",
    "[G]title",
    "=1",
    "==",
    "= =",
    "\\1",
    "\\0",
    "\\9",
    "%",
    "%00",
    "%zz",
    "_",
    "?",
    "#",
    "&",
    "&amp;",
    "&#0;",
    "+",
  ],
  ...[
    "NULL",
    "null",
    "true",
    "NaN",
    "Infinity",
    "1e309",
    "-0",
    "CAST(1 AS TEXT)",
    "chr(0)",
    "lambda x: x",
    ":x",
    "@x",
    "<script>",
    "|",
    "^",
    "(",
    ")",
    "[",
    "*",
  ],
  ...[
    "\u0001",
    "a\u001Fb",
    "a\tb",
    "a\nb",
    "a\r\nb",
    "\u007F",
    "\u0085",
    "a\u2028b",
    "\u00A0",
    "\u202F",
    "a\u00ADb",
    "\u200B",
    "x\uFEFF",
    "\uFFFE",
    "\uFFFF",
    "a\uFFFF b",
  ],
  ...["👍🏽", "e\u0301", "İ", "ß", "ﬀ", "\u202Etxt", "\u2066x\u2069", "مرحبا", "a,b", "\u201A", "日本", "\u{10FFFF}", "Ⅷ", "ſ", "\u212A"],
];

/** What cannot be kept, and so has to be refused. */
export const UNKEEPABLE: readonly string[] = ["\u0000", "a\u0000b", "\uD800", "\uDFFF", "a\uD83D", "\uDC4Db"];

const sourceColumns: readonly ColumnOf[] = SOURCE_COLUMNS.filter(({ name }) =>
  [
    "title",
    "vendor",
    "price",
    "compare_at_price",
    "cost",
    "inventory_quantity",
    "tags",
    "additional_images",
    "published_at",
    "available",
    "sku",
    "barcode",
    "product_type",
    "canonical_margin_pct",
  ].includes(name),
).map(({ name, type }) => ({ side: "D", name, type }));
const outputColumns: readonly ColumnOf[] = FEED_COLUMNS.filter(({ name }) =>
  ["id", "title", "description", "link", "price", "sale_price", "brand", "additional_image_link", "custom_label_0", "color"].includes(name),
).map(({ name, type }) => ({ side: "G", name, type }));
const COLUMNS = [...sourceColumns, ...outputColumns];

const of = expressions(COLUMNS);
const overFeed = expressions(COLUMNS, { feedwide: true });
const printed = (found: typeof of.text): fc.Arbitrary<string> => found.map(printExpression);

/** Any text, also what cannot be kept. */
const anyText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 4, arbitrary: fc.constantFrom("", " ", "a", "red", "Red shoe", "Acme", "12.90 USD", "5", "-1", "2026-01-31", "x".repeat(300)) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...HOSTILE), { minLength: 2, maxLength: 4 }).map((pieces) => pieces.join("")) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom(...UNKEEPABLE) },
  { weight: 1, arbitrary: fc.constantFrom("ab ".repeat(6_000), "😀".repeat(9_000)) },
);
const column = fc.constantFrom(...COLUMNS.map(({ side, name }) => `[${side}]${name}`));
/** Functions that take an expression, blank or odd as it may be. */
const wild = fc
  .tuple(
    fc.constantFrom(
      ...[
        "slug",
        "reverse",
        "first_word",
        "sentence_case",
        "url_decode",
        "url_encode",
        "html_decode",
        "strip_html",
        "strip_emoji",
        "md5",
        "normalize",
        "dedupe_words",
      ].map((fn) => `${fn}(x)`),
      ...[
        "repeat_text(x, length(y))",
        "pad_left(x, y, x)",
        'pad_right(x, 20000, "")',
        "replace(x, y, x)",
        "split_item(x, y, -1)",
        "mid(x, y, y)",
        "between_text(x, y, x)",
        "similarity(x, y)",
      ],
      ...[
        'money(x, "USD")',
        "money(x, y)",
        "convert(x, y, currency(y))",
        'price_ending(x, "0.99")',
        "margin_percent(x, y)",
        "amount(x) / amount(y)",
        "power(number(x), number(y))",
        "mod(number(x), number(y))",
      ],
      ...[
        'date_add(date(x), number(y), "month")',
        'date_add(date(x), 999999999999, "day")',
        'date_diff(date(x), date(y), "day")',
        'date_format(date(x), "%Y %j %%")',
        "date_range(date(x), date(y))",
        "weekday(date(x))",
      ],
      ...[
        "list_join(list(x, y), y)",
        "item(list(x), number(y))",
        "list_join(list_slice(list(x), -2, 9), y)",
        'regex_replace(x, "(a|b)+", "\\1\\1")',
        'regex_extract(x, "[^a]+", 0)',
        "hash_bucket(x, 7)",
      ],
      ...[
        "rank(x)",
        'rank(y, "asc", x)',
        "group_count(x)",
        "percentile(number(x))",
        "sum_in_feed(number(x))",
        "group_max(number(x), y)",
        'lookup("colours", x)',
        'lookup("colours", x, "family", y)',
      ],
    ),
    fc.oneof(column, printed(of.text)),
    fc.oneof(column, printed(of.text), printed(of.number)),
  )
  .map(([call, x, y]) => call.replaceAll(/\b[xy]\b/g, (word) => (word === "x" ? `(${x})` : `(${y})`)));
const expression = fc.oneof(printed(of.text), printed(of.number), wild).map((text) => `=${text}`);
/** What a mapping may say: expressions over source columns. */
export const mappingTexts = fc
  .oneof(expressions(sourceColumns).text, expressions(sourceColumns).number)
  .map((found) => `=${printExpression(found)}`);
const operand = fc.oneof({ weight: 3, arbitrary: column }, { weight: 3, arbitrary: expression }, { weight: 1, arbitrary: anyText });
const numeral = fc.oneof(fc.integer({ min: -1_000, max: 1_000 }), fc.constantFrom(0.1, 1e-9, 1e21, -1e9, 0.000_000_1, 99.99), fc.double());
const value = fc.oneof({ weight: 4, arbitrary: anyText }, { weight: 3, arbitrary: expression }, { weight: 1, arbitrary: numeral });
const target = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.constantFrom("title", "price", "brand", "link", "description", "id", "sale_price", "additional_image_link", "extra_1"),
  },
  { weight: 1, arbitrary: fc.constantFrom("[G]title", "TITLE", "extra_9", "", ...HOSTILE) },
);
const patterns = fc.constantFrom(
  "a",
  "(a)(b)?",
  "[0-9]+",
  "(?i)red|blue",
  "^\\s*$",
  "(.)(.)",
  "\\pL{50}",
  "x*",
  "|",
  "(a*)*",
  "(",
  "\\1",
  "(?=a)",
  ".{1000}",
  "[[:alpha:]]",
  "\\x{1F44D}",
  "(?s).",
  "\\z",
);
const count = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constantFrom(20_000, 20_001, 1.5, 1e12));
const ending = fc.constantFrom("0.99", ".95", "9.99", "99", "0", "1e5", "");
const pairs = fc.array(fc.record({ from: anyText, to: anyText }), { maxLength: 30 });
const words = fc.array(anyText, { maxLength: 8 });

/** Members that may be left out. */
const members = (
  required: Record<string, fc.Arbitrary<unknown>>,
  optional: Record<string, fc.Arbitrary<unknown>> = {},
): fc.Arbitrary<Members> => fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) });

const test = fc
  .tuple(
    fc.constantFrom(...COLUMNS),
    fc.constantFrom(...OPERATOR_WORDS),
    fc.oneof(anyText, numeral, fc.boolean(), fc.array(fc.oneof(anyText, numeral), { maxLength: 3 }), patterns),
    fc.boolean(),
  )
  .map(([{ side, name }, operator, tested, cs]) => ({
    side,
    column: name,
    operator,
    ...(operator.endsWith("blank") ? {} : { value: tested }),
    case_sensitive: cs,
  }));
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc
      .tuple(fc.constantFrom("all", "any", "none"), fc.array(test, { minLength: 1, maxLength: 3 }))
      .map(([word, nodes]) => ({ [word]: nodes })),
    fc.tuple(fc.constantFrom("all", "any", "none"), tie("tree"), test).map(([word, inner, node]) => ({ [word]: [inner, node] })),
  ),
}));
const conditions: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: printed(of.condition) },
  { weight: 3, arbitrary: tree },
  { weight: 1, arbitrary: printed(overFeed.condition) },
  { weight: 1, arbitrary: fc.tuple(column, anyText).map(([left, right]) => `${left} = "${right.replaceAll('"', '""')}"`) },
);

const mapped = {
  pairs,
  lookup: fc.constantFrom("colours", "Colours", "nothing"),
  column: fc.constantFrom("family", "nothing"),
  default: fc.oneof(value, fc.constantFrom("keep", "blank")),
};
const joinedMembers = members({ target, value }, { separator: anyText, unless_present: fc.boolean() });
const tier = members({ name: anyText }, { condition: conditions, in: words, from: numeral, to: numeral });

/** The members of each type. */
export const MEMBERS: Readonly<Record<string, fc.Arbitrary<Members>>> = {
  set_value: members({ target, value }),
  exclude: members({}, { reason: anyText }),
  include: members({}),
  exclude_field: members({ target }),
  replace: members(
    { target, find: fc.oneof(anyText, patterns) },
    { replace_with: anyText, match: fc.constantFrom("text", "word", "whole", "regex"), case_sensitive: fc.boolean() },
  ),
  replace_many: fc.oneof(
    members({ target, pairs }, { default: mapped.default, match: fc.constantFrom("whole", "word", "text") }),
    members({ target }, mapped),
  ),
  map_values: fc.oneof(members({ target, pairs, from: operand }, { default: mapped.default }), members({ target, from: operand }, mapped)),
  prepend: joinedMembers,
  append: joinedMembers,
  copy: members({ target, from: operand }),
  first_of: members({ target, from: fc.array(operand, { maxLength: 5 }) }),
  combine: members(
    { target, parts: fc.array(fc.oneof(operand, anyText), { maxLength: 8 }) },
    { separator: anyText, skip_blank: fc.boolean() },
  ),
  template: members(
    {
      target,
      template: fc
        .array(
          fc.oneof(
            anyText,
            expression.map((text) => `{{${text.slice(1)}}}`),
            column.map((text) => `{{${text}}}`),
          ),
          { maxLength: 6 },
        )
        .map((pieces) => pieces.join("")),
    },
    { skip_if_blank: fc.boolean() },
  ),
  extract: fc.oneof(
    members({ target, from: operand, pattern: patterns }, { group: fc.integer({ min: -1, max: 4 }), default: value }),
    members({ target, from: operand, words }, { default: value }),
    members(
      { target, from: operand, lookup: fc.constantFrom("colours", "nothing") },
      { column: fc.constantFrom("family", "nothing"), default: value },
    ),
  ),
  split: members({ target, from: operand, separator: anyText, index: count }),
  change_case: members({ target, to: fc.constantFrom("upper", "lower", "title", "sentence") }, { except: words }),
  clean: members(
    { target },
    Object.fromEntries(
      ["strip_html", "decode_entities", "collapse_spaces", "strip_emoji", "strip_control", "strip_punctuation"].map((name) => [
        name,
        fc.boolean(),
      ]),
    ),
  ),
  truncate: members({ target, length: count }, { at: fc.constantFrom("word", "character"), suffix: anyText }),
  calculate: members({ target, value }, { decimals: count, rounding: fc.constantFrom("half_up", "up", "down"), ending }),
  price_adjust: fc.oneof(
    members({ percent: numeral }, { target, decimals: count, ending, minimum: numeral }),
    members({ amount: numeral }, { target, decimals: count, ending, minimum: numeral }),
  ),
  convert_currency: members(
    { to: fc.constantFrom("EUR", "JPY", "KWD", "eur", "XXX") },
    { target, rate: fc.oneof(value, numeral), lookup: fc.constantFrom("colours", "nothing") },
  ),
  label_tiers: members(
    { slot: fc.constantFrom("custom_label_0", "custom_label_4", "title"), tiers: fc.array(tier, { maxLength: 4 }) },
    { by: operand, default: anyText },
  ),
  add_query: members({ parameters: fc.dictionary(anyText, value, { maxKeys: 4 }) }, { target }),
  split_row: members({ over: fc.oneof(operand, fc.constantFrom("[D]tags", "[D]additional_images")), target }),
  limit_rows: members({ keep: fc.integer({ min: 0, max: 20 }), by: operand }, { order: fc.constantFrom("asc", "desc"), per: operand }),
  deduplicate: members({ by: operand }),
};

/** A definition of a type. */
export function definitionsOf(type: string): fc.Arbitrary<Members> {
  const common = members({}, { condition: conditions, stop: fc.boolean(), note: anyText });
  return fc.tuple(MEMBERS[type] ?? fc.constant({}), common).map(([own, more]) => ({ type, ...own, ...more }));
}

/** What cells hold, by the type of their column; much of it blank. */
const CELLS: Readonly<Record<ColumnOf["type"], readonly string[]>> = {
  text: [
    "a",
    "Red shoe",
    "red",
    "Acme",
    "5",
    "12.90 USD",
    "Größe 50, dark-blue",
    "é",
    "مرحبا 👍🏽",
    "2026-01-31",
    "007",
    "x y z",
    ...HOSTILE,
  ],
  money: ["12.90 USD", "12.90", "0.00 USD", "5 EUR", "999999999999999.99 JPY", "-3.333 KWD", "free", "1e5"],
  number: ["5", "0", "-3", "100", "12.5", "999999999999999999", "0.000000001", "many"],
  boolean: ["true", "false"],
  date: ["2026-01-31", "2026-02-28T23:59:59Z", "9999-12-31T23:59:59Z", "0001-01-01", "2026-13-45", "yesterday"],
  list: ["red, dark blue,red", "a,b", "x", "https://cdn.example/1.jpg,https://cdn.example/2.jpg", ",,", "a,b,c,d,e,f,g,h,i,j,k,l,m"],
};

/** A row by source column; a column that is not named is blank. */
export const sourceRow: fc.Arbitrary<Readonly<Record<string, string>>> = fc.record(
  Object.fromEntries(
    sourceColumns.map(({ name, type }) => [
      name,
      fc.oneof({ weight: 2, arbitrary: fc.constantFrom("", "", " ") }, { weight: 5, arbitrary: fc.constantFrom(...CELLS[type]) }),
    ]),
  ),
);
