import { all, call, compare, type Expression, isBlank, isPresent, not, source, text } from "../../expression/expression.ts";
import { REASON, REASON_START } from "../exclusion-reasons.ts";
import type { FeedDefinition } from "../feed-definition.ts";
import type { Stage, Step } from "../feed-plan.ts";

/** The attached column that marks the rows of a manual selection. It stands among the localised ones and is none of their values. */
export const SELECTED = "selected";

/** Whether the feed asks for the product at all. */
export function selectionStage({ selection }: FeedDefinition): Stage {
  return { name: "selection", steps: steps(selection) };
}

function steps(selection: FeedDefinition["selection"]): readonly Step[] {
  switch (selection.mode) {
    case "all":
      return [];
    case "collection":
      return [
        { op: "exclude", reason: text(`${REASON_START.notInCollection}${selection.title}`), condition: not(isInCollection(selection)) },
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

/** One of the snapshot's list as a whole: its items are joined by a comma, and a comma inside a title is U+201A there. */
function isInCollection({ title, id }: Extract<FeedDefinition["selection"], { mode: "collection" }>): Expression {
  const item = id ?? title.normalize("NFC").replaceAll(",", "\u201A");
  const collections = call("concat", text(", "), source(id === null ? "collections" : "collection_ids"), text(", "));
  return all(not(isBlank(text(item))), compare(collections, "contains", text(`, ${item}, `)));
}
