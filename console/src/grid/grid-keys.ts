import type { GridContent } from "./grid-body.ts";
import type { CellPlace } from "./grid-places.ts";

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export type GridAct =
  | { readonly kind: "go"; readonly to: CellPlace; readonly isExtending: boolean }
  /** `text`: what replaces the value. */
  | { readonly kind: "edit"; readonly text?: string }
  | { readonly kind: "clear" | "fill" | "all" };

/** What a key does in a table. Undefined: it's nobody's here, and the page may have it. */
export function actOf(
  pressed: Pressed,
  active: CellPlace,
  { content, page }: { readonly content: GridContent; readonly page: number },
): GridAct | undefined {
  const { key, shiftKey, altKey } = pressed;
  const isCommand = pressed.ctrlKey || pressed.metaKey;
  const to = moveOf(key, active, { content, page, isCommand });
  if (to !== undefined) return { kind: "go", to, isExtending: shiftKey };
  if (key === "Tab") return tabOf(shiftKey, active, content);
  if (key === "Delete" || key === "Backspace") return { kind: "clear" };
  if (isCommand) return commandOf(key);
  if (key === "Enter" || key === "F2") return { kind: "edit" };
  return key.length === 1 && !altKey ? { kind: "edit", text: key } : undefined;
}

function commandOf(key: string): GridAct | undefined {
  if (key.toLowerCase() === "d") return { kind: "fill" };
  return key.toLowerCase() === "a" ? { kind: "all" } : undefined;
}

/** At the table's ends Tab leaves it, so that a keyboard isn't caught. */
function tabOf(isBack: boolean, { row, column }: CellPlace, { columns }: GridContent): GridAct | undefined {
  const next = column + (isBack ? -1 : 1);
  return next < 0 || next >= columns.length ? undefined : { kind: "go", to: { row, column: next }, isExtending: false };
}

interface Moving {
  readonly content: GridContent;
  readonly page: number;
  readonly isCommand: boolean;
}

function moveOf(key: string, { row, column }: CellPlace, { content, page, isCommand }: Moving): CellPlace | undefined {
  const [lastRow, lastColumn] = [content.rows - 1, content.columns.length - 1];
  switch (key) {
    case "ArrowUp":
      return { row: isCommand ? 0 : row - 1, column };
    case "ArrowDown":
      return { row: isCommand ? lastRow : row + 1, column };
    case "ArrowLeft":
      return { row, column: isCommand ? 0 : column - 1 };
    case "ArrowRight":
      return { row, column: isCommand ? lastColumn : column + 1 };
    case "PageUp":
      return { row: row - page, column };
    case "PageDown":
      return { row: row + page, column };
    case "Home":
      return { row: isCommand ? 0 : row, column: 0 };
    case "End":
      return { row: isCommand ? lastRow : row, column: lastColumn };
    default:
      return undefined;
  }
}
