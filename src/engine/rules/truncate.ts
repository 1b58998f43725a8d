import { z } from "zod";
import { call, number, text } from "../expression/expression.ts";
import { TEXT_LENGTH_MAX } from "../sql/text-sql.ts";
import { Target } from "./rule-members.ts";
import { ruleText } from "./rule-text.ts";
import { ruleType } from "./rule-type.ts";

/** Dots, or a word or two. */
const SUFFIX_MAX = 10;

/**
 * Cuts text to `length` code points, the suffix included; at a word boundary unless told otherwise. What is short enough stays
 * as it is, without a suffix. Google cuts titles at 150, so we cut first.
 */
export const truncate = ruleType({
  type: "truncate",
  summary: "Shortens a value, by default between words.",
  members: z.strictObject({
    target: Target,
    length: z.int().min(1).max(TEXT_LENGTH_MAX).meta({ description: "Maximum number of characters, including the suffix." }),
    at: z.enum(["word", "character"]).default("word").meta({ description: "Where the value can be cut." }),
    suffix: ruleText(SUFFIX_MAX).default("").meta({ description: "String added to a value that was cut, such as `…`." }),
  }),
  example: { type: "truncate", target: "title", length: 150, suffix: "…" },
  describe: ({ target, length, at }) => `Shorten ${target} to ${length} characters${at === "word" ? " at a word" : ""}`,
  lower: ({ target, length, at, suffix }, read) => {
    if ([...suffix].length >= length) read.fault("/suffix", "must be shorter than length, which includes the suffix");
    const value = call(at === "word" ? "truncate_words" : "truncate", read.target(target, "/target"), number(length), text(suffix));
    return [{ op: "assign", column: target, value }];
  },
});
