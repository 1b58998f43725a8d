import { z } from "zod";
import { changeDefinition } from "../definitions/index.ts";
import { ChangeQuery } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { lockRule } from "./lock-rule.ts";
import { listEdit } from "./rule-edits.ts";
import { loadRules } from "./rule-list.ts";
import { RulePath } from "./rule-shapes.ts";
import { storedAnswer } from "./stored-rules.ts";

export const deleteRule = write({
  name: "rules.delete",
  title: "Delete a rule",
  summary: "Deletes a rule permanently.",
  description:
    "The rules after it move up. The feed's next run no longer applies it. To get the rule back, restore the feed's previous version.",
  scope: "write_rules",
  http: { method: "DELETE", path: "/feeds/{feed_id}/rules/{id}", status: 204 },
  path: RulePath,
  query: ChangeQuery,
  output: z.strictObject({}),
  errors: ["resource_not_found", "version_conflict"],
  audit: "rule.deleted",
  mcp: { tool: "delete_rule", use: "Prefer `deactivate_rule` unless the person wants the rule gone." },
  undone: "versions",
  target: lockRule,
  before: ({ feed, rule }) => storedAnswer(rule, feed),
  async run(call, { path, query, target }) {
    const rule = storedAnswer(target.rule, target.feed);
    await changeDefinition(call, {
      feedId: path.feed_id,
      expected: query.expected_version,
      async read(feed) {
        const before = await loadRules(call.shop, feed);
        return listEdit(before, {
          rules: before.rules.filter(({ id }) => id !== path.id),
          done: { action: "deleted", rule },
          summary: `Deleted rule ${rule.position}: ${rule.rule}`,
        });
      },
    });
    return {};
  },
});
