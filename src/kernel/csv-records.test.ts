import { Buffer } from "node:buffer";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testRuns } from "../../test/harness/test-seed.ts";
import { EXPORT_BOUNDS } from "../storefronts/csv/csv-faults.ts";
import { CELL_BYTES_MAX, COLUMNS_MAX, RECORD_BYTES_MAX, ROWS_MAX } from "../storefronts/csv/csv-limits.ts";
import { DELIMITERS, type Delimiter } from "./csv-delimiter.ts";
import { cellText, createScan, endOfBytes, feed, nextRecord } from "./csv-records.ts";
import { PlainError } from "./errors.ts";

interface ReadRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

interface Reading {
  readonly delimiter?: Delimiter;
  readonly columnNames?: readonly string[];
  /** Sizes of the pieces the text arrives in, over and over. */
  readonly pieces?: readonly number[];
}

function readAll(text: string | Buffer, { delimiter = ",", columnNames = [], pieces = [65_536] }: Reading = {}): readonly ReadRecord[] {
  const scan = createScan("export.csv", delimiter, EXPORT_BOUNDS);
  scan.columnNames = columnNames;
  const records: ReadRecord[] = [];
  const drain = () => {
    while (nextRecord(scan)) {
      records.push({ line: scan.line, cells: Array.from({ length: scan.cells }, (_, cell) => cellText(scan, cell)) });
    }
  };
  const bytes = Buffer.from(text);
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = pieces[turn % pieces.length] ?? 1;
    feed(scan, bytes.subarray(at, at + size));
    drain();
    at += size;
  }
  endOfBytes(scan);
  drain();
  return records;
}

const cellsOf = (text: string, reading?: Reading) => readAll(text, reading).map(({ cells }) => cells);

function faultOf(act: () => unknown): PlainError {
  try {
    act();
  } catch (error) {
    if (error instanceof PlainError) return error;
    throw error;
  }
  throw new Error("it was read without a fault");
}

const Pieces = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

describe("any document reads the same", () => {
  const CellText = fc.string({
    unit: fc.constantFrom('"', ",", ";", "\t", "\r", "\n", " ", "a", "é", "😀", "\u2028", "\u00A0"),
    maxLength: 6,
  });
  const Cell = fc.record({ text: CellText, quoted: fc.boolean() });
  const Line = fc.record({ cells: fc.array(Cell, { minLength: 1, maxLength: 5 }), end: fc.constantFrom("\n", "\r\n", "\r") });

  /** Quotes where it must or was told to; the first cell of a line always, so that no line is blank. */
  const written = (lines: readonly { cells: readonly { text: string; quoted: boolean }[]; end: string }[], delimiter: Delimiter) =>
    lines
      .map(({ cells, end }) => {
        const line = cells.map(({ text, quoted }, at) => {
          const must = at === 0 || text.startsWith('"') || [delimiter, "\r", "\n"].some((special) => text.includes(special));
          return quoted || must ? `"${text.replaceAll('"', '""')}"` : text;
        });
        return line.join(delimiter) + end;
      })
      .join("");

  test("as it was written, whatever the delimiter, the quotes, the line ends and the chunks", () => {
    fc.assert(
      fc.property(fc.array(Line, { maxLength: 6 }), fc.constantFrom(...DELIMITERS), Pieces, (lines, delimiter, pieces) => {
        const expected = lines.map(({ cells }) => cells.map(({ text }) => text));
        expect(cellsOf(written(lines, delimiter), { delimiter, pieces })).toEqual(expected);
      }),
      { numRuns: 100 * testRuns },
    );
  });

  test("as another parser reads it", () => {
    fc.assert(
      fc.property(fc.array(Line, { maxLength: 6 }), fc.constantFrom(...DELIMITERS), Pieces, (lines, delimiter, pieces) => {
        const text = written(lines, delimiter);
        const options = { delimiter, record_delimiter: ["\r\n", "\n", "\r"], relax_column_count: true, relax_quotes: true };
        expect(cellsOf(text, { delimiter, pieces })).toEqual(parse(text, options));
      }),
      { numRuns: 100 * testRuns },
    );
  });

  test("however its bytes are cut, also when it keeps no rules", () => {
    const Wild = fc.string({ unit: fc.constantFrom('"', '"', ",", "\r", "\n", "a", "é"), maxLength: 40 });
    const attempt = (text: string, pieces: readonly number[]) => {
      try {
        return readAll(text, { pieces });
      } catch (error) {
        return String(error);
      }
    };
    fc.assert(
      fc.property(Wild, Pieces, (text, pieces) => {
        expect(attempt(text, pieces)).toEqual(attempt(text, [1_000]));
      }),
      { numRuns: 200 * testRuns },
    );
  });
});

describe("what real files do", () => {
  test.each([
    ["a quote inside an unquoted cell is text", 'a,5" nail,c\n', [["a", '5" nail', "c"]]],
    ["text behind a closing quote belongs to the cell", '"a ""b"" c"d"e",f\n', [['a "b" cd"e"', "f"]]],
    ["blanks around a cell are kept", ' a , "b"\n', [[" a ", ' "b"']]],
    ["a line may have fewer or more cells than the one before", "a,b,c\nd\ne,f,g,h\n", [["a", "b", "c"], ["d"], ["e", "f", "g", "h"]]],
    [
      "blank lines are no records, a line of delimiters is one",
      "a,b\n\n\r\n,\n\nc,d",
      [
        ["a", "b"],
        ["", ""],
        ["c", "d"],
      ],
    ],
    ["a quoted blank cell alone on its line is a record", 'a\n""\nb', [["a"], [""], ["b"]]],
    ["the last line needs no line break", 'a,"b"', [["a", "b"]]],
    ["the last cell may be blank", "a,", [["a", ""]]],
    ["an empty file has no records", "", []],
  ])("%s", (_, text, expected) => {
    expect(cellsOf(text)).toEqual(expected);
  });

  test("records start on the line that an editor shows, line breaks between quotes counted", () => {
    const text = 'h\r\n"one\r\ntwo\nthree\rfour"\r\nfive\r\r\n"six"\nseven';
    expect(readAll(text, { pieces: [1] }).map(({ line }) => line)).toEqual([1, 2, 6, 8, 9]);
  });

  test("a cell that the record does not have is blank", () => {
    const scan = createScan("export.csv", ",", EXPORT_BOUNDS);
    feed(scan, Buffer.from("a,b\n"));
    expect(nextRecord(scan)).toBe(true);
    expect([cellText(scan, 1), cellText(scan, 2), cellText(scan, -1)]).toEqual(["b", "", ""]);
  });
});

describe("every bound names the line and the column", () => {
  const columnNames = ["Handle", "Body (HTML)"];
  const longest = "x".repeat(CELL_BYTES_MAX);

  test("a cell of 1 MiB is read; of one byte more, quoted or not, it is refused", () => {
    expect(cellsOf(`a,${longest}\nb,"${longest}"\n`)).toHaveLength(2);
    for (const cell of [`${longest}x`, `"${longest}x"`, `"${longest}"x`]) {
      const { code, message } = faultOf(() => readAll(`a,"two\nlines"\nb,${cell}\n`, { columnNames }));
      expect(code).toBe("csv_cell_too_long");
      expect(message).toContain('export.csv: line 3, column 2 "Body (HTML)": the cell is larger than 1 MiB');
    }
  });

  test("doubled quotes count once", () => {
    const quotes = '""'.repeat(CELL_BYTES_MAX);
    expect(cellsOf(`"${quotes}"`)[0]?.[0]).toHaveLength(CELL_BYTES_MAX);
    expect(faultOf(() => readAll(`"${quotes}"""`)).code).toBe("csv_cell_too_long");
  });

  test("a cell that is too long is refused before the file goes on, so memory is bounded", () => {
    const scan = createScan("export.csv", ",", EXPORT_BOUNDS);
    const chunk = Buffer.alloc(64 * 1024, "x");
    let chunks = 0;
    const fault = faultOf(() => {
      for (; chunks < 1_000; chunks += 1) {
        feed(scan, chunks === 0 ? Buffer.from('"') : chunk);
        nextRecord(scan);
      }
    });
    expect(fault.code).toBe("csv_cell_too_long");
    expect(chunks).toBe(CELL_BYTES_MAX / chunk.length + 1);
  });

  test("a thousand columns are read, a thousand and one are refused", () => {
    expect(cellsOf(",".repeat(COLUMNS_MAX - 1))[0]).toHaveLength(COLUMNS_MAX);
    for (const line of [",".repeat(COLUMNS_MAX), `${"a,".repeat(COLUMNS_MAX)}"b"`]) {
      const { code, message } = faultOf(() => readAll(`a\n${line}\n`, { columnNames }));
      expect(code).toBe("csv_too_many_columns");
      expect(message).toContain("line 2, column 1001: the line has more than 1,000 columns");
    }
  });

  test("a quote that is never closed names the place where it opened", () => {
    const { code, message } = faultOf(() => readAll('Handle,Body\na,b\nc,"d\ne,f\n', { columnNames }));
    expect(code).toBe("csv_unclosed_quote");
    expect(message).toContain('line 3, column 2 "Body (HTML)": the quote that opens here is never closed');
  });

  test("a row of more than 32 MiB is refused although each cell is short enough", () => {
    const row = `${longest},`.repeat(RECORD_BYTES_MAX / CELL_BYTES_MAX);
    expect(faultOf(() => readAll(`a\n${row}\n`)).message).toContain("the row that starts on line 2 is larger than 32 MiB");
  });

  test("five million rows below the header are read, one more is refused", () => {
    const scan = createScan("export.csv", ",", EXPORT_BOUNDS);
    const rows = Buffer.from("a\n".repeat(50_000));
    feed(scan, Buffer.from("Handle\n"));
    const drain = () => {
      while (nextRecord(scan)) scan.columnNames = columnNames;
    };
    drain();
    for (let fed = 0; fed < ROWS_MAX; fed += 50_000) {
      feed(scan, rows);
      drain();
    }
    expect(scan.records).toBe(ROWS_MAX + 1);
    feed(scan, Buffer.from("a\n"));
    const { code, message } = faultOf(drain);
    expect(code).toBe("csv_too_many_rows");
    expect(message).toContain("line 5000002: the file has more than 5,000,000 rows");
  });
});
