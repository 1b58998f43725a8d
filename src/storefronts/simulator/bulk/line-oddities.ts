/** What has been seen in real files, or may be one day: legal JSON Lines that trip a careless reader. Each strikes one line. */
export type LineOddity = "lone_surrogate" | "byte_order_mark" | "duplicate_key" | "empty_line" | "huge_description";

const HUGE_BYTES = 17 * 1024 * 1024;
const BYTE_ORDER_MARK = "\uFEFF";

interface Change {
  /** The line the change is for. */
  readonly fits: RegExp;
  readonly changed: (line: string) => string;
}

const CHANGES: Readonly<Record<LineOddity, Change>> = {
  lone_surrogate: { fits: /"title":"/, changed: (line) => line.replace('"title":"', String.raw`"title":"\ud83d `) },
  byte_order_mark: { fits: /^/, changed: (line) => `${BYTE_ORDER_MARK}${line}` },
  duplicate_key: { fits: /^\{"\w+":"(?:[^"\\]|\\.)*",/, changed: (line) => line.replace(/^\{("\w+":"(?:[^"\\]|\\.)*",)/, "{$1$1") },
  empty_line: { fits: /^/, changed: (line) => `\n${line}` },
  huge_description: {
    fits: /"descriptionHtml":"/,
    changed: (line) => line.replace('"descriptionHtml":"', () => `"descriptionHtml":"<p>${"All of it. ".repeat(HUGE_BYTES / 11)}<\\/p>`),
  },
};

/** Applied to the first line it fits; the byte order mark is only one at the very start. */
export function oddLines(oddity: LineOddity | null): (line: string) => string {
  if (oddity === null) return (line) => line;
  const { fits, changed } = CHANGES[oddity];
  let isDone = false;
  return (line) => {
    if (isDone || !fits.test(line)) return line;
    isDone = true;
    return changed(line);
  };
}
