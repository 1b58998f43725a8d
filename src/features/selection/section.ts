import { defineEditedSection } from "../definitions/index.ts";
import { storeSelection } from "./selection-queries.ts";

/** The products of a feed in manual mode. Versions don't keep them: a hundred thousand are too many for each to have its own. */
export const selectionSection = defineEditedSection<readonly number[]>({
  name: "selection",
  kept: "summary",
  startsRun: false,
  bounds: [],
  same: ({ before, after }) => before.length === after.length && after.every((product, at) => product === before[at]),
  store: ({ shop }, { feedId, after }) => storeSelection(shop, feedId, after),
  events: async () => undefined,
});
