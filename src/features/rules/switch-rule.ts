import type { z } from "zod";
import type { Refuse } from "../../kernel/operation.ts";
import { changeDefinition, type ReadEdit } from "../definitions/index.ts";
import type { ChangeQuery } from "../feeds/index.ts";
import type { ShopChange } from "../operation.ts";
import { listEdit, placeOf } from "./rule-edits.ts";
import { loadRules } from "./rule-list.ts";
import { findRule } from "./rule-queries.ts";
import type { RulePath, RuleShape } from "./rule-shapes.ts";
import { storedAnswer, storedDefinition } from "./stored-rules.ts";

interface Switched {
  readonly path: z.output<typeof RulePath>;
  readonly query: z.output<typeof ChangeQuery>;
  readonly active: boolean;
  readonly refuse?: ReadEdit["refuse"];
}

/** Makes a rule run, or lets runs skip it. */
export async function switchRule(
  call: ShopChange & Refuse<"resource_not_found">,
  { path: { feed_id: feedId, id }, query, active, refuse }: Switched,
): Promise<RuleShape> {
  const { feed } = await changeDefinition(call, {
    feedId,
    expected: query.expected_version,
    async read(present) {
      const before = await loadRules(call.shop, present);
      const rule = before.rules.find((state) => state.id === id) ?? call.fail("resource_not_found");
      const { description } = storedDefinition({ id, definition: rule.definition }, present);
      const edit = listEdit(before, {
        rules: before.rules.map((state) => (state === rule ? { ...rule, active } : state)),
        done: { action: active ? "activated" : "deactivated", id },
        summary: `${active ? "Activated" : "Deactivated"} rule ${placeOf(before, id)}: ${description}`,
      });
      return refuse === undefined ? edit : { ...edit, refuse };
    },
  });
  return storedAnswer((await findRule(call.shop, feedId, id)) ?? call.fail("resource_not_found"), feed);
}
