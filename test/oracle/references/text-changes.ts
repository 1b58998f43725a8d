import { collapsed, cut, type Given, isBlankText, lower, points, type References, text, trimmed } from "../given.ts";
import { TEXT_MAX, type Value } from "../values.ts";

function padded(given: Given, joined: (text: string, filling: string) => string): Value {
  const [value, filler] = [given.text(0), given.has(2) ? given.text(2) : " "];
  const missing = given.count(1) - points(value).length;
  if (filler === "" || missing <= 0) return text(value);
  const filling = points(filler.repeat(Math.ceil(missing / points(filler).length))).slice(0, missing);
  return text(joined(value, filling.join("")));
}

const texts = (given: Given, from: number): readonly string[] => given.values.slice(from).map((_, at) => given.text(from + at));

function regexOf(pattern: string, flags: string): RegExp {
  return pattern.startsWith("(?i)") ? new RegExp(pattern.slice(4), `${flags}i`) : new RegExp(pattern, flags);
}

/** RE2 counts in code points and so does the flag `u`; `\1` is `$1` here. */
function replacedBy(pattern: string, replacement: string): (value: string) => string {
  const regex = regexOf(pattern, "gu");
  const javascript = replacement
    .replaceAll("$", "$$$$")
    .replace(/\\([0-9\\])/g, (_, escaped: string) => (escaped === "\\" ? "\\" : escaped === "0" ? "$&" : `$${escaped}`));
  return (value) => value.replace(regex, javascript);
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** What fits of codes that must not be cut, each of so many characters. */
function wholeCodes(codes: readonly string[]): Value {
  let [made, length] = ["", 0];
  for (const code of codes) {
    length += points(code).length;
    if (length > TEXT_MAX) break;
    made += code;
  }
  return text(made);
}

const percent = (letter: string): string => {
  if (/[A-Za-z0-9\-._~]/.test(letter)) return letter;
  return [...new TextEncoder().encode(letter)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
};

/** The longest character of UTF-8 that a percent form begins with. */
function decodedAt(form: string): { readonly letter: string; readonly length: number } | undefined {
  for (const bytes of [1, 2, 3, 4]) {
    const codes = form.slice(0, 3 * bytes);
    if (!new RegExp(`^(?:%[0-9A-Fa-f]{2}){${bytes}}$`).test(codes)) return undefined;
    try {
      const letter = decodeURIComponent(codes);
      return letter === "\u0000" ? undefined : { letter, length: codes.length };
    } catch {
      // More bytes may make it one.
    }
  }
  return undefined;
}

function urlDecoded(value: string): string {
  let made = "";
  for (let at = 0; at < value.length;) {
    const found = value[at] === "%" ? decodedAt(value.slice(at, at + 12)) : undefined;
    made += found?.letter ?? value[at] ?? "";
    at += found?.length ?? 1;
  }
  return made;
}

const LATIN: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  đ: "d",
  ł: "l",
  ı: "i",
  ð: "d",
  ħ: "h",
  ŧ: "t",
};

export const TEXT_CHANGES: References = {
  replace: (given) => cut(given.text(1) === "" ? given.text(0) : given.text(0).replaceAll(given.text(1), () => given.text(2))),
  remove: (given) => text(texts(given, 1).reduce((value, part) => (part === "" ? value : value.replaceAll(part, "")), given.text(0))),
  regex_replace: (given) => {
    const letters = points(given.text(0));
    const first = letters.slice(0, 2_000).join("");
    const found = [...first.matchAll(regexOf(given.text(1), "gu"))].length;
    const added = points(given.text(2).replace(/\\./g, "")).length;
    if (found * added > 100_000) return text("");
    const seen = replacedBy(given.text(1), given.text(2))(first);
    return cut(`${seen}${letters.slice(2_000).join("")}`);
  },
  regex_extract: (given) => {
    const pattern = given.text(1);
    const found = regexOf(pattern, "u").exec(points(given.text(0)).slice(0, 2_000).join(""));
    const group = given.has(2) ? given.count(2) : pattern.replace(/\(\?:|\(\?i\)|\[[^\]]*\]|\\./g, "").includes("(") ? 1 : 0;
    return text(found?.[group] ?? "");
  },
  concat: (given) => cut(texts(given, 0).join("")),
  join_nonblank: (given) =>
    cut(
      texts(given, 1)
        .filter((part) => !isBlankText(part))
        .join(given.text(0)),
    ),
  repeat_text: (given) =>
    cut(given.text(0).repeat(Math.min(Math.max(given.count(1), 0), Math.ceil(TEXT_MAX / Math.max(points(given.text(0)).length, 1))))),
  pad_left: (given) => padded(given, (value, filling) => `${filling}${value}`),
  pad_right: (given) => padded(given, (value, filling) => `${value}${filling}`),
  slug: (given) => {
    const plain = lower(given.text(0).normalize("NFD").replace(/\p{M}/gu, "")).replace(/[ßæœþøđłıðħŧ]/gu, (letter) => LATIN[letter] ?? "");
    const dashed = plain.replace(/['’]+/g, "").replace(/[^a-z0-9]+/gu, "-");
    return text(dashed.slice(0, TEXT_MAX).replace(/^-|-$/g, ""));
  },
  trim: (given) => text(trimmed(given.text(0))),
  collapse_spaces: (given) => text(collapsed(given.text(0))),
  normalize: (given) => text(collapsed(given.text(0).normalize("NFC"))),
  strip_control: (given) =>
    text(
      given
        .text(0)
        .replace(/[\t-\r\x85\u2028\u2029]+/g, " ")
        .replace(/[\x00-\x1F\x7F-\x9F\xAD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]+/g, ""),
    ),
  strip_unprintable: (given) =>
    text(
      points(given.text(0))
        .filter(
          (letter) => !/[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]|\p{Co}|[\uFFFD-\uFFFF\u{FFFFE}\u{FFFFF}\u{10FFFE}\u{10FFFF}]/u.test(letter),
        )
        .join(""),
    ),
  strip_urls: (given) => text(given.text(0).replace(/[\s\x85]*(?:[hH][tT]{2}[pP][sSſ]?:\/\/|(?<![A-Za-z0-9_])[wW]{3}\.)[^\s\x85]*/gu, "")),
  strip_punctuation: (given) =>
    text(
      collapsed(
        given
          .text(0)
          .replace(/['’]+/g, "")
          .replace(/\p{P}+/gu, " "),
      ),
    ),
  html_encode: (given) => wholeCodes(points(given.text(0)).map((letter) => ENTITIES[letter] ?? letter)),
  url_encode: (given) => wholeCodes(points(given.text(0)).map(percent)),
  url_decode: (given) => text(urlDecoded(given.text(0))),
};
