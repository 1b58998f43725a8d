import { BLANK, type Branch, call, type Expression, isBlank, isOneOf, source, text, when } from "../expression/expression.ts";
import type { ChannelAttribute } from "../vocabulary/channel-words.ts";
import { ownerOfColumn } from "../source/source-columns.ts";
import { OPTION_ATTRIBUTES, type OptionAttribute, optionNames } from "../vocabulary/option-words.ts";
import { METAFIELD_KEYS, metafieldColumns } from "./attribute-sources.ts";
import type { DefinitionContext } from "./feed-definition.ts";

/** What the platform has no field for: attributes that options and metafields say, in the form channels read them. */

export const SLOTS = [1, 2, 3] as const;
export type Slot = (typeof SLOTS)[number];

const NEW = text("new");

const exactly = (value: Expression, word: string): Expression => ({
  kind: "compare",
  operator: "=",
  left: value,
  right: text(word),
  caseSensitive: true,
});

/** The first value that isn't blank. */
function firstOf(values: readonly Expression[]): Expression {
  const [only = BLANK, ...others] = values.filter((value) => value !== BLANK);
  return others.length === 0 ? only : call("coalesce", only, ...others);
}

/** The first metafield of a key that says something. */
export function metafieldValue(key: string, { sourceColumns }: DefinitionContext): Expression {
  return firstOf(metafieldColumns(key, sourceColumns).map(source));
}

/** Which attribute an option is: the snapshot knows; where it is an older one, the option's name tells. BLANK where there are no options. */
function slotAttribute(slot: Slot, { sourceColumns }: DefinitionContext): Expression {
  const known = `option${slot}_attribute`;
  if (sourceColumns.includes(known)) return source(known);
  const named = `option${slot}_name`;
  return sourceColumns.includes(named) ? call("_option_attribute", source(named)) : BLANK;
}

/** The slots whose option may be an attribute. */
function attributeSlots(context: DefinitionContext): readonly Slot[] {
  return SLOTS.filter((slot) => slotAttribute(slot, context) !== BLANK);
}

/** What a function makes of a value that may be blank in every row: nothing, and then it needn't be asked. */
const unlessBlank = (value: Expression, made: (value: Expression) => Expression): Expression => (value === BLANK ? BLANK : made(value));

export function isAttribute(slot: Slot, attribute: OptionAttribute, context: DefinitionContext): Expression {
  return exactly(slotAttribute(slot, context), attribute);
}

/** What the row's option of an attribute is. */
function optionBranches(attribute: OptionAttribute, context: DefinitionContext): readonly Branch[] {
  return attributeSlots(context).map((slot) => ({ when: isAttribute(slot, attribute, context), then: source(`option${slot}_value`) }));
}

/** The row's own option value, else the metafield's. */
function attributeValue(attribute: OptionAttribute, context: DefinitionContext): Expression {
  return saidBy(attribute, optionBranches(attribute, context), context);
}

/** What an option says of a row, else what a metafield does. */
function saidBy(attribute: OptionAttribute, branches: readonly Branch[], context: DefinitionContext): Expression {
  if (attribute === "condition") return firstOf(conditionsSaid(branches, context));
  const metafield = metafieldOf(attribute, context);
  return branches.length === 0 ? metafield : { kind: "case", branches, otherwise: metafield };
}

/** What says a row's condition, the most specific first: its own metafields, its option, and the product's metafields. */
function conditionsSaid(branches: readonly Branch[], { sourceColumns }: DefinitionContext): readonly Expression[] {
  const option: Expression = branches.length === 0 ? BLANK : { kind: "case", branches, otherwise: BLANK };
  const columns = METAFIELD_KEYS.condition.flatMap((key) => metafieldColumns(key, sourceColumns));
  const metafieldsOf = (owner: "product" | "variant"): Expression =>
    firstOf(columns.filter((name) => ownerOfColumn(name) === owner).map(source));
  return [metafieldsOf("variant"), option, metafieldsOf("product")];
}

function metafieldOf(attribute: OptionAttribute, context: DefinitionContext): Expression {
  return firstOf(METAFIELD_KEYS[attribute].map((key) => metafieldValue(key, context)));
}

const channelWord = (value: Expression, attribute: ChannelAttribute): Expression =>
  unlessBlank(value, (given) => call("_channel_word", given, text(attribute)));
const slashed = (value: Expression): Expression => unlessBlank(value, (given) => call("_slashed", given));

/** What each attribute reads by default. */
export function attributeMappings(context: DefinitionContext): readonly (readonly [string, Expression])[] {
  return [
    ["condition", conditionOf(context)],
    ["color", slashed(attributeValue("color", context))],
    ["size", sizeValue(context)],
    ["material", slashed(attributeValue("material", context))],
    ["pattern", slashed(attributeValue("pattern", context))],
    ["gender", channelWord(attributeValue("gender", context), "gender")],
    ["age_group", channelWord(attributeValue("age_group", context), "age_group")],
  ];
}

/** A size is one value: a list of all sizes there are says nothing of the row. */
function sizeValue(context: DefinitionContext): Expression {
  const branches = attributeSlots(context).map((slot) => ({
    when: isAttribute(slot, "size", context),
    then: optionSize(source(`option${slot}_value`), context),
  }));
  const otherwise = unlessBlank(metafieldOf("size", context), (value) => call("_only_item", value));
  return branches.length === 0 ? otherwise : { kind: "case", branches, otherwise };
}

/** The sizes of a product that is sold as one variant are a list. Of several variants, `S, M` may be one that fits both. */
function optionSize(value: Expression, { sourceColumns }: DefinitionContext): Expression {
  const readable = call("_readable", value);
  if (!sourceColumns.includes("several_variants")) return readable;
  return when(exactly(source("several_variants"), "true"), readable, call("_one_size", value));
}

/** An option such as `Condition: Grade A` says nothing to channels, so the product's metafield may. */
function conditionOf(context: DefinitionContext): Expression {
  const said = conditionsSaid(optionBranches("condition", context), context);
  const value = firstOf(said);
  return value === BLANK ? NEW : when(isBlank(value), NEW, firstOf(said.map((one) => channelWord(one, "condition"))));
}

/** The same for people, who name options by their names; what a value is turned into for channels is left out. */
export function shownAttributes(context: DefinitionContext): ReadonlyMap<string, Expression> {
  const named = OPTION_ATTRIBUTES.map((attribute): [string, Expression] => {
    const names = optionNames(attribute);
    const branches = SLOTS.map((slot) => ({ when: isOneOf(source(`option${slot}_name`), names), then: source(`option${slot}_value`) }));
    return [attribute, unlessNew(attribute, saidBy(attribute, branches, context))];
  });
  return new Map(named);
}

/** Goods whose condition nobody mentions are new. */
function unlessNew(attribute: OptionAttribute, value: Expression): Expression {
  return attribute === "condition" ? call("coalesce", value, NEW) : value;
}

/**
 * The same over the columns that values come from in the end: which option is an attribute is asked of the snapshot, because a linked
 * option may have any name. Nothing of an older snapshot, which doesn't know.
 */
export function valuedAttributes(context: DefinitionContext): ReadonlyMap<string, Expression> {
  if (!context.sourceColumns.includes("option1_attribute")) return new Map();
  return new Map(OPTION_ATTRIBUTES.map((attribute) => [attribute, unlessNew(attribute, attributeValue(attribute, context))]));
}
