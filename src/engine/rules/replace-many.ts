import { belonging, MapMembers, shownMap } from "./value-map.ts";
import { ruleType } from "./rule-type.ts";

/**
 * Replaces the whole value of a column by the one that belongs to it, by pairs or by a lookup table, ignoring case. A value
 * that nothing belongs to stays, unless `default` says otherwise.
 */
export const replaceMany = ruleType({
  type: "replace_many",
  summary: "Replaces whole values of a column by a table of many.",
  members: MapMembers,
  example: {
    type: "replace_many",
    target: "color",
    pairs: [
      { from: "navy", to: "Blue" },
      { from: "scarlet", to: "Red" },
    ],
  },
  describe: (members) => `Replace values of ${members.target} by ${shownMap(members)}`,
  lower: (members, read) => {
    const present = read.target(members.target, "/target");
    return [{ op: "assign", column: members.target, value: belonging(present, present, members, read) }];
  },
});
