import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { readable, testDuckdb } from "../../../test/harness/duckdb.ts";
import { feedDefinition, mappingsOf, readRules, runFeed } from "../../../test/golden/feed-run.ts";
import { rawProduct, rawVariant, takeSnapshot } from "../../../test/harness/raw-records.ts";
import { parseJson } from "../../kernel/unsafe.ts";

type Cells = readonly (readonly string[])[];

/**
 * Reads the canonical file as Google does, and refuses whatever the format does not allow: every record is one line; a value
 * with a double quote is enclosed in double quotes with its own doubled; no other value is enclosed.
 */
function readStrictly(text: string): Cells {
  expect(text.endsWith("\n")).toBe(true);
  expect(text).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029]/);
  const lines = text.slice(0, -1).split("\n");
  return lines.map((line) => line.split("\t").map(readValue));
}

function readValue(written: string): string {
  if (!written.includes('"')) return written;
  expect(written).toMatch(/^"(?:[^"]|"")*"$/);
  expect(written).toMatch(/""/);
  return written.slice(1, -1).replaceAll('""', '"');
}

const READ_BY_PYTHON =
  "import csv, io, json, sys\ncsv.field_size_limit(1 << 30)\nprint(json.dumps(list(csv.reader(io.TextIOWrapper(sys.stdin.buffer, newline='', encoding='utf-8'), delimiter='\\t'))))";
/** The answer holds every cell as JSON. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

const run = promisify(execFile);
const python = await run("python3", ["--version"]).then(
  () => true,
  () => false,
);

interface CanonicalFile {
  readonly text: string;
  /** Header and included rows, as the run has them. */
  readonly expected: Cells;
  /** What Python's `csv` module reads, where there is Python. */
  readonly byPython: () => Promise<unknown>;
}

/** The file of a catalog whose products have the given titles, as SKU and description too; `rules` run over it. */
async function canonicalFile(titles: readonly string[], rules: readonly object[] = []): Promise<CanonicalFile> {
  await using duckdb = await testDuckdb();
  const products = titles.map((title, at) =>
    rawProduct(at + 1, { key: `p${at}`, id: String(at + 1), title, vendor: [...title].slice(0, 3).join("") }),
  );
  const variants = titles.map((title, at) => rawVariant(at + 1, { product_key: `p${at}`, id: String(at + 1), price: "1", sku: title }));
  const snapshot = await takeSnapshot(duckdb, { products, variants });
  const feed = await runFeed(
    duckdb,
    {
      snapshot,
      definition: feedDefinition({
        rules: readRules(rules),
        extraColumns: ["extra"],
        mappings: { ...mappingsOf("id", "title", "description", "brand", "mpn", "price"), extra: "title" },
      }),
    },
    "files",
  );
  const included = feed.rows.filter(({ reason }) => reason === null);
  const expected = [feed.columns, ...included.map(({ fields }) => feed.columns.map((column) => fields[column] ?? ""))];
  const options = { maxBuffer: ANSWER_BYTES_MAX };
  const text = await readFile(feed.canonicalFile, "utf8");
  const byPython = async (): Promise<unknown> => {
    if (!python) return expected;
    const reading = run("python3", ["-c", READ_BY_PYTHON], options);
    reading.child.stdin?.end(text);
    return parseJson((await reading).stdout);
  };
  return { text, expected, byPython };
}

const ADVERSARIAL = [
  '"',
  '""',
  '"quoted"',
  'ends with "',
  '12" pan',
  '"begins, and a\ttab',
  "'single'",
  "a\tb\nc\r\nd\u2028e\u0085f",
  "comma, semicolon; pipe|",
  "\\",
  '\\"',
  "=SUM(A1)",
  "#comment",
  "NULL",
  "\u0001\u001F",
  "bom\uFEFF",
  "日本語 😀 ‏عربي",
  " spaces ",
  "",
  "\uFFFF",
];

describe("the canonical file", () => {
  test("gives back every value of every included row, to a strict reader and to Python's csv", async () => {
    const { text, expected, byPython } = await canonicalFile(ADVERSARIAL);
    expect(readStrictly(text)).toEqual(expected);
    expect(await byPython()).toEqual(expected);
    // The header takes the place of the row without a title, which is excluded.
    expect(expected).toHaveLength(ADVERSARIAL.length);
  });

  let quoted: Promise<CanonicalFile> | undefined;
  const quotedFile = (): Promise<CanonicalFile> => (quoted ??= canonicalFile(['12" pan', "a, 'b'"]));

  test("quotes a value with a double quote, and no other", async () => {
    const { text } = await quotedFile();
    const [, pan = "", plain = ""] = text.split("\n");
    expect(pan.split("\t")[1]).toBe('"12"" pan"');
    expect(pan.split("\t")[0]).toBe("shopify_US_1_1");
    expect(plain).not.toContain('"');
  });

  test("begins with the columns, in their order, without a byte order mark", async () => {
    const { text, expected } = await quotedFile();
    expect(text.split("\n")[0]).toBe(expected[0]?.join("\t"));
    expect(text.startsWith("id\ttitle\tdescription\tlink\t")).toBe(true);
    expect(text.split("\n")[0]?.endsWith("\tcustom_label_4\textra")).toBe(true);
  });

  test("leaves out excluded rows, and keeps the order of the others", async () => {
    const rules = [
      { type: "exclude", condition: { any: ["b", "d"].map((value) => ({ side: "G", column: "title", operator: "=", value })) } },
    ];
    const { text } = await canonicalFile(["a", "b", "c", "d", "e"], rules);
    expect(readStrictly(text).map(([, title]) => title)).toEqual(["title", "a", "c", "e"]);
  });

  test("of no included row is a header", async () => {
    const { text } = await canonicalFile(["a"], [{ type: "exclude" }]);
    expect(readStrictly(text)).toHaveLength(1);
  });

  test("has one line a row, whatever the values are", async () => {
    const piece = fc.oneof(
      fc.constantFrom("\n", "\r", "\t", '"', "\u0085", "\u2029", "\u000B", "\u000C", "\u001C", " ", "a", "\\", "\u0001"),
      fc.string({ unit: "binary", maxLength: 2 }),
    );
    const title = fc.array(piece, { maxLength: 10 }).map((pieces) => readable(pieces.join("")));
    await fc.assert(
      fc.asyncProperty(fc.array(title, { minLength: 10, maxLength: 20 }), title, async (titles, written) => {
        const { text, expected, byPython } = await canonicalFile(titles, [{ type: "set_value", target: "custom_label_0", value: written }]);
        expect(text.split("\n")).toHaveLength(expected.length + 1);
        expect(readStrictly(text)).toEqual(expected);
        expect(await byPython()).toEqual(expected);
      }),
      { numRuns: testRuns, endOnFailure: true },
    );
  });
});
