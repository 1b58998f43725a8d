import { JoinMembers, joined } from "./joined-text.ts";
import { shownValue } from "./rule-members.ts";
import { ruleType } from "./rule-type.ts";

/**
 * Puts a value before what a column holds, with the separator between the two. A blank column takes the value alone, a blank value changes
 * nothing; `unless_present` spares a column that contains the value already, ignoring case.
 */
export const prepend = ruleType({
  type: "prepend",
  summary: "Adds a value to the start of a column.",
  members: JoinMembers,
  example: { type: "prepend", target: "title", value: "=[D]vendor", separator: " ", unless_present: true },
  describe: ({ target, value }) => `Prepend ${shownValue(value)} to ${target}`,
  lower: (members, read) => [joined(members, read, (present, value) => [value, present])],
});
