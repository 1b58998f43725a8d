import { didYouMean, nearestNames } from "../expression/column-names.ts";
import { addQuery } from "./add-query.ts";
import { append } from "./append.ts";
import { calculate } from "./calculate.ts";
import { changeCase } from "./change-case.ts";
import { clean } from "./clean.ts";
import { combine } from "./combine.ts";
import { convertCurrency } from "./convert-currency.ts";
import { copy } from "./copy.ts";
import { deduplicate } from "./deduplicate.ts";
import { excludeField } from "./exclude-field.ts";
import { exclude } from "./exclude.ts";
import { extract } from "./extract.ts";
import { firstOf } from "./first-of.ts";
import { include } from "./include.ts";
import { labelTiers } from "./label-tiers.ts";
import { limitRows } from "./limit-rows.ts";
import { mapValues } from "./map-values.ts";
import { prepend } from "./prepend.ts";
import { priceAdjust } from "./price-adjust.ts";
import { replaceMany } from "./replace-many.ts";
import { replace } from "./replace.ts";
import { type AnyRuleType, anyRuleType } from "./rule-type.ts";
import { setValue } from "./set-value.ts";
import { splitRow } from "./split-row.ts";
import { split } from "./split.ts";
import { template } from "./template.ts";
import { truncate } from "./truncate.ts";

/** Every rule type, in the order of the reference. A new one is a file beside this and one line here. */
export const RULE_TYPES: readonly AnyRuleType[] = Object.freeze([
  anyRuleType(setValue),
  anyRuleType(exclude),
  anyRuleType(include),
  anyRuleType(excludeField),
  anyRuleType(replace),
  anyRuleType(replaceMany),
  anyRuleType(mapValues),
  anyRuleType(prepend),
  anyRuleType(append),
  anyRuleType(copy),
  anyRuleType(firstOf),
  anyRuleType(combine),
  anyRuleType(template),
  anyRuleType(extract),
  anyRuleType(split),
  anyRuleType(changeCase),
  anyRuleType(clean),
  anyRuleType(truncate),
  anyRuleType(calculate),
  anyRuleType(priceAdjust),
  anyRuleType(convertCurrency),
  anyRuleType(labelTiers),
  anyRuleType(addQuery),
  anyRuleType(splitRow),
  anyRuleType(limitRows),
  anyRuleType(deduplicate),
]);

/** As much of an unknown name as a message repeats. */
const SHOWN_LENGTH_MAX = 60;

export const RULE_TYPE_NAMES: readonly string[] = RULE_TYPES.map(({ type }) => type);

/** Other names a type is written by. What is stored and answered is the type's own name. */
const ALIASES: ReadonlyMap<string, string> = new Map([["set", "set_value"]]);

/** Words for what a type does that are spelled like none of the names: the types they may be meant for. */
const RELATED: ReadonlyMap<string, readonly string[]> = new Map([
  ["modify", ["replace", "set_value"]],
  ["change", ["replace", "set_value"]],
  ["update", ["set_value"]],
  ["assign", ["set_value"]],
  ["filter", ["exclude"]],
  ["remove", ["exclude"]],
  ["delete", ["exclude"]],
  ["shorten", ["truncate"]],
  ["lookup", ["map_values"]],
  ["rename", ["replace"]],
  ["concat", ["combine"]],
  ["round", ["calculate"]],
  ["hide", ["exclude"]],
  ["upper", ["change_case"]],
  ["lower", ["change_case"]],
  ["uppercase", ["change_case"]],
  ["lowercase", ["change_case"]],
  ["capitalize", ["change_case"]],
  ["strip", ["clean"]],
  ["prefix", ["prepend"]],
  ["suffix", ["append"]],
]);

/** Every name that may be written. */
export const WRITTEN_TYPE_NAMES: readonly string[] = [...RULE_TYPE_NAMES, ...ALIASES.keys()];

export function findRuleType(written: string): AnyRuleType | undefined {
  const type = ALIASES.get(written) ?? written;
  return RULE_TYPES.find((known) => known.type === type);
}

/** What to say of a type there is not: those it may have been meant for, and all of them. */
export function unknownTypeMessage(written: string): string {
  return `There is no rule type ${written.slice(0, SHOWN_LENGTH_MAX)}.${didYouMean(similarTypes(written))} The types are ${RULE_TYPE_NAMES.join(", ")}.`;
}

/** Types that a message offers at most. */
const SIMILAR_MAX = 3;

/** Types of nearly that name, else types that are called or do something like it. */
function similarTypes(written: string): readonly string[] {
  const near = nearestNames(written, RULE_TYPE_NAMES);
  if (near.length > 0) return near;
  const words = written
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
  const related = words.flatMap((word) => RELATED.get(word) ?? RULE_TYPE_NAMES.filter((type) => type.split("_").includes(word)));
  return [...new Set(related)].slice(0, SIMILAR_MAX);
}
