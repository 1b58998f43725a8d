import { all, any, call, compare, type Expression, isBlank, isPresent, not, source, text } from "../../expression/expression.ts";
import { REASON, REASON_START } from "../exclusion-reasons.ts";
import type { DefinitionContext, FeedDefinition } from "../feed-definition.ts";
import type { Stage, Step } from "../feed-plan.ts";
import { hasCellOf } from "../source-cells.ts";

/** The attached column that marks the rows of a manual selection. It stands among the localised ones and is none of their values. */
export const SELECTED = "selected";

type CollectionSelection = Extract<FeedDefinition["selection"], { mode: "collection" }>;

/** Whether the feed asks for the product at all. */
export function selectionStage({ selection }: FeedDefinition, context: DefinitionContext): Stage {
  return { name: "selection", steps: steps(selection, context) };
}

function steps(selection: FeedDefinition["selection"], context: DefinitionContext): readonly Step[] {
  switch (selection.mode) {
    case "all":
      return [];
    case "collection":
      return [
        {
          op: "exclude",
          reason: text(`${REASON_START.notInCollection}${selection.title}`),
          condition: not(isInCollection(selection, context)),
        },
      ];
    case "manual":
      return [
        {
          op: "exclude",
          reason: text(REASON.notSelected),
          condition: not(isPresent({ kind: "column", side: "L", name: SELECTED })),
        },
      ];
    default:
      return selection satisfies never;
  }
}

/** By its id, except in a row whose collections somebody has edited: a cell names them by their titles. */
function isInCollection({ title, id }: CollectionSelection, context: DefinitionContext): Expression {
  const isTitled = isAmong("collections", title.normalize("NFC").replaceAll(",", "\u201A"));
  if (id === null) return isTitled;
  const isListed = isAmong("collection_ids", id);
  const isEdited = hasCellOf("collections", context);
  return isEdited === undefined ? isListed : any(all(isEdited, isTitled), all(not(isEdited), isListed));
}

/** One of the snapshot's list as a whole: its items are joined by a comma, and a comma inside a title is U+201A there. */
function isAmong(column: string, item: string): Expression {
  const collections = call("concat", text(", "), source(column), text(", "));
  return all(not(isBlank(text(item))), compare(collections, "contains", text(`, ${item}, `)));
}
