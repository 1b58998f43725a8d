import type { append } from "../../../src/engine/rules/append.ts";
import type { combine } from "../../../src/engine/rules/combine.ts";
import type { replace } from "../../../src/engine/rules/replace.ts";
import type { split } from "../../../src/engine/rules/split.ts";
import type { template } from "../../../src/engine/rules/template.ts";
import {
  cut,
  firstPresent,
  folded,
  isBlank,
  literalPattern,
  type MembersOf,
  type RuleReference,
  type RuleRow,
  wordPattern,
} from "./rule-row.ts";

const SEEN_BY_PATTERNS = 2_000;

export const replaceReference: RuleReference<MembersOf<typeof replace>> = (members, { present }) => {
  const { find, replace_with: replacement, match, case_sensitive: caseSensitive } = members;
  const flags = caseSensitive ? "gu" : "giu";
  switch (match) {
    case "text":
      return cut(present.replaceAll(new RegExp(literalPattern(find), flags), () => replacement));
    case "word":
      return cut(present.replaceAll(new RegExp(wordPattern(find), flags), () => replacement));
    case "whole":
      return (caseSensitive ? present === find : folded(present) === folded(find)) ? replacement : present;
    case "regex": {
      const points = [...present];
      const seen = points.slice(0, SEEN_BY_PATTERNS).join("");
      const replaced = seen.replaceAll(new RegExp(find, flags), (...found: readonly (string | undefined)[]) =>
        replacement.replaceAll(/\\([\d\\])/g, (_, escaped: string) => (escaped === "\\" ? escaped : (found[Number(escaped)] ?? ""))),
      );
      return cut(replaced + points.slice(SEEN_BY_PATTERNS).join(""));
    }
    default:
      return match satisfies never;
  }
};

type Joined = MembersOf<typeof append>;

export const appendReference: RuleReference<Joined> = (members, row) =>
  joined(members, row, (value) => cut(row.present + members.separator + value));
export const prependReference: RuleReference<Joined> = (members, row) =>
  joined(members, row, (value) => cut(value + members.separator + row.present));

function joined({ unless_present: unlessPresent }: Joined, { present, at }: RuleRow, both: (value: string) => string): string {
  const value = at("/value");
  if (isBlank(value)) return present;
  if (isBlank(present)) return value;
  return unlessPresent && folded(present).includes(folded(value)) ? present : both(value);
}

export const combineReference: RuleReference<MembersOf<typeof combine>> = ({ parts, separator, skip_blank: skipBlank }, { at }) => {
  const values = parts.map((_, index) => at(`/parts/${index}`));
  return cut(values.filter((value) => !skipBlank || !isBlank(value)).join(separator));
};

/** Its placeholders here are `{{[D]name}}` alone; `at` answers them by name. */
export const templateReference: RuleReference<MembersOf<typeof template>> = (
  { template: written, skip_if_blank: skipIfBlank },
  { present, at },
) => {
  const names = [...written.matchAll(/\{\{\[D\]([\w-]+)\}\}/g)].map(([, name = ""]) => name);
  if (skipIfBlank && names.some((name) => isBlank(at(name)))) return present;
  return cut(written.replaceAll(/\{\{\[D\]([\w-]+)\}\}/g, (_, name: string) => at(name)));
};

export const splitReference: RuleReference<MembersOf<typeof split>> = ({ separator, index }, { present, at }) => {
  const parts = at("/from").split(separator);
  const part = parts.at(index > 0 ? index - 1 : index) ?? "";
  return firstPresent(part.replaceAll(/^[\t\n\f\r \u00A0\u202F\uFEFF]+|[\t\n\f\r \u00A0\u202F\uFEFF]+$/g, ""), present);
};
