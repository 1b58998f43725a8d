const GAP = "  ";
/** Narrower columns couldn't be read. */
const WIDTH_MIN = 8;

/** Rows under headings, columns aligned; for people. On a terminal, long cells go on below if lines then fit its width. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[], width = terminalWidth()): string {
  const columns = headings.map((heading, at) => [heading, ...rows.map((row) => row[at] ?? "")]);
  const widths = fittedWidths(columns, width);
  const lines = (cells: readonly string[]): readonly string[] => {
    const parts = cells.map((cell, at) => wrapped(cell, widths[at] ?? 0));
    const count = Math.max(1, ...parts.map((each) => each.length));
    return Array.from({ length: count }, (_, nth) =>
      parts
        .map((each, at) => (each[nth] ?? "").padEnd(widths[at] ?? 0))
        .join(GAP)
        .trimEnd(),
    );
  };
  return `${[headings, ...rows].flatMap(lines).join("\n")}\n`;
}

function terminalWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
}

/** The widest columns give way until the line fits. Words stay whole, because an address in two lines can't be copied. */
function fittedWidths(columns: readonly (readonly string[])[], width: number): readonly number[] {
  const room = width - GAP.length * (columns.length - 1);
  const natural = columns.map(longestOf);
  const words = columns.map((cells) => longestOf(cells.flatMap((cell) => cell.split(" "))));
  for (let limit = longestOf(columns.flat()); limit >= WIDTH_MIN; limit -= 1) {
    const widths = natural.map((one, at) => Math.min(one, Math.max(limit, words[at] ?? 0)));
    if (widths.reduce((sum, one) => sum + one, 0) <= room) return widths;
  }
  return natural;
}

function longestOf(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0);
}

/** A cell in lines that end between words. */
function wrapped(cell: string, width: number): readonly string[] {
  if (cell.length <= width) return [cell];
  return cell.match(new RegExp(`\\S.{0,${width - 1}}(?= |$)`, "gu")) ?? [cell];
}
