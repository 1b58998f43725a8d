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
  summary: "Replaces many values, words or strings in a column, using a table.",
  members: MapMembers.extend({
    match: z.enum(["whole", "word", "text"]).default("whole").meta({
      description:
        "whole: replaces a value that equals an entry. word: replaces every entry that occurs as a whole word. text: replaces every entry, wherever it occurs. word and text only work with pairs.",
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
