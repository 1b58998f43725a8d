import {
  all,
  any,
  BLANK,
  boolean,
  call,
  compare,
  type Expression,
  isBlank,
  not,
  output,
  source,
  text,
  when,
} from "../expression/expression.ts";
import { isAttribute, SLOTS, type Slot } from "./attribute-mappings.ts";
import type { DefinitionContext, FeedDefinition } from "./feed-definition.ts";

/** What tells variants apart (Google's product data specification, `item_group_id`); `pattern` is one where the feed has the column. */
const VARIANT_ATTRIBUTES = ["color", "size", "material", "pattern", "gender", "age_group"] as const;

/** Attributes that say an option's value with other marks between its items. */
const SLASHED = ["color", "material", "pattern"] as const;

/** Attributes that say it in the channel's word. */
const WORDED = ["gender", "age_group"] as const;

/** The title that all variants of a product share. Where it's blank, so is the title of every variant. */
export function productTitle({ settings }: FeedDefinition): Expression {
  return settings.seo ? call("coalesce", source("seo_title"), source("title")) : source("title");
}

/**
 * The title with the option values of its row behind it. `when_needed`: of several variants, those that no attribute of the row
 * carries; it reads the attributes as they are mapped, so it has to follow them.
 */
export function titleOf(definition: FeedDefinition, context: DefinitionContext): Expression {
  const { variants, variant_titles: wanted } = definition.settings;
  const title = productTitle(definition);
  if (!variants || wanted === "never") return title;
  const values = SLOTS.map((slot) => source(`option${slot}_value`));
  const readable = (value: Expression): Expression => call("_readable", value);
  if (wanted === "always") return call("_title_with", title, ...values.map(readable));
  // An older snapshot doesn't know; its titles stay as they are until the next extract.
  if (!context.sourceColumns.includes("several_variants")) return title;
  const several: Expression = {
    kind: "compare",
    operator: "=",
    left: source("several_variants"),
    right: text("true"),
    caseSensitive: true,
  };
  const needed = SLOTS.map((slot) => {
    const value = source(`option${slot}_value`);
    const isSaid = all(call("_has_phrase", title, value), not(isShared(slot, definition, context)));
    return when(any(isBlank(value), isCarried(slot, definition, context)), BLANK, when(isSaid, BLANK, readable(value)));
  });
  return when(all(several, any(...values.map((value) => not(isBlank(value))))), call("_title_with", title, ...needed), title);
}

/** Whether the title contains several variants' values, so that they don't tell the variants apart. Older snapshots don't know. */
function isShared(slot: Slot, { settings }: FeedDefinition, { sourceColumns }: DefinitionContext): Expression {
  const has = (column: string): Expression =>
    sourceColumns.includes(column) ? compare(source(column), "contains", text(String(slot))) : boolean(false);
  if (!settings.seo) return has("options_in_title");
  return any(has("options_in_seo_title"), all(isBlank(source("seo_title")), has("options_in_title")));
}

/**
 * Whether an attribute of the row says an option's value. A channel's word does, unless another value of the product may have the same word
 * (`Teen` and `Adult` are both `adult`). A list that was cut short doesn't.
 */
function isCarried(slot: Slot, { mappings, extraColumns }: FeedDefinition, context: DefinitionContext): Expression {
  const value = source(`option${slot}_value`);
  const isColumn = (name: string): boolean => name !== "pattern" || extraColumns.includes(name);
  const slashed = SLASHED.filter((name) => isColumn(name) && mappings[name] === undefined).map((name) =>
    all(isAttribute(slot, name, context), call("_has_same_items", output(name), value)),
  );
  const worded = WORDED.filter((name) => mappings[name] === undefined).map((name) =>
    all(isAttribute(slot, name, context), not(isBlank(output(name))), not(call("_has_narrower_word", value, text(name)))),
  );
  const same = VARIANT_ATTRIBUTES.filter(isColumn).map((name) => compare(output(name), "=", value));
  return any(...slashed, ...worded, ...same);
}
