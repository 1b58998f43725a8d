import { columnsInScope } from "../../engine/expression/read-expression.ts";
import type { ColumnsInScope } from "../../engine/expression/column-names.ts";
import { visibleColumns } from "../../engine/source/snapshot-files.ts";
import { snapshotColumns } from "../../engine/source/snapshot-query.ts";
import { SOURCE_COLUMNS, type SourceColumn } from "../../engine/source/source-columns.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { listedColumns } from "./listed-columns.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";

/** The source columns a shop has: those of its live snapshot, or the canonical ones until there is one. */
export interface SourceColumns {
  /** As the plan knows them, those that nobody sees included. */
  readonly all: readonly string[];
  /** What people see and name: metafields that were listed since, too, which read blank until the next extract. */
  readonly visible: readonly SourceColumn[];
}

export async function readSourceColumns(shop: ShopDb): Promise<SourceColumns> {
  const snapshot = await findLiveSnapshot(shop);
  return sourceColumnsOf(snapshot?.facts.columns ?? snapshotColumns([]), await listedColumns(shop));
}

function sourceColumnsOf(all: readonly string[], listed: readonly string[]): SourceColumns {
  const canonical = new Map(SOURCE_COLUMNS.map((column) => [column.name, column]));
  const taken = new Set(all.map((name) => name.toLowerCase()));
  const names = [...visibleColumns(all).map(({ column }) => column), ...listed.filter((name) => !taken.has(name.toLowerCase()))];
  const visible = names.map((name) => canonical.get(name) ?? { name, type: "text" as const, computed: false });
  return { all, visible };
}

/** What an expression of a mapping may read. */
export function mappingScope({ visible }: SourceColumns): ColumnsInScope {
  return columnsInScope(
    visible.map(({ name }) => name),
    [],
  );
}
