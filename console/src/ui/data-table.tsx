import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { useCopiedTable } from "./copied-table.ts";
import styles from "./data-table.module.css";
import { ChooseAll, ChooseRow, SelectionBar, type Selection } from "./selection-bar.tsx";

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  /** Figures stand at the end of the cell. */
  readonly isFigure?: boolean;
  /** Only where there is room: not in the two-line rows of a narrow screen. */
  readonly isExtra?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** What is copied, where the cell's own words aren't it: of a button, say. */
  readonly copied?: (row: Row) => string;
}

interface DataTableProps<Row> {
  /** What the rows are, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Marks the row whose drawer is open. */
  readonly selected?: string | undefined;
  /** Whether newer rows are loading. Until then, the rows can't be clicked or focused. */
  readonly isStale?: boolean;
  /** Rows to do something with together. */
  readonly selection?: Selection<Row>;
}

/** A list. The first column names the row and holds its link; on a narrow screen a row becomes two lines. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { label, columns, rows, keyOf, selected, isStale = false, selection } = props;
  const { ref, onCopy } = useCopiedTable(label);
  return (
    <div className={styles["scroll"]} data-stale={isStale} data-choosing={(selection?.chosen.size ?? 0) > 0} onCopy={onCopy}>
      {selection === undefined ? null : <SelectionBar selection={selection} />}
      <table ref={ref} className={styles["table"]} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column.id} scope="col" className={cellClass(column)} data-copy={column.label}>
                {at === 0 && selection !== undefined ? (
                  <ChooseAll keys={rows.filter((row) => selection.canChoose?.(row) ?? true).map(keyOf)} selection={selection}>
                    {column.label}
                  </ChooseAll>
                ) : (
                  column.label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody inert={isStale}>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-selected={keyOf(row) === selected || selection?.chosen.has(keyOf(row)) === true}>
              {columns.map((column, at) => (
                <td key={column.id} className={cellClass(column)} data-label={column.label} data-copy={column.copied?.(row)}>
                  {at === 0 && selection !== undefined ? (
                    <ChooseRow row={row} rowKey={keyOf(row)} selection={selection}>
                      {column.cell(row)}
                    </ChooseRow>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellClass<Row>({ isFigure, isExtra }: Column<Row>): string {
  return classes(styles["cell"], isFigure === true && styles["figure"], isExtra === true && styles["extra"]);
}
