import { mkdtemp, open, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PlainError } from "../../kernel/errors.ts";
import { FILE_BYTES_MAX } from "./csv-limits.ts";
import { checkExport } from "./preflight.ts";

const HEADER = "Handle,Title,Variant Price,Variant Inventory Qty\n";
const ROW = "lamp,Lamp,12.90,3\n";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "csv-preflight-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function check(name: string, content: string | Uint8Array) {
  const file = join(folder, name);
  await writeFile(file, content);
  return checkExport(file);
}

const utf16 = (text: string) => Buffer.from(text, "utf16le");

describe("an export", () => {
  test("is described: bytes, rows, columns, delimiter", async () => {
    expect(await check("ok.csv", HEADER + ROW + ROW)).toEqual({
      bytes: 85,
      rows: 2,
      columns: 4,
      markets: [],
      delimiter: ",",
      complete: true,
      warnings: [],
    });
  });

  test("may begin with a byte order mark and use semicolons, CRLF, and a last line without end", async () => {
    const facts = await check("bom.csv", `\uFEFF${HEADER.replaceAll(",", ";").replace("\n", "\r\n")}lamp;Lamp;12,90;3`);
    expect(facts).toMatchObject({ rows: 1, columns: 4, delimiter: ";", warnings: [] });
  });

  test("may begin with the line in which Excel names the delimiter", async () => {
    const content = `\uFEFFsep=;\r\n${HEADER}${ROW}`.replaceAll(",", ";").replaceAll("\n", "\r\n");
    expect(await check("sep.csv", content)).toMatchObject({ rows: 1, columns: 4, delimiter: ";", warnings: [] });
    await expect(check("long-row.csv", `sep=,\n${HEADER}lamp,Lamp,1,1,${"x,".repeat(2000)}\n`)).rejects.toThrow(/line 3/);
  });

  test("with damaged bytes is read and says so", async () => {
    const bytes = Buffer.concat([Buffer.from(`${HEADER}lamp,L\u0000amp caf\u00E9 `), Buffer.from([0xe9]), Buffer.from(",1,1\n")]);
    expect((await check("damaged.csv", bytes)).warnings).toMatchObject([
      { code: "invalid_utf8", count: 1 },
      { code: "nul_removed", count: 1 },
    ]);
  });

  test("that takes longer than there is time is read in part, and says so", async () => {
    const file = join(folder, "long.csv");
    await writeFile(file, HEADER + ROW.repeat(200_000));
    const facts = await checkExport(file, { scanMs: 0 });
    expect(facts.complete).toBe(false);
    expect(facts.rows).toBeLessThan(200_000);
    expect(await checkExport(file)).toMatchObject({ complete: true, rows: 200_000 });
  });
});

describe("what is no export is refused by what it is", () => {
  test.each<readonly [string, string | Uint8Array, string]>([
    ["a.csv.gz", gzipSync(HEADER), "it's compressed with gzip. Unpack it"],
    ["a.zip", Buffer.from("PK\u0003\u0004…"), "it's a ZIP archive, which an .xlsx workbook also is."],
    ["a.xls", Buffer.from("d0cf11e0a1b11ae1", "hex"), "it's an Excel workbook"],
    ["a.pdf", "%PDF-1.7", "it's a PDF document"],
    ["a.png", Buffer.from("89504e470d0a1a0a", "hex"), "it's a PNG image"],
    ["a.html", "\n<!doctype html>", "it's an HTML or XML page"],
    ["a.json", ' {"products": []}', "it's a JSON file"],
    ["a.bin", Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 151 + 7) % 255 || 1)), "it's a binary file"],
    ["zeros.csv", Buffer.alloc(100_000), "it contains only NUL bytes"],
    ["bare16.csv", utf16(HEADER), "is encoded as UTF-16"],
    ["empty.csv", "", "empty.csv is empty"],
    ["bom.csv", "\uFEFF", "bom.csv is empty"],
    ["blank.csv", " \r\n\n".repeat(100_000), "blank.csv is empty or starts with only blank lines"],
    ["orders.csv", "Name,Email\n#1,a@b.example\n", 'is missing the columns "Handle"'],
    ["unpriced.csv", "Handle,Title,Price / Canada\nlamp,Lamp,3\n", 'unpriced.csv has no price column: "Variant Price" (or "Price").'],
    ["books.csv", "book_id,authors,title,isbn\n1,A. Author,A book,1\n", "Use the CSV file that Shopify's admin writes (Products, Export"],
    ["header.csv", HEADER, "has a header but no products"],
    ["open.csv", `${HEADER}lamp,"Lamp,1,1\n`, 'line 2, column 2 "Title": the quote that opens here is never closed'],
    ["wide.csv", `Handle,Title,${Array.from({ length: 999 }, (_, at) => `c${at}`).join(",")}\na,b\n`, "line 1, column 1001"],
    ["cell.csv", `Handle,Title,Price\na,${"x".repeat(1024 * 1024 + 1)}\n`, "line 2, column 2"],
  ])("%s", async (name, content, sentence) => {
    const fault = await check(name, content).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(PlainError);
    expect(String(fault)).toContain(sentence);
  });

  test("one byte more than 2 GiB is refused unread", async () => {
    const file = join(folder, "huge.csv");
    await (await open(file, "w")).close();
    await truncate(file, FILE_BYTES_MAX + 1);
    await expect(checkExport(file)).rejects.toThrow("the file has 2,147,483,649 bytes");
  });

  test("a path without a file behind it is named", async () => {
    await expect(checkExport(join(folder, "none.csv"))).rejects.toThrow("the file doesn't exist");
    await expect(checkExport(folder)).rejects.toThrow("isn't a file");
  });
});
