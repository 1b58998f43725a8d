import type { ProfiledColumn } from "../../engine/run/column-profile.ts";
import { feedColumnType } from "../../engine/plan/feed-columns.ts";
import { outputColumn } from "../../engine/run/run-files.ts";
import { sourceColumn } from "../../engine/source/product-members.ts";
import { type FeedId, storedId } from "../../kernel/ids.ts";
import { readSourceColumns } from "../metafields/index.ts";
import type { ShopCall } from "../operation.ts";
import { findListedOutput, type ListedOutput } from "../runs/index.ts";
import { findLiveSnapshot, type Snapshot, SOURCE_FILE } from "../snapshots/index.ts";
import type { ColumnProfileShape } from "./profile-shapes.ts";

export interface KnownColumn {
  readonly side: ColumnProfileShape["side"];
  readonly name: string;
  readonly type: ColumnProfileShape["type"];
}

/** The columns of both sides; what their values are read from is opened when it's needed. */
export interface OpenColumns {
  readonly known: readonly KnownColumn[];
  readonly snapshot: Snapshot | undefined;
  readonly output: ListedOutput | undefined;
}

export async function openColumns({ shop }: Pick<ShopCall, "shop">, feedId: FeedId, mapped: readonly string[]): Promise<OpenColumns> {
  const snapshot = await findLiveSnapshot(shop);
  const output = await findListedOutput(shop, feedId);
  const { visible } = await readSourceColumns(shop);
  const names = output === undefined ? mapped : [...output.columns, ...output.attributes];
  const known: KnownColumn[] = [
    ...visible.map(({ name, type }) => ({ side: "source" as const, name, type })),
    ...names.map((name) => ({ side: "feed" as const, name, type: feedColumnType(name) })),
  ];
  return { known, snapshot, output };
}

/** Where a column's values are, and in how many rows. Undefined before the first extract or run. */
export async function valuesOf(
  { objects }: Pick<ShopCall, "objects">,
  { snapshot, output }: OpenColumns,
  { column, leases }: { readonly column: KnownColumn; readonly leases: AsyncDisposableStack },
): Promise<{ readonly profiled: ProfiledColumn; readonly rows: number } | undefined> {
  if (column.side === "source") {
    if (snapshot === undefined) return undefined;
    const file = leases.use(await objects.local(`${snapshot.prefix}${SOURCE_FILE}`)).path;
    return { profiled: { file, value: sourceColumn(snapshot.facts.columns, column.name) }, rows: snapshot.facts.variants };
  }
  if (output === undefined) return undefined;
  const file = leases.use(await objects.local(output.rowsKey)).path;
  const names = [...output.columns, ...output.attributes];
  return { profiled: { file, value: outputColumn(names, column.name) }, rows: output.total };
}

export const runIdOf = ({ output }: OpenColumns) => (output === undefined ? null : storedId("run", output.runId));
