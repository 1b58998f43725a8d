import { keepStep } from "../changes/index.ts";
import { defineEditedSection } from "../definitions/index.ts";
import { storeSelection } from "./selection-queries.ts";

/** The products of a feed in manual mode. Versions don't keep them: a hundred thousand are too many for each to have its own. What a change did is kept as a step. */
export const selectionSection = defineEditedSection<readonly number[]>({
  name: "selection",
  kept: "summary",
  startsRun: false,
  bounds: [],
  same: ({ before, after }) => before.length === after.length && after.every((product, at) => product === before[at]),
  async store({ shop }, { feedId, before, after }) {
    await storeSelection(shop, feedId, after);
    const [was, is] = [new Set(before), new Set(after)];
    const added = after.filter((id) => !was.has(id));
    await keepStep(shop, { kind: "selection", feed_id: feedId, added, removed: before.filter((id) => !is.has(id)) });
  },
  events: async () => undefined,
});
