import { columnsInScope } from "../../engine/expression/read-expression.ts";
import type { ColumnsInScope } from "../../engine/expression/column-names.ts";
import { visibleColumns } from "../../engine/source/snapshot-files.ts";
import { snapshotColumns } from "../../engine/source/snapshot-query.ts";
import { SOURCE_COLUMNS, type SourceColumn } from "../../engine/source/source-columns.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";

/** The source columns a shop has: those of its live snapshot, or the canonical ones until there is one. */
export interface SourceColumns {
  /** As the plan knows them, those that nobody sees included. */
  readonly all: readonly string[];
  /** What people see and name. */
  readonly visible: readonly SourceColumn[];
}

export async function readSourceColumns(shop: ShopDb): Promise<SourceColumns> {
  const snapshot = await findLiveSnapshot(shop);
  return sourceColumnsOf(snapshot?.facts.columns ?? snapshotColumns([]));
}

function sourceColumnsOf(all: readonly string[]): SourceColumns {
  const canonical = new Map(SOURCE_COLUMNS.map((column) => [column.name, column]));
  const visible = visibleColumns(all).map(({ column: name }) => canonical.get(name) ?? { name, type: "text" as const, computed: false });
  return { all, visible };
}

/** What an expression of a mapping may read. */
export function mappingScope({ visible }: SourceColumns): ColumnsInScope {
  return columnsInScope(
    visible.map(({ name }) => name),
    [],
  );
}
