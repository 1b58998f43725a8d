import { parse } from "csv-parse/sync";
import { XmlDocument, XmlElement } from "libxml2-wasm";
import { branded } from "../../src/kernel/unsafe.ts";

/** A product file as a platform fetches and reads it. */
export type FetchedFile =
  | { readonly kind: "read"; readonly columns: readonly string[]; readonly rows: readonly FeedRow[] }
  /** `unreachable`: no answer, or not 200. `empty`: nothing in it, or a header alone. `broken`: it ends in the middle or isn't what it seems. */
  | { readonly kind: "failed"; readonly why: "unreachable" | "empty" | "broken" };

/** Values by attribute; several of one are joined with commas. */
export type FeedRow = Readonly<Record<string, string>>;

/** Fetches a TSV, CSV or RSS file and reads it. */
export async function fetchFile(url: string): Promise<FetchedFile> {
  let text: string;
  try {
    const response = await fetch(url);
    if (!response.ok) return { kind: "failed", why: "unreachable" };
    text = await response.text();
  } catch {
    return { kind: "failed", why: "unreachable" };
  }
  if (text.trim() === "") return { kind: "failed", why: "empty" };
  try {
    const file = text.startsWith("<") ? readRss(text) : readTable(text);
    return file.rows.length === 0 ? { kind: "failed", why: "empty" } : { kind: "read", ...file };
  } catch {
    return { kind: "failed", why: "broken" };
  }
}

type Table = Pick<FetchedFile & { readonly kind: "read" }, "columns" | "rows">;

function readTable(text: string): Table {
  const header = text.slice(0, text.indexOf("\n"));
  const delimiter = header.includes("\t") ? "\t" : ",";
  // A row with too few cells, or an open quote at the end, is an error.
  const [columns = [], ...records] = branded<string[][]>(parse(text, { delimiter, bom: true }));
  return {
    columns,
    rows: records.map((cells) => Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""]))),
  };
}

function readRss(text: string): Table {
  using document = XmlDocument.fromString(text);
  const rows = document.find("/rss/channel/item").map((item) => {
    const row: Record<string, string> = {};
    for (const node of item.find("*")) {
      if (!(node instanceof XmlElement)) continue;
      const former = row[node.name];
      row[node.name] = former === undefined ? node.content : `${former},${node.content}`;
    }
    return row;
  });
  return { columns: [...new Set(rows.flatMap((row) => Object.keys(row)))], rows };
}
