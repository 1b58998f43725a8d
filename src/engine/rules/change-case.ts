import { z } from "zod";
import { call } from "../expression/expression.ts";
import type { FunctionName } from "../expression/functions/function-catalogue.ts";
import { Target } from "./rule-members.ts";
import { ruleType } from "./rule-type.ts";

const FUNCTION = {
  upper: "upper",
  lower: "lower",
  title: "title_case",
  sentence: "sentence_case",
} as const satisfies Record<string, FunctionName>;

const SHOWN = { upper: "UPPER CASE", lower: "lower case", title: "Title Case", sentence: "Sentence case" } as const;

/** Changes the case of a column's letters. Letters are mapped one to one, so `ß` never becomes two. Google disapproves titles in capitals. */
export const changeCase = ruleType({
  type: "change_case",
  summary: "Writes a column in upper, lower, title or sentence case.",
  members: z.strictObject({
    target: Target,
    to: z
      .enum(["upper", "lower", "title", "sentence"])
      .meta({ description: "title: Every Word Begins With A Capital. sentence: only the first word does." }),
  }),
  example: { type: "change_case", target: "title", to: "title" },
  describe: ({ target, to }) => `Write ${target} in ${SHOWN[to]}`,
  lower: ({ target, to }, read) => [{ op: "assign", column: target, value: call(FUNCTION[to], read.target(target, "/target")) }],
});
