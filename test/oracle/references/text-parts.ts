import {
  boolean,
  collapsed,
  cut,
  type Given,
  lower,
  points,
  type References,
  SPACE,
  text,
  textOf,
  trimmed,
  upper,
  whole,
  wordsOf,
} from "../given.ts";
import { replacedMany } from "../replaced-many.ts";
import type { Value } from "../values.ts";

const slice = (value: string, from: number, to?: number): Value => text(points(value).slice(from, to).join(""));

/** From what a person counts, 1 or negative, to what JavaScript does. */
const start = (length: number, from: number): number => (from < 0 ? Math.max(length + from, 0) : Math.max(from - 1, 0));

function behind(value: string, part: string): string {
  const at = part === "" ? -1 : value.indexOf(part);
  return at < 0 ? "" : value.slice(at + part.length);
}

/** What is kept of a text, and the suffix that fits. */
function shortened(given: Given, kept: (letters: readonly string[], room: number) => string): Value {
  const letters = points(given.text(0));
  const length = Math.max(given.count(1), 0);
  if (letters.length <= length) return text(given.text(0));
  const wanted = given.has(2) ? given.text(2) : "";
  const suffix = points(wanted).length < length ? wanted : "";
  const loose = new RegExp(`([^${SPACE},;:|/&([{\\-–—])[${SPACE},;:|/&([{\\-–—]+$`, "u");
  return text(`${kept(letters, length - points(suffix).length).replace(loose, "$1")}${suffix}`);
}

/** A word, or what stands between two. */
const WORDS_AND_REST = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_'’]*|[^\p{L}\p{N}_]+/gu;

export const TEXT_PARTS: References = {
  upper: (given) => text(upper(given.text(0))),
  lower: (given) => text(lower(given.text(0))),
  title_case: (given) => {
    const exceptions = given.values.slice(1).map(textOf);
    const titled = given
      .text(0)
      .replace(WORDS_AND_REST, (word) => `${upper(points(word)[0] ?? "")}${lower(points(word).slice(1).join(""))}`);
    return text(
      replacedMany(
        titled,
        exceptions.map((word) => ({ from: word, to: word })),
        "word",
      ),
    );
  },
  sentence_case: (given) => {
    const sentences = given.text(0).match(/[\s\S]+?(?:[.!?…]+[ \t\n\f\r]+|$)/gu) ?? [];
    const cased = sentences.map((sentence) => {
      const [, before = "", first = "", rest = ""] = /^([^\p{L}\p{N}]*)([\s\S]?)([\s\S]*)$/u.exec(sentence) ?? [];
      return `${before}${upper(first)}${lower(rest)}`;
    });
    return text(cased.join(""));
  },
  left: (given) => slice(given.text(0), 0, given.count(1)),
  right: (given) => {
    const count = given.count(1);
    return count === 0 ? text("") : slice(given.text(0), -count);
  },
  mid: (given) => {
    const from = start(points(given.text(0)).length, given.count(1));
    return slice(given.text(0), from, given.has(2) ? from + Math.max(given.count(2), 0) : undefined);
  },
  before: (given) => text(given.text(1) === "" ? given.text(0) : (given.text(0).split(given.text(1))[0] ?? "")),
  after: (given) => text(behind(given.text(0), given.text(1))),
  between_text: (given) => {
    const rest = behind(given.text(0), given.text(1));
    const end = given.text(2) === "" ? -1 : rest.indexOf(given.text(2));
    return text(end < 0 ? "" : rest.slice(0, end));
  },
  split_item: (given) => {
    const pieces = given.text(1) === "" ? [given.text(0)] : given.text(0).split(given.text(1));
    const index = given.count(2);
    return text(trimmed((index === 0 ? undefined : pieces.at(index < 0 ? index : index - 1)) ?? ""));
  },
  first_word: (given) => text(wordsOf(given.text(0))[0] ?? ""),
  last_word: (given) => text(wordsOf(given.text(0)).at(-1) ?? ""),
  limit_words: (given) =>
    text(
      wordsOf(given.text(0))
        .slice(0, Math.max(given.count(1), 0))
        .join(" "),
    ),
  truncate: (given) => shortened(given, (letters, room) => letters.slice(0, room).join("")),
  truncate_words: (given) =>
    shortened(given, (letters, room) => {
      const words = new RegExp(`^([\\s\\S]*[^${SPACE}])[${SPACE}]`, "u").exec(letters.slice(0, room + 1).join(""))?.[1];
      return words ?? letters.slice(0, room).join("");
    }),
  length: (given) => whole(points(given.text(0)).length),
  word_count: (given) => whole(wordsOf(given.text(0)).length),
  starts: (given) => boolean(given.text(1) !== "" && lower(given.text(0)).startsWith(lower(given.text(1)))),
  ends: (given) => boolean(given.text(1) !== "" && lower(given.text(0)).endsWith(lower(given.text(1)))),
  index_of: (given) => {
    const at = given.text(1) === "" ? -1 : given.text(0).indexOf(given.text(1));
    return whole(at < 0 ? 0 : points(given.text(0).slice(0, at)).length + 1);
  },
  dedupe_words: (given) => {
    const words = collapsed(given.text(0)).split(" ");
    const folded = words.map(lower);
    return cut(words.filter((_, at) => at >= 1_000 || folded.indexOf(folded[at] ?? "") === at).join(" "));
  },
};
