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

const introduce = (text: string, translations: string | null = null) =>
  csvStorefront(store).introduce(
    { kind: "csv", products: { text }, translations: translations === null ? null : { text: translations } },
    new AbortController().signal,
  );
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

  test("has its translations beside it, and is not kept where those are none", async () => {
    const products = "Handle,Title,Variant Price\nlamp,Lamp,12.90\n";
    const header = "Type,Identification,Field,Locale,Market,Status,Default content,Translated content\n";
    const { config, undo } = await introduce(products, `${header}PRODUCT,'1,title,de,,,Lamp,Lampe\n`);
    expect(config).toMatchObject({ file_name: "products.csv", translations: { file_name: "translations.csv" } });
    expect(await stored()).toHaveLength(2);
    await undo();
    expect(await stored()).toEqual([]);
    await expect(introduce(products, products)).rejects.toMatchObject({
      code: "csv_not_translations",
      message: expect.stringContaining(
        'is missing the columns "Type", "Identification", "Field", "Locale", "Default content", "Translated content"',
      ),
    });
    await expect(introduce(products, header)).rejects.toMatchObject({ code: "csv_no_translations" });
    expect(await stored()).toEqual([]);
  });

  test("is no Shopify shop", () => {
    const shopify = { kind: "shopify", shop: "x.myshopify.com", token: "t" } as const;
    expect(() => csvStorefront(store).introduce(shopify, new AbortController().signal)).toThrow("as shopify");
  });
});
