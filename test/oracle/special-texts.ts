import fc from "fast-check";
import { moneyTexts, type Special } from "./arbitrary-calls.ts";

/** Texts that single functions are about, by function and parameter; random ones would never be such. */

const ofPieces = (pieces: readonly string[], most = 6): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { maxLength: most }).map((drawn) => drawn.join(""));

const currencies = fc.constantFrom("USD", "EUR", "JPY", "KWD", "CLF", "usd", "US", "", "USDX");

/** Digits of every length, every second time with the check digit that GS1 wants. */
const gtins = fc.tuple(fc.stringMatching(/^[0-9]{6,14}$/), fc.boolean(), fc.constantFrom("", " ")).map(([digits, right, space]) => {
  const sum = [...digits].toReversed().reduce((so, digit, at) => so + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return `${digits}${right ? (10 - (sum % 10)) % 10 : "5"}${space}`;
});

const links = fc
  .tuple(
    fc.constantFrom("http://", "https://", "HTTPS://", "ftp://", "https:/", ""),
    fc.constantFrom("example.com", "a", "münchen.de", "u:p@x.org", "[::1]", "x.org.", "-a.de", "a-.de", "a..b", "a_b.c", ""),
    fc.constantFrom("", ":80", ":123456", ":8x", ":"),
    ofPieces(["/p", "?q=1", "#f", " ", "é", "%20", '"', "<", "\u00A0", "@"], 2),
  )
  .map((parts) => parts.join(""));

const enumValues = fc.constantFrom(
  "in_stock",
  "IN_STOCK",
  "in stock",
  "new",
  "New",
  "male",
  "kids",
  "yes",
  "NO",
  "true",
  "plus",
  "EU",
  "mex",
  "A+++",
  "g",
  "h",
  "",
);
const words = ofPieces(["red ", "Red ", "blue, ", "shirt", "SHIRTS. ", "what?! ", "don't ", "3.5 ", "élan ", "(new) ", "—", "\n"], 10);
const percentForms = ofPieces([
  "%C3%A9",
  "%e2%82%ac",
  "%F0%9F%91%8D",
  "%",
  "%4",
  "%41",
  "%00",
  "%FF",
  "%C3",
  "%ED%A0%80",
  "%E2%82",
  "+",
  "a",
  "é",
]);
const control = ofPieces([
  "a",
  "\t",
  "\r\n",
  "\u0001",
  "\u007F",
  "\u0085",
  "\u00AD",
  "\u200B",
  "\u200D",
  "\u200E",
  "\u2028",
  "\u2066",
  " ",
]);
const accented = ofPieces(
  ["Ä", "é", "e\u0301", "ñ", "Å", "ø", "Łódź", "ß", "Æ", "œ", "İ", "ı", "ð", " - ", "'", "’", "&", "7", "日", "x"],
  8,
);
const marks = ofPieces(["“", "”", "!", "(", "。", "$", "+", "™", "'", "’", "_", "a", "é", " ", "\u00A0"]);

export const SPECIAL: Readonly<Record<string, Special>> = {
  ...Object.fromEntries(
    [
      "title_case",
      "sentence_case",
      "dedupe_words",
      "limit_words",
      "first_word",
      "last_word",
      "word_count",
      "truncate",
      "truncate_words",
    ].map((fn) => [fn, { text: words }]),
  ),
  collapse_spaces: { text: control },
  convert: { to: currencies },
  html_encode: { text: ofPieces(["&", "<", ">", '"', "'", "a", "é", "&amp;"], 8) },
  is_number: { text: moneyTexts },
  is_valid_enum: { text: enumValues },
  is_valid_gtin: { text: gtins },
  is_valid_url: { text: links },
  money: { currency: currencies },
  normalize: { text: accented },
  number: { text: moneyTexts },
  slug: { text: accented },
  strip_control: { text: control },
  strip_punctuation: { text: marks },
  strip_unprintable: {
    text: ofPieces([
      "a",
      "\u0001",
      "\t",
      "\u007F",
      "\u0085",
      "\u{E000}",
      "\u{F8FF}",
      "\u{F0000}",
      "\u{10FFFF}",
      "\uFFFD",
      "\uFFFC",
      "é",
      "😀",
    ]),
  },
  strip_urls: {
    text: ofPieces(["a", "é", "_", " ", "\u00A0", "(", "http://", "HTTPS://", "ftp://", "https:/", "www.", "Www.", "x.example/?a=b"]),
  },
  trim: { text: control },
  url_decode: { text: percentForms },
  url_encode: { text: ofPieces(["a", "-", ".", "_", "~", " ", "/", "%", "é", "👍", "日", "!", "*"], 8) },
};
