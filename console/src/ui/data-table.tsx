import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./data-table.module.css";

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  /** Figures stand at the end of the cell. */
  readonly isFigure?: boolean;
  /** Only where there is room: not in the two-line rows of a narrow screen. */
  readonly isExtra?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** What the rows are, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Marks the row whose drawer is open. */
  readonly selected?: string | undefined;
  /** Whether the rows belong to an older question. */
  readonly isStale?: boolean;
}

/** A list. The first column names the row and holds its link; on a narrow screen a row becomes two lines. */
export function DataTable<Row>({ label, columns, rows, keyOf, selected, isStale = false }: DataTableProps<Row>): ReactNode {
  return (
    <div className={styles["scroll"]} data-stale={isStale}>
      <table className={styles["table"]} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={cellClass(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-selected={keyOf(row) === selected}>
              {columns.map((column) => (
                <td key={column.id} className={cellClass(column)} data-label={column.label}>
                  {column.cell(row)}
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
