import { storedContext } from "../../engine/plan/stored-context.ts";
import { readRule } from "../../engine/rules/rule-reader.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { mappedSize } from "../columns/index.ts";
import { readSourceColumns } from "../metafields/index.ts";
import type { ShopChange } from "../operation.ts";
import { pastBounds, sizedRow } from "../rules/index.ts";
import { sameRow } from "./apply-config.ts";
import type { Definition } from "./definition.ts";
import type { Present } from "./present-feed.ts";

/** A version from before there was a bound on the parts of a feed may be past it; what was one feed then is none now. */
export async function refuseRestored(
  call: ShopChange & Refuse<"validation_failed">,
  present: Present,
  { rules, mappings, extraColumns }: Definition,
): Promise<void> {
  const rows = new Map(present.rules.map((row) => [row.id, row]));
  const context = storedContext(extraColumns);
  const sizes = rules.map((rule) => {
    const row = sameRow(rule, rows);
    return row === undefined
      ? { active: rule.active, ...readRule(0, rule.definition, context).size }
      : { ...sizedRow(row), active: rule.active };
  });
  const excess = pastBounds(sizes, mappedSize(mappings, await readSourceColumns(call.shop))).find(({ bound }) => bound === "parts");
  if (excess !== undefined)
    call.fail("validation_failed", excess.message, [{ param: "/rules", code: "validation_failed", message: excess.message }]);
}
