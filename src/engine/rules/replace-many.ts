import { z } from "zod";
import { belonging, MapMembers, shownMap } from "./value-map.ts";
import { ruleType } from "./rule-type.ts";

const SHOWN = { whole: "values of", word: "words in", text: "text in" } as const;

/**
 * Replaces the whole value of a column by the one that belongs to it, by pairs or by a lookup table, ignoring case. A value
 * that nothing belongs to stays, unless `default` says otherwise.
 *
 * With `match` the pairs are looked for within the value: as whole words (where no letter, digit or `_` stands beside them) or anywhere.
 * All are replaced in one go from left to right, so pairs may swap two words; where several fit in one place, the longest does.
 */
export const replaceMany = ruleType({
  type: "replace_many",
  summary: "Replaces values of a column, or words and texts in it, by a table of many.",
  members: MapMembers.extend({
    match: z.enum(["whole", "word", "text"]).default("whole").meta({
      description:
        "whole: the whole value is the text of a pair. word: each place where one stands as a whole word. text: each place where one stands. The last two go with pairs.",
    }),
  }),
  example: {
    type: "replace_many",
    target: "color",
    pairs: [
      { from: "navy", to: "Blue" },
      { from: "scarlet", to: "Red" },
    ],
  },
  describe: (members) => `Replace ${SHOWN[members.match]} ${members.target} using ${shownMap(members)}`,
  lower: (members, read) => {
    const present = read.target(members.target, "/target");
    return [{ op: "assign", column: members.target, value: belonging(present, present, members, read) }];
  },
});
