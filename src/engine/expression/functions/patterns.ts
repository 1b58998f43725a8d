/** The capturing groups of a pattern (RE2): `(…)` and `(?P<name>…)`, but not in a class, behind a backslash or between `\Q` and `\E`. */
export function groupsOf(pattern: string): number {
  const plain = pattern
    .replace(/\\Q[\s\S]*?(?:\\E|$)/g, "")
    .replace(/\\[\s\S]/g, "")
    // A bracket that comes first in a class is one of its characters, and so is what `[:alpha:]` has.
    .replace(/\[\^?\]?(?:\[:\^?[a-z]+:\]|[^\]])*\]/g, "");
  return [...plain.matchAll(/\((?!\?)|\(\?P</g)].length;
}
