import type { ApiAnswer } from "../api/client.ts";

type Row = ApiAnswer<"lookups.rows">["data"][number];
type Change = Pick<ApiAnswer<"lookups.set_rows">["changes"][number], "key" | "before">;

export interface RowInTheWay {
  /** `changed`, `removed`: by someone else since the row was opened. `taken`: another row has the key. */
  readonly kind: "changed" | "removed" | "taken";
  readonly values: Readonly<Record<string, string>>;
}

/** What a row that is saved under this key would overwrite unseen, by a preview of it. */
export function rowInTheWay(changes: readonly Change[], opened: Row | undefined, key: string): RowInTheWay | undefined {
  const change = changes.find((one) => isSameKey(one.key, key));
  // It's there as it's written.
  if (change === undefined) return undefined;
  const { before } = change;
  if (opened === undefined || !isSameKey(opened.key, key)) return before === null ? undefined : { kind: "taken", values: before };
  if (before === null) return { kind: "removed", values: opened.values };
  const isAsOpened = Object.entries(before).every(([column, value]) => opened.values[column] === value);
  return isAsOpened ? undefined : { kind: "changed", values: before };
}

export function isSameKey(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
