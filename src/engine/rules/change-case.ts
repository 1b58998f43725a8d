import { z } from "zod";
import { call, spelled } from "../expression/expression.ts";
import type { FunctionName } from "../expression/functions/function-catalogue.ts";
import { SPELLINGS_MAX } from "../expression/functions/text-case.ts";
import { shownText, Target } from "./rule-members.ts";
import { ruleText } from "./rule-text.ts";
import { ruleType } from "./rule-type.ts";

const FUNCTION = {
  upper: "upper",
  lower: "lower",
  title: "title_case",
  sentence: "sentence_case",
} as const satisfies Record<string, FunctionName>;

const WORD_LENGTH_MAX = 100;

const SHOWN = { upper: "UPPER CASE", lower: "lower case", title: "Title Case", sentence: "Sentence case" } as const;

/** Changes the case of a column's letters. Letters are mapped one to one, so `ß` never becomes two. Google disapproves titles in capitals. */
export const changeCase = ruleType({
  type: "change_case",
  summary: "Changes a column to upper, lower, title or sentence case.",
  members: z.strictObject({
    target: Target,
    to: z
      .enum(["upper", "lower", "title", "sentence"])
      .meta({ description: "title: Every Word Begins With A Capital. sentence: only the first word does." }),
    except: z
      .array(ruleText(WORD_LENGTH_MAX).regex(/\S/, "must not be blank"))
      .max(SPELLINGS_MAX)
      .default([])
      .meta({ description: "Words and phrases that are always written as given here, such as `iPhone` or `USB-C`." }),
  }),
  example: { type: "change_case", target: "title", to: "title" },
  describe: ({ target, to, except }) =>
    `Write ${target} in ${SHOWN[to]}${except.length === 0 ? "" : `, except ${except.map(shownText).join(", ")}`}`,
  lower: ({ target, to, except }, read) => {
    const changed = call(FUNCTION[to], read.target(target, "/target"));
    return [{ op: "assign", column: target, value: spelled(changed, except) }];
  },
});
