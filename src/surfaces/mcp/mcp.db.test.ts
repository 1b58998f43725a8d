import { afterAll, beforeAll, expect, test } from "vitest";
import { OPERATIONS } from "../../features/operations.ts";
import { members } from "../../kernel/unsafe.ts";
import { httpFront, type HttpFront } from "../http/http-front.suite.ts";
import { mcpClient } from "../../../test/harness/mcp-client.ts";

let front: HttpFront;
beforeAll(async () => {
  front = await httpFront({ operations: OPERATIONS });
});
afterAll(() => front[Symbol.asyncDispose]());

test("a merchant's key sees the default tools and reads with them", async () => {
  const client = mcpClient(front);
  const tools = await client.tools();
  expect(tools.map(({ name }) => name)).toContain("list_feeds");
  expect(JSON.stringify(tools).length).toBeLessThan(40_000);
  const { structuredContent } = await client.call("list_feeds");
  expect(members(structuredContent["data"])[0]).toMatchObject({ object: "feed", feed_type: "primary" });
});

test("a change is previewed, made once, and refused a second time", async () => {
  const client = mcpClient(front);
  const change = { feed_id: "feed_1", rule: { type: "set_value", target: "brand", value: "Acme" } };
  expect(await client.call("apply_rule", change)).toMatchObject({
    isError: true,
    structuredContent: { error: { code: "preview_required" } },
  });
  const { structuredContent: preview } = await client.call("apply_rule", { ...change, preview: true });
  expect(preview).toMatchObject({ preview_token: expect.stringMatching(/^prv_/) });
  const made = await client.call("apply_rule", { ...change, preview_token: preview["preview_token"] });
  expect(made.structuredContent).toMatchObject({ data: { object: "rule" }, undo: { tool: "undo" } });
  const again = await client.call("apply_rule", { ...change, preview_token: preview["preview_token"] });
  expect(again).toMatchObject({ isError: true, structuredContent: { error: { code: "preview_used" } } });
});
