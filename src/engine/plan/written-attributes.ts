import { BLANK } from "../expression/expression.ts";
import { defaultMappings } from "./default-mappings.ts";
import { attributeColumns } from "./feed-columns.ts";
import type { DefinitionContext, FeedDefinition } from "./feed-definition.ts";

/**
 * Channel attributes that a feed's rows have beside its columns, in the order of the vocabulary: those that a mapping or a rule writes, and
 * those that the catalog fills by default. They're in `rows.parquet` for the channels; the canonical file doesn't have them.
 */
export function writtenAttributes(definition: FeedDefinition, context: DefinitionContext): readonly string[] {
  const { mappings, rules, extraColumns } = definition;
  const defaults = defaultMappings(definition, context);
  const byRules = new Set(rules.flatMap(({ steps }) => steps.flatMap((step) => ("target" in step ? [step.target.name] : []))));
  const isMapped = (name: string): boolean =>
    mappings[name] === undefined ? (defaults.get(name) ?? BLANK) !== BLANK : mappings[name] !== null;
  return attributeColumns(extraColumns).flatMap(({ name }) => (byRules.has(name) || isMapped(name) ? [name] : []));
}
