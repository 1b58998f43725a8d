/** Reads a canonical feed file strictly in its documented form, independently of the code that writes it. */
export function readFeedFile(text: string): readonly Readonly<Record<string, string>>[] {
  if (!text.endsWith("\n")) throw new Error("the file does not end with a line end");
  const [header, ...lines] = text.slice(0, -1).split("\n");
  const columns = (header ?? "").split("\t");
  return lines.map((line, at) => {
    const values = line.split("\t").map(cellValue);
    if (values.length !== columns.length) throw new Error(`line ${at + 2} has ${values.length} values, the header ${columns.length}`);
    return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? ""]));
  });
}

function cellValue(cell: string): string {
  if (/\p{Cc}/u.test(cell)) throw new Error(`control character in ${JSON.stringify(cell)}`);
  if (!cell.includes('"')) return cell;
  const quoted = /^"((?:[^"]|"")*)"$/.exec(cell)?.[1];
  if (quoted === undefined) throw new Error(`${JSON.stringify(cell)} holds a quote and is not quoted`);
  return quoted.replaceAll('""', '"');
}
