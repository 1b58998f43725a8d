export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** RFC 9110, 14.1.2: one range of bytes. Null: no range, or several, or none we understand, so the whole file. */
export function readRange(header: string | undefined, bytes: number): ByteRange | "unsatisfiable" | null {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  const [, from = "", to = ""] = parts ?? [];
  if (parts === null || (from === "" && to === "")) return null;
  if (from === "") return satisfiable(Math.max(0, bytes - Number(to)), bytes - 1);
  if (to !== "" && Number(to) < Number(from)) return null;
  return satisfiable(Number(from), to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1));
}

function satisfiable(first: number, last: number): ByteRange | "unsatisfiable" {
  return first > last ? "unsatisfiable" : { first, last };
}
