import { z } from "zod";
import { changeDefinition, ChangeQuery, expectVersion } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { lockRule } from "./lock-rule.ts";
import { tellRulesChanged } from "./rule-events.ts";
import { deleteRule as removeRule } from "./rule-queries.ts";
import { RulePath } from "./rule-shapes.ts";
import { storedAnswer } from "./stored-rules.ts";

export const deleteRule = write({
  name: "rules.delete",
  title: "Delete a rule",
  summary: "Removes a rule for good.",
  description: "The rules behind it move up. The next run of the feed does without it; the version before can be restored.",
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
  async run(call, { path, query, target: { feed, rule } }) {
    await expectVersion(call, feed, query.expected_version);
    await removeRule(call.shop, rule);
    const deleted = storedAnswer(rule, feed);
    await changeDefinition(call, path.feed_id, `Deleted rule ${rule.position}: ${deleted.rule}`);
    await tellRulesChanged(call, { action: "deleted", feedId: path.feed_id, rule: deleted });
    return {};
  },
});
