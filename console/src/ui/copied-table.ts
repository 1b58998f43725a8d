import { type ClipboardEvent, useRef } from "react";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { formatTsv } from "./tsv.ts";

const words = messages.ui;

export interface CopiedTable {
  readonly ref: { readonly current: HTMLTableElement | null };
  readonly onCopy: (event: ClipboardEvent) => void;
}

/**
 * A table is copied as a spreadsheet takes it: the rows that the selection reaches, or all of them where the table has the focus and nothing is
 * selected. A selection within one cell stays text. The palette has a command for the whole table.
 */
export function useCopiedTable(label: string): CopiedTable {
  const ref = useRef<HTMLTableElement>(null);
  const copyAll = async () => {
    if (ref.current !== null) await navigator.clipboard.writeText(formatTsv(tableCells(ref.current)));
  };
  useCommands([{ id: `copy table ${label}`, label: words.copyTable(label), group: messages.shell.groups.page, run: () => void copyAll() }]);
  return {
    ref,
    onCopy(event) {
      const table = ref.current;
      const selection = getSelection();
      if (table === null || event.defaultPrevented || event.target instanceof HTMLInputElement) return;
      const isAll = selection === null || selection.isCollapsed;
      const isIn = (row: HTMLTableRowElement): boolean => isAll || selection.containsNode(row, true);
      if (!isAll && cellOf(selection.anchorNode) !== null && cellOf(selection.anchorNode) === cellOf(selection.focusNode)) return;
      event.preventDefault();
      event.clipboardData.setData("text/plain", formatTsv(tableCells(table, isIn)));
    },
  };
}

function cellOf(node: Node | null): Element | null {
  return (node instanceof Element ? node : (node?.parentElement ?? null))?.closest("td, th") ?? null;
}

function tableCells(table: HTMLTableElement, isIn: (row: HTMLTableRowElement) => boolean = () => true): readonly (readonly string[])[] {
  const rows = [...table.rows].filter((row) => row.dataset["copy"] !== "" && isIn(row));
  return rows.map((row) => [...row.cells].map((cell) => cell.dataset["copy"] ?? textOf(cell)));
}

/** Neither controls nor what only screen readers are told. */
const LEFT_OUT = "svg, button:not([data-copy]), input, .visually-hidden, [aria-hidden=true]";

/** The cell's text, with full ids and exact times. For a cell that holds only a button, the button's label. */
function textOf(cell: Element): string {
  const said = spoken(cell, LEFT_OUT);
  return said === "" ? spoken(cell, "svg, input, .visually-hidden, [aria-hidden=true]") : said;
}

function spoken(node: Node, leftOut: string): string {
  if (!(node instanceof Element)) return node.textContent ?? "";
  if (node.matches(leftOut)) return "";
  if (node instanceof HTMLTimeElement) return node.dateTime;
  if (node instanceof HTMLElement && node.dataset["copy"] !== undefined && !node.matches("td, th")) return node.dataset["copy"];
  return [...node.childNodes]
    .map((child) => spoken(child, leftOut))
    .join("")
    .trim();
}
