import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDirectoryStore, type DirectoryStore } from "../../platform/objects/directory-store.ts";
import { silentLog } from "../../platform/objects/silent-log.ts";
import { members } from "../../kernel/unsafe.ts";
import { csvStorefront } from "./csv-storefront.ts";

let root = "";
let store: DirectoryStore;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "introduce-export-"));
  store = await openDirectoryStore({ root, log: silentLog });
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(root, { recursive: true });
});

const introduce = (text: string) => csvStorefront(store).introduce({ kind: "csv", text }, new AbortController().signal);
async function stored(): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list("uploads/")) keys.push(key);
  return keys;
}

describe("an export that came as text", () => {
  test("is kept, until it is taken back", async () => {
    const { shop, config, undo } = await introduce("Handle,Title,Variant Price,Variant Inventory Qty\nlamp,Lamp,12.90,3\n");
    expect(shop).toBeNull();
    const { object, file_name: fileName } = members(config);
    expect(fileName).toBe("products.csv");
    expect(await stored()).toEqual([object]);
    await undo();
    expect(await stored()).toEqual([]);
  });

  test.each([
    ["what is no export", "<html>\n"],
    ["one without a product", "Handle,Title,Variant Price\n"],
    ["one without a price column", "Handle,Title\nlamp,Lamp\n"],
    ["nothing", "\n"],
  ])("is refused and not kept: %s", async (_, text) => {
    await expect(introduce(text)).rejects.toMatchObject({ name: "PlainError" });
    expect(await stored()).toEqual([]);
  });

  test("is no Shopify shop", () => {
    const shopify = { kind: "shopify", shop: "x.myshopify.com", token: "t" } as const;
    expect(() => csvStorefront(store).introduce(shopify, new AbortController().signal)).toThrow("by shopify");
  });
});
