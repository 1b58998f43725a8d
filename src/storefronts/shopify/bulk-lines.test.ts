import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bulkLines, type BulkLine } from "./bulk-lines.ts";
import { createRepairs } from "./repairs.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "feedwright-lines-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: string | Uint8Array) {
  const file = path.join(folder, "lines.jsonl");
  await writeFile(file, content);
  const repairs = createRepairs();
  const lines: BulkLine[] = [];
  const source = { path: file, what: "the products", signal: new AbortController().signal, repairs };
  for await (const some of bulkLines(source)) for (const line of some) lines.push(line);
  return { lines, warnings: Object.fromEntries(repairs.warnings().map(({ code, count }) => [code, count])) };
}

describe("lines of a bulk file", () => {
  test("are read in order, escaped slashes and all", async () => {
    const { lines, warnings } = await read('{"id":"gid:\\/\\/shopify\\/Product\\/1"}\n{"id":"gid:\\/\\/shopify\\/Product\\/2"}\n');
    expect(lines).toEqual([{ id: "gid://shopify/Product/1" }, { id: "gid://shopify/Product/2" }]);
    expect(warnings).toEqual({});
  });

  test("may lack the last line feed, be empty, or end in CRLF", async () => {
    expect((await read('\n{"a":1}\r\n\r\n\n{"a":2}')).lines).toEqual([{ a: 1 }, { a: 2 }]);
    expect((await read("")).lines).toEqual([]);
  });

  test("keep line separators that are text, across any number of reads", async () => {
    const text = `\u2028${"é€😀".repeat(150_000)}\u2029`;
    const { lines, warnings } = await read(`${JSON.stringify({ text })}\n${JSON.stringify({ text: "after" })}\n`);
    expect(lines).toEqual([{ text }, { text: "after" }]);
    expect(warnings).toEqual({});
  });

  test("may be 17 MB long", async () => {
    const html = "x".repeat(17 * 1024 * 1024);
    expect((await read(`{"a":1}\n${JSON.stringify({ html })}\n{"a":2}\n`)).lines.map((line) => Object.keys(line))).toEqual([
      ["a"],
      ["html"],
      ["a"],
    ]);
  });
});

describe("what text may not hold is repaired and counted", () => {
  test("half of a surrogate pair", async () => {
    const { lines, warnings } = await read('{"title":"a\\ud83d b","tags":["\\uDE00"],"seo":{"title":"\\ud83d\\ude00"}}\n');
    expect(lines).toEqual([{ title: "a\uFFFD b", tags: ["\uFFFD"], seo: { title: "😀" } }]);
    expect(warnings).toEqual({ lone_surrogate: 2 });
  });

  test("U+0000", async () => {
    const { lines, warnings } = await read('{"title":"a\\u0000b"}\n');
    expect(lines).toEqual([{ title: "ab" }]);
    expect(warnings).toEqual({ nul_character: 1 });
  });

  test("bytes that are no UTF-8", async () => {
    const bytes = Buffer.concat([Buffer.from('{"title":"caf'), Buffer.from([0xe9]), Buffer.from('"}\n')]);
    const { lines, warnings } = await read(bytes);
    expect(lines).toEqual([{ title: "caf\uFFFD" }]);
    expect(warnings).toEqual({ invalid_utf8: 1 });
  });

  test("a byte order mark", async () => {
    const { lines, warnings } = await read('\uFEFF{"a":1}\n');
    expect(lines).toEqual([{ a: 1 }]);
    expect(warnings).toEqual({ byte_order_mark: 1 });
  });

  test("a key that stands twice: the later one counts", async () => {
    expect((await read('{"title":"old","title":"new"}\n')).lines).toEqual([{ title: "new" }]);
  });
});

describe("a line that isn't an object ends it with its number", () => {
  test.each([
    ['{"a":1}\n{"a":\n{"a":3}\n', "Line 2 of Shopify's export of the products isn't valid JSON"],
    ['{"a":1}\n\n[1]\n', "Line 3 of Shopify's export of the products isn't an object"],
    ['{"a":1}\n{"a":2}\nnull', "Line 3 of Shopify's export of the products isn't an object"],
    [`${'{"a":1}\n'.repeat(200_000)}{"cut off`, "Line 200001 of Shopify's export of the products isn't valid JSON"],
  ])("%.30j", async (content, sentence) => {
    await expect(read(content)).rejects.toMatchObject({ code: "shopify_line_invalid", message: expect.stringContaining(sentence) });
  });
});
