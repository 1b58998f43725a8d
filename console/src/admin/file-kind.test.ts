import { expect, test } from "vitest";
import { kindOfFile } from "./file-kind.ts";

const file = (bytes: readonly number[] | string, name: string) =>
  kindOfFile(new File([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], name));
const ZIP = [0x50, 0x4b, 3, 4, 20, 0, 0, 0];
const codes = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0);

test.each([
  ["bowl.png", [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], "image"],
  ["bowl.jpg", [0xff, 0xd8, 0xff, 0xe0], "image"],
  ["bowl.webp", [...codes("RIFF"), 1, 10, 0, 0, ...codes("WEBPVP8 ")], "image"],
  ["products.xlsx", ZIP, "workbook"],
  ["products", [...ZIP, ...codes("xl/workbook.xml")], "workbook"],
  ["products.xls", [0xd0, 0xcf, 0x11, 0xe0], "workbook"],
  ["products.zip", ZIP, "archive"],
  ["products.csv.gz", [0x1f, 0x8b, 8], "archive"],
  ["products.pdf", codes("%PDF-1.7"), "pdf"],
  ["products.csv", [0xff, 0xfe, 0x48, 0, 0x61, 0], "utf16"],
  ["products.bin", [1, 2, 0, 3], "binary"],
])("a file that isn't a CSV export is known by its beginning: %s", async (name, bytes, kind) => {
  expect(await file(bytes, name)).toBe(kind);
});

test("a CSV export is recognised whatever its name, with a byte order mark, and in another encoding", async () => {
  const kinds = await Promise.all([
    file("Handle,Title\nbowl,Bowl\n", "products.xlsx"),
    file("\uFEFFHandle,Title\nväv,Väv\n", "products.csv"),
    file([...codes("Handle,Title\nv"), 0xe4, 0x76, 10], "products.csv"),
    file("PK,Title\n1,Bowl\n", "products.csv"),
    file("", "products.csv"),
  ]);
  expect(kinds).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test("nothing is said of a file that can't be read until it's sent", async () => {
  const gone = new File(["x"], "products.csv");
  gone.slice = () => {
    throw new Error("NotReadableError");
  };
  expect(await kindOfFile(gone)).toBeUndefined();
});
