/** Rows of cells as spreadsheets put them on the clipboard: quoted where a cell has a tab, a line break or a quote. */
export function parseTsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/gy;
  const clean = text.replaceAll("\r\n", "\n").replace(/\n$/, "");
  for (let at = 0; at <= clean.length;) {
    pattern.lastIndex = at;
    const [whole = "", quoted, plain = "", end = ""] = pattern.exec(clean) ?? plainRest(clean, at);
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\n") rows.push([]);
    if (end === "") break;
    at += whole.length;
  }
  return rows;
}

/** A cell that begins with a quote and isn't quoted. */
function plainRest(text: string, at: number): readonly [string, undefined, string, string] {
  const [whole = "", cell = "", end = ""] = /([^\t\n]*)(\t|\n|$)/.exec(text.slice(at)) ?? [];
  return [whole, undefined, cell, end];
}

export function formatTsv(rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(cell).join("\t")).join("\n");
}
