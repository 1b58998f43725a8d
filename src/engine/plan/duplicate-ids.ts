import { all, call, type Expression, isBlank, not, output, text } from "../expression/expression.ts";
import { REASON } from "./exclusion-reasons.ts";
import type { DefinitionContext, FeedDefinition } from "./feed-definition.ts";
import type { Step } from "./feed-plan.ts";

/** Source columns that ids are made of which are each row's own; a cell may write others into them. */
const OWN_IDS: readonly string[] = ["id", "product_id"];

/**
 * Of the rows with one id the first of the feed stays: channels take either, and nobody can tell which. Ids are compared ignoring
 * case, as Microsoft does. The ids we make ourselves do not repeat, so most feeds pay nothing for it.
 */
export function duplicateSteps(definition: FeedDefinition, context: DefinitionContext, written: readonly string[]): readonly Step[] {
  if (!mayRepeat(definition, context, written)) return [];
  const id = call("trim", output("id"));
  const isFirst: Expression = { kind: "feedwide", fn: "is_first_in_group", args: [id] };
  return [{ op: "exclude", reason: text(REASON.duplicateId), condition: all(not(isBlank(id)), not(isFirst)) }];
}

function mayRepeat({ settings, mappings }: FeedDefinition, { cells }: DefinitionContext, written: readonly string[]): boolean {
  const isOurs =
    settings.id_format !== "sku" && mappings["id"] === undefined && !cells.some((name) => OWN_IDS.includes(name.replace("\u0000", "")));
  return !isOurs || written.includes("id");
}
