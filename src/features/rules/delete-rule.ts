import { z } from "zod";
import { changeDefinition } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { lockRule } from "./lock-rule.ts";
import { deleteRule as removeRule } from "./rule-queries.ts";
import { RulePath } from "./rule-shapes.ts";

export const deleteRule = write({
  name: "rules.delete",
  summary: "Removes a rule for good.",
  scope: "write_rules",
  http: { method: "DELETE", path: "/feeds/{feed_id}/rules/{id}", status: 204 },
  path: RulePath,
  output: z.strictObject({}),
  errors: ["resource_not_found"],
  audit: "rule.deleted",
  mcp: { tool: "delete_rule" },
  target: lockRule,
  async run(call, { path, target: { rule } }) {
    await removeRule(call.shop, rule);
    await changeDefinition(call.shop, path.feed_id);
    return {};
  },
});
