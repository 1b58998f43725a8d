import type { copy } from "../../../src/engine/rules/copy.ts";
import type { excludeField } from "../../../src/engine/rules/exclude-field.ts";
import type { extract } from "../../../src/engine/rules/extract.ts";
import type { firstOf } from "../../../src/engine/rules/first-of.ts";
import type { labelTiers } from "../../../src/engine/rules/label-tiers.ts";
import type { mapValues } from "../../../src/engine/rules/map-values.ts";
import type { replaceMany } from "../../../src/engine/rules/replace-many.ts";
import type { setValue } from "../../../src/engine/rules/set-value.ts";
import { amountOf, unitsOf } from "./amounts.ts";
import { findsAny, replacedMany } from "../replaced-many.ts";
import { cut, firstPresent, folded, isBlank, type MembersOf, type RuleReference, type RuleRow, wordPattern } from "./rule-row.ts";

export const setValueReference: RuleReference<MembersOf<typeof setValue>> = (_members, { at }) => cut(at("/value"));

export const copyReference: RuleReference<MembersOf<typeof copy>> = (_members, { at }) => cut(at("/from"));

export const excludeFieldReference: RuleReference<MembersOf<typeof excludeField>> = () => "";

export const firstOfReference: RuleReference<MembersOf<typeof firstOf>> = ({ from }, { present, at }) =>
  firstPresent(...from.map((_, index) => at(`/from/${index}`)), present);

export const replaceManyReference: RuleReference<MembersOf<typeof replaceMany>> = (members, row) => {
  const { match, pairs = [], default: otherwise } = members;
  if (match === "whole") return belonging(row.present, members, row);
  if (findsAny(row.present, pairs, match)) return cut(replacedMany(row.present, pairs, match));
  return otherwise === undefined || otherwise === "keep" ? row.present : otherwise === "blank" ? "" : row.at("/default");
};

export const mapValuesReference: RuleReference<MembersOf<typeof mapValues>> = (members, row) => belonging(row.at("/from"), members, row);

type Mapped = Pick<MembersOf<typeof mapValues>, "pairs" | "default">;

function belonging(value: string, { pairs, default: otherwise }: Mapped, { present, at }: RuleRow): string {
  const pair = (pairs ?? []).find(({ from }) => folded(from) === folded(value));
  if (pair !== undefined) return pair.to;
  if (otherwise === undefined || otherwise === "keep") return present;
  return otherwise === "blank" ? "" : at("/default");
}

/** A pattern here is one that JavaScript reads as RE2 does. */
export const extractReference: RuleReference<MembersOf<typeof extract>> = (members, { present, at }) => {
  const { pattern, group, words, default: otherwise } = members;
  const value = at("/from");
  const found = words === undefined ? matchOf([...value].slice(0, 2_000).join(""), pattern ?? "", group) : wordOf(value, words);
  return firstPresent(found, otherwise === undefined ? present : at("/default"));
};

function matchOf(value: string, pattern: string, group: number | undefined): string {
  const found = new RegExp(pattern, "u").exec(value);
  if (found === null) return "";
  return found[group ?? (found.length > 1 ? 1 : 0)] ?? "";
}

function wordOf(value: string, words: readonly string[]): string {
  const has = (word: string): boolean => new RegExp(wordPattern(folded(word)), "u").test(folded(value));
  return words.map((word) => word.trim()).find(has) ?? "";
}

export const labelTiersReference: RuleReference<MembersOf<typeof labelTiers>> = ({ tiers, default: otherwise }, { present, at }) => {
  const fits = tiers.find(({ condition, in: words, from, to }, index) => {
    if (condition !== undefined) return at(`/tiers/${index}/condition`) === "true";
    if (words !== undefined) return words.some((word) => folded(word) === folded(at("/by")));
    const number = isBlank(at("/by")) ? undefined : amountOf(at("/by"))?.units;
    if (number === undefined) return false;
    return (from === undefined || number >= unitsOf(from)) && (to === undefined || number < unitsOf(to));
  });
  return fits?.name ?? otherwise ?? present;
};
