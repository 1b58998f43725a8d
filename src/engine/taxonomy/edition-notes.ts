/**
 * Lines such as `# Source: https://…` before the rows of an edition. Google's own file begins with one, which names its version. We keep
 * where a file came from in the same way, so that an edition is one file.
 */
export type EditionNotes = Readonly<Record<string, string>>;

const NOTE = /^#\s*([A-Za-z][\w-]*):\s*(.*)$/u;

export function readNotes(text: string): EditionNotes {
  const notes: Record<string, string> = {};
  for (const line of linesOf(text)) {
    if (!line.startsWith("#")) break;
    const [, name, value] = NOTE.exec(line) ?? [];
    if (name !== undefined && value !== undefined) notes[name] = value.trim();
  }
  return notes;
}

export function printNotes(notes: EditionNotes): string {
  return Object.entries(notes)
    .map(([name, value]) => `# ${name}: ${value.replaceAll(/\s+/gu, " ")}\n`)
    .join("");
}

/** Lines without their ends; a byte order mark is none of the first one. */
export function* linesOf(text: string): Generator<string> {
  for (const line of text.replace(/^\uFEFF/u, "").split("\n")) yield line.trimEnd();
}
