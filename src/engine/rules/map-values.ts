import { Operand, shownOperand } from "./rule-members.ts";
import { ruleType } from "./rule-type.ts";
import { belonging, MapMembers, shownMap } from "./value-map.ts";

/**
 * Writes what belongs to the value of another column, by pairs or by a lookup table, ignoring case. Where nothing belongs to
 * it (so too where it is blank) the column keeps its value, unless `default` says otherwise.
 */
export const mapValues = ruleType({
  type: "map_values",
  summary: "Writes a value that a table has for another column's value.",
  members: MapMembers.extend({ from: Operand }),
  example: {
    type: "map_values",
    target: "google_product_category",
    from: "[D]product_type",
    pairs: [
      { from: "Sweaters", to: "Apparel & Accessories > Clothing > Shirts & Tops" },
      { from: "Mugs", to: "Home & Garden > Kitchen & Dining > Tableware > Drinkware > Mugs" },
    ],
  },
  describe: (members) => `Set ${members.target} from ${shownOperand(members.from)} using ${shownMap(members)}`,
  lower: (members, read) => {
    const present = read.target(members.target, "/target");
    return [{ op: "assign", column: members.target, value: belonging(read.operand(members.from, "/from"), present, members, read) }];
  },
});
