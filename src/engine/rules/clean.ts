import { z } from "zod";
import { call } from "../expression/expression.ts";
import type { FunctionName } from "../expression/functions/function-catalogue.ts";
import { entriesOf } from "../../kernel/unsafe.ts";
import { Target } from "./rule-members.ts";
import { ruleType } from "./rule-type.ts";

/** What each switch does, in the order they are done whatever order they are written in. */
const SWITCHES = {
  decode_entities: { fn: "html_decode", shown: "HTML entities decoded" },
  strip_html: { fn: "strip_html", shown: "HTML removed" },
  strip_emoji: { fn: "strip_emoji", shown: "emoji removed" },
  strip_control: { fn: "strip_control", shown: "control characters removed" },
  strip_punctuation: { fn: "strip_punctuation", shown: "punctuation removed" },
  collapse_spaces: { fn: "collapse_spaces", shown: "white space collapsed" },
} as const satisfies Record<string, { readonly fn: FunctionName; readonly shown: string }>;

const toggle = (description: string): z.ZodDefault<z.ZodBoolean> => z.boolean().default(false).meta({ description });

/**
 * Tidies a text. The switches work in one order: entities are decoded before tags are taken out, so that escaped tags go too,
 * and white space is collapsed last, where the others leave gaps.
 */
export const clean = ruleType({
  type: "clean",
  summary: "Removes HTML, emoji, control characters, punctuation or extra white space from a column.",
  members: z.strictObject({
    target: Target,
    decode_entities: toggle("`&amp;` becomes `&`."),
    strip_html: toggle("Tags are removed, blocks become spaces, entities become characters."),
    strip_emoji: toggle("Emoji and pictographs are removed."),
    strip_control: toggle("Control characters are removed."),
    strip_punctuation: toggle("Punctuation is removed."),
    collapse_spaces: toggle("Each run of white space becomes one space. White space at the start and end is removed."),
  }),
  example: { type: "clean", target: "title", strip_emoji: true, collapse_spaces: true },
  describe: ({ target, ...switches }) => {
    const done = entriesOf(SWITCHES).filter(([name]) => switches[name]);
    return `Clean ${target}: ${done.map(([, { shown }]) => shown).join(", ")}`;
  },
  lower: ({ target, ...switches }, read) => {
    const done = entriesOf(SWITCHES).filter(([name]) => switches[name]);
    if (done.length === 0) read.fault("", "enables no cleaning step; set at least one to true");
    const value = done.reduce((text, [, { fn }]) => call(fn, text), read.target(target, "/target"));
    return [{ op: "assign", column: target, value }];
  },
});
