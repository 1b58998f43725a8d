type Row = Readonly<Record<string, string>>;

const SHOWN_BEFORE = 20;
const SHOWN_AFTER = 40;

/** Where the rows of a file are not those expected, cell by cell and either way. Half of a character that the platform sent became U+FFFD, as it should. */
export function feedDifferences(rows: readonly Row[], expected: ReadonlyMap<string, Row>): readonly string[] {
  const found = new Map(rows.map((row) => [row["id"] ?? "", row]));
  const differences = rows.length === found.size ? [] : [`${rows.length - found.size} ids are there more than once`];
  for (const id of found.keys()) if (!expected.has(id)) differences.push(`${id} should not be there`);
  for (const [id, row] of expected) {
    const actual = found.get(id);
    if (actual === undefined) differences.push(`${id} is missing`);
    else differences.push(...cellDifferences(actual, row).map((difference) => `${id} ${difference}`));
  }
  return differences;
}

function cellDifferences(actual: Row, expected: Row): readonly string[] {
  const unasked = Object.keys(actual).filter((column) => !(column in expected));
  const other = Object.entries(expected).flatMap(([column, value]) => {
    const is = (actual[column] ?? "").replaceAll("\uFFFD ", "");
    return is === value ? [] : [`${column}: ${shown(is, value)} instead of ${shown(value, is)}`];
  });
  return [...unasked.map((column) => `${column} should not be there`), ...other];
}

/** The stretch in which a value differs from another. */
function shown(value: string, other: string): string {
  let from = 0;
  while (from < value.length && value[from] === other[from]) from += 1;
  return JSON.stringify(value.slice(Math.max(0, from - SHOWN_BEFORE), from + SHOWN_AFTER));
}
