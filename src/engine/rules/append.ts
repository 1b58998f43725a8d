import { JoinMembers, joined } from "./joined-text.ts";
import { shownValue } from "./rule-members.ts";
import { ruleType } from "./rule-type.ts";

/**
 * Puts a value behind what a column holds, with the separator between the two. A blank column takes the value alone, a blank value changes
 * nothing; `unless_present` spares a column that contains the value already, ignoring case.
 */
export const append = ruleType({
  type: "append",
  summary: "Adds a value to the end of a column.",
  members: JoinMembers,
  example: { type: "append", target: "title", value: "=[D]variant_title", separator: " - ", unless_present: true },
  describe: ({ target, value }) => `Append ${shownValue(value)} to ${target}`,
  lower: (members, read) => [joined(members, read, (present, value) => [present, value])],
});
