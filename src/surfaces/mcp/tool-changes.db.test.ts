import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mcpClient, type ToolAnswer } from "../../../test/harness/mcp-client.ts";
import { createKey } from "../../features/keys/index.ts";
import { members } from "../../kernel/unsafe.ts";
import { OPERATIONS } from "../../features/operations.ts";
import { httpFront } from "../http/http-front.suite.ts";
import { toolsShop, type ToolsShop } from "./tools-shop.suite.ts";

let home: ToolsShop;
let agent: ReturnType<typeof mcpClient>;
beforeAll(async () => {
  home = await toolsShop("changes.example", 3);
  agent = await home.agent();
});
afterAll(() => home[Symbol.asyncDispose]());

let made = 0;
const newRule = () => ({ feed_id: home.feed, rule: { type: "set_value", target: "brand", value: `Acme ${(made += 1)}` } });
const codeOf = ({ structuredContent }: ToolAnswer) => members(structuredContent["error"])["code"];
const dataOf = ({ structuredContent }: ToolAnswer) => members(structuredContent["data"]);

async function tokenOf(tool: string, given: object, client = agent): Promise<string> {
  const { structuredContent } = await client.call(tool, { ...given, preview: true });
  expect(structuredContent).toMatchObject({ preview: { summary: expect.stringMatching(/\S/) }, expires_at: expect.any(String) });
  return String(structuredContent["preview_token"]);
}

describe("a token", () => {
  test("makes its change once; the same call again names the entry of the audit log", async () => {
    const rule = newRule();
    const token = await tokenOf("apply_rule", rule);
    const { structuredContent } = await agent.call("apply_rule", { ...rule, preview_token: token });
    const auditId = members(members(structuredContent["undo"])["arguments"])["audit_id"];
    expect(structuredContent).toMatchObject({ data: { object: "rule" }, undo: { tool: "undo" } });
    const again = await agent.call("apply_rule", { ...rule, preview_token: token });
    expect(again).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "preview_used", details: [{ audit_id: auditId }] } },
    });
  });

  test("used by two calls at once makes one change", async () => {
    const rule = newRule();
    const token = await tokenOf("apply_rule", rule);
    const both = await Promise.all([1, 2].map(() => agent.call("apply_rule", { ...rule, preview_token: token })));
    expect(both.map(({ isError }) => isError).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
    expect(both.map(codeOf)).toContain("preview_used");
    const { structuredContent } = await agent.call("list_rules", { feed_id: home.feed, per_page: 100 });
    expect(JSON.stringify(structuredContent).split(`"value":"${rule.rule.value}"`)).toHaveLength(3);
  });

  test("is for its tool, arguments, key and shop, and says so", async () => {
    const rule = newRule();
    const token = { preview_token: await tokenOf("apply_rule", rule) };
    const other = await home.agent();
    expect(codeOf(await agent.call("apply_rule", { ...rule, ...token, rule: newRule().rule }))).toBe("preview_mismatch");
    expect(codeOf(await agent.call("update_settings", { feed_id: home.feed, seo: true, ...token }))).toBe("preview_mismatch");
    expect(codeOf(await other.call("apply_rule", { ...rule, ...token }))).toBe("preview_mismatch");
    expect(codeOf(await mcpClient(home.front).call("apply_rule", { ...rule, ...token }))).toBe("preview_expired");
    expect(codeOf(await agent.call("apply_rule", { ...rule, preview_token: "prv_nonsense" }))).toBe("preview_expired");
    expect((await agent.call("apply_rule", { rule: rule.rule, feed_id: rule.feed_id, ...token })).isError).toBe(false);
  });

  test("does not outlive a change of its feed", async () => {
    const rule = newRule();
    const token = await tokenOf("apply_rule", rule);
    const between = newRule();
    await agent.call("apply_rule", { ...between, preview_token: await tokenOf("apply_rule", between) });
    const late = await agent.call("apply_rule", { ...rule, preview_token: token });
    expect(late.structuredContent).toMatchObject({
      error: {
        code: "version_conflict",
        details: [{ current_version: expect.any(Number) }],
        message: expect.stringContaining("Preview the change again"),
      },
    });
  });

  test("expires by the database's clock", async () => {
    const rule = newRule();
    const token = await tokenOf("apply_rule", rule);
    const { db } = home.listed.database;
    await db
      .updateTable("tool_previews")
      .set({ expires_at: sql<Date>`now()` })
      .where("audit_id", "is", null)
      .execute();
    expect(codeOf(await agent.call("apply_rule", { ...rule, preview_token: token }))).toBe("preview_expired");
  });

  test("counts in every process", async () => {
    const { database, real, shop } = home.listed;
    const { rawKey: key } = await createKey(database.db, {
      kind: "merchant",
      shopId: shop.shopId,
      name: "Two nodes",
      grants: ["full_access"],
    });
    await using second = await httpFront({ operations: OPERATIONS, database, services: real.services });
    const rule = newRule();
    const token = await tokenOf("apply_rule", rule, mcpClient(home.front, { key }));
    expect((await mcpClient(second, { key }).call("apply_rule", { ...rule, preview_token: token })).isError).toBe(false);
  });
});

describe("preview_rule", () => {
  test("gives the token for the same rule in apply_rule, new or changed, and says how many rows change", async () => {
    const text = { feed_id: home.feed, rule: { text: 'Set custom_label_0 to "Autumn"' } };
    const shown = await agent.call("preview_rule", { ...text, sample: "changed", page: 1 });
    expect(shown.structuredContent).toMatchObject({ data: { summary: { changed: 3 } }, apply_with: "apply_rule" });
    const created = await agent.call("apply_rule", { ...text, preview_token: shown.structuredContent["preview_token"] });
    expect(dataOf(created)).toMatchObject({ object: "rule", value: "Autumn" });
    const change = { feed_id: home.feed, rule_id: String(dataOf(created)["id"]), rule: { value: "Winter" } };
    const again = await agent.call("preview_rule", change);
    const changed = await agent.call("apply_rule", { ...change, preview_token: again.structuredContent["preview_token"] });
    expect(dataOf(changed)).toMatchObject({ id: change.rule_id, value: "Winter" });
  });
});

describe("a preview", () => {
  const changes: readonly (readonly [string, () => object, string])[] = [
    ["apply_rule", newRule, "create a rule"],
    ["update_settings", () => ({ feed_id: home.feed, seo: false }), "of 3 rows would change"],
    ["update_mappings", () => ({ feed_id: home.feed, mappings: { custom_label_4: "vendor" } }), "of 3 rows would change"],
    ["set_cells", () => ({ feed_id: home.feed, product_id: "1001", cells: { title: "Other" } }), "1 feed columns of the row"],
    ["set_overrides", () => ({ products: [{ id: "1001", title: "Other" }] }), "updated: 1"],
    ["put_lookup_table", () => ({ name: "colours", rows: [["aqua", "Blue"]] }), "replace a lookup table"],
    ["create_feed", () => ({ feed_type: "market", target_market: "CA", display_name: "Canada" }), "create a feed"],
    ["assign_channel", () => ({ feed_id: home.feed, slug: "google" }), "channel"],
    ["run_feed", () => ({ feed_id: home.feed }), "regenerate a feed"],
    ["start_extract", () => ({ type: "full" }), "extract"],
    ["apply_config", () => ({ feed_id: home.feed, extra_columns: ["season"] }), "definition would change: extra columns 1"],
  ];

  test.each(changes)("of %s shows the change and leaves no row, event, job or object", async (tool, given, said) => {
    const before = await everything();
    const { structuredContent, isError } = await agent.call(tool, { ...given(), preview: true });
    expect([isError, structuredContent]).toEqual([false, expect.objectContaining({ preview_token: expect.stringMatching(/^prv_/) })]);
    expect(String(members(structuredContent["preview"])["summary"]).toLowerCase()).toContain(said.toLowerCase());
    expect(await everything()).toEqual(before);
  });

  test("says which members of a thing would change", async () => {
    const { structuredContent } = await agent.call("list_rules", { feed_id: home.feed });
    const rule = Array.isArray(structuredContent["data"]) ? members(structuredContent["data"][0]) : {};
    const shown = await agent.call("deactivate_rule", { feed_id: home.feed, id: rule["id"], preview: true });
    expect(members(shown.structuredContent["preview"])).toMatchObject({
      summary: expect.stringContaining("It would change `active`."),
      changes: { action: "rule.deactivated", changed: ["active"], before: { active: true }, after: { active: false } },
    });
  });

  test("is required, but a caller without the scope is told that first", async () => {
    expect(codeOf(await agent.call("apply_rule", newRule()))).toBe("preview_required");
    const reader = await home.agent({ grants: ["read_feeds"] });
    const refused = await reader.call("apply_rule", newRule());
    expect(refused.structuredContent).toMatchObject({
      error: { code: "insufficient_scope", message: expect.stringContaining("write_rules") },
    });
  });
});

test("a change is recorded as an agent's, with the key and the arguments", async () => {
  const rule = newRule();
  const token = await tokenOf("apply_rule", rule);
  await agent.call("apply_rule", { ...rule, preview_token: token });
  const { structuredContent } = await agent.call("list_audit", { per_page: 1 });
  expect(structuredContent["data"]).toMatchObject([{ action: "rule.created", actor: { kind: "agent", key_id: expect.anything() } }]);
  expect(JSON.stringify(structuredContent)).toContain(rule.rule.value);
});

/** Rows of every table and the objects, but for previews and what counts requests. */
async function everything(): Promise<unknown> {
  const { database, real } = home.listed;
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
    and table_name not in ('tool_previews') and table_name not like '%window%' order by 1`.execute(database.db);
  const counts: Record<string, unknown> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ count: string }>`select count(*) from ${sql.raw(name)}`.execute(database.db);
    counts[name] = rows[0]?.count;
  }
  const objects: string[] = [];
  for await (const { key } of real.services.objects.list("shops/")) objects.push(key);
  return { counts, objects };
}
