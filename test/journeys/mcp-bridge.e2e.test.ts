import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKey } from "../../src/features/keys/index.ts";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { csvShop, type CsvShop } from "../harness/csv-shop.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";

/** `feedwright mcp`: an agent's client that speaks over standard input and output. */

const EXPORT = [
  "Handle,Title,Vendor,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Status",
  "blue-shoe,Blue shoe,acme,TRUE,Title,Default Title,S-1,5,deny,10,active",
  "",
].join("\n");
const LAUNCHER = fileURLToPath(new URL("../../bin/feedwright.js", import.meta.url));

let home: ClonedService;
let shop: CsvShop;

beforeAll(async () => {
  home = await clonedService();
  await home.start();
  shop = await csvShop(home, "shoes.example", EXPORT);
});
afterAll(() => home[Symbol.asyncDispose]());

function bridge(key: string, ...more: readonly string[]): StdioClientTransport {
  const args = [LAUNCHER, "mcp", "--url", home.url, ...more];
  return new StdioClientTransport({ command: process.execPath, args, env: { FEEDWRIGHT_KEY: key, PATH: process.env["PATH"] ?? "" } });
}

describe("the official client", () => {
  test.each([
    ["2025-11-25", "legacy"],
    ["2026-07-28", { pin: "2026-07-28" }],
  ] as const)("of %s lists tools, reads, and makes a previewed change", async (_revision, mode) => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(bridge(shop.key));
    try {
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain("list_feeds");
      expect((await client.callTool({ name: "list_feeds", arguments: {} })).structuredContent).toMatchObject({
        data: [{ feed_type: "primary" }],
      });
      const change = { feed_id: "feed_1", rule: { type: "set_value", target: "brand", value: "Acme" } };
      const previewed = await client.callTool({ name: "preview_rule", arguments: change });
      const token = members(previewed.structuredContent)["preview_token"];
      const made = await client.callTool({ name: "apply_rule", arguments: { ...change, preview_token: token } });
      expect(made).toMatchObject({ structuredContent: { data: { object: "rule" } } });
    } finally {
      await client.close();
    }
  });
});

describe("a program that writes lines", () => {
  const said = (input: string, key: string, ...more: readonly string[]) => {
    const env = { FEEDWRIGHT_KEY: key, PATH: process.env["PATH"] ?? "" };
    const { stdout, stderr, status } = spawnSync(process.execPath, [LAUNCHER, "mcp", "--url", home.url, ...more], {
      input,
      env,
      encoding: "utf8",
    });
    const lines = stdout.split("\n").filter((line) => line !== "");
    return { messages: lines.map((line) => members(parseJson(line))), stderr, status };
  };
  const list = `${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/list", params: {} })}\n`;

  test("gets the answers that are due after its input has ended", () => {
    expect(said(list, shop.key)).toMatchObject({ status: 0, messages: [{ id: 7, result: { tools: expect.any(Array) } }] });
  });

  test("is told what is wrong with its key and its lines", () => {
    const { messages, status } = said(`{"jsonrpc"\n${list}`, `svc_live_sk_${"0".repeat(40)}`);
    expect(status).toBe(0);
    expect(messages.map(({ error }) => members(error)["message"])).toEqual([
      "The line isn't an MCP message.",
      expect.stringMatching(/unauthorized|401|API key/i),
    ]);
  });

  test("names the shop it acts for with an organization's key", async () => {
    const organization = await home.database.db
      .insertInto("organizations")
      .values({ name: "Agency" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { rawKey } = await createKey(home.database.db, {
      kind: "organization",
      organizationId: organization.id,
      name: "Agent",
      grants: ["read"],
    });
    const refused = said(list, rawKey, "--shop", shop.id);
    expect(JSON.stringify(refused.messages)).toContain("isn't connected");
    expect(said(list, rawKey, "--shop", "shoes.example")).toMatchObject({ status: 1, stderr: expect.stringContaining("shop_3") });
  });
});

test("without a key it says how to get one", () => {
  const { status, stderr } = spawnSync(process.execPath, [LAUNCHER, "mcp", "--url", home.url], {
    env: { PATH: process.env["PATH"] ?? "" },
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toContain("feedwright key create");
});
