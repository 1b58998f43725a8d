import { cellsOf } from "./csv-preview.ts";

/** Rows as a spreadsheet puts them on the clipboard: cells parted by tabs, quoted where they hold one, a line a row. Blank rows are left out. */
export function pastedRows(text: string): readonly (readonly string[])[] {
  return cellsOf(text, "\t").filter((cells) => cells.some((cell) => cell.trim() !== ""));
}
