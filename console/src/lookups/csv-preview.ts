/** The first rows of a CSV file, to look at before it's sent. What the API reads is what counts. */
const DELIMITERS = [",", ";", "\t"] as const;

export interface CsvPreview {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function csvPreview(text: string, rowsMax: number): CsvPreview {
  const plain = text.replace(/^\uFEFF/, "");
  const header = plain.split(/\r?\n/, 1)[0] ?? "";
  const [delimiter = ","] = DELIMITERS.toSorted((a, b) => header.split(b).length - header.split(a).length);
  const [columns = [], ...rows] = cellsOf(plain, delimiter);
  return { columns, rows: rows.filter((cells) => cells.some((cell) => cell.trim() !== "")).slice(0, rowsMax) };
}

const CELLS = { ",": cellPattern(","), ";": cellPattern(";"), "\t": cellPattern("\t") };

function cellPattern(delimiter: string): RegExp {
  return new RegExp(`(?:"((?:[^"]|"")*)"?|)([^${delimiter}\\r\\n]*)(${delimiter}|\\r?\\n|\\r|$)`, "g");
}

/** Cells of a text in which a cell may be quoted, with quotes in it doubled. */
export function cellsOf(text: string, delimiter: keyof typeof CELLS): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [whole, quoted = "", plain = "", end = ""] of text.matchAll(CELLS[delimiter])) {
    if (whole === "") break;
    rows.at(-1)?.push(quoted.replaceAll('""', '"') + plain);
    if (end !== delimiter && end !== "") rows.push([]);
  }
  return rows;
}
