import type { MergeWork } from "./merge-snapshot.ts";
import { SOURCE_FILE } from "./snapshot.ts";
import type { WrittenRows } from "./write-rows.ts";
import { countOwners, productNumbers } from "../../engine/source/dynamic-owners.ts";
import { type FoundMetafield, identityText, rememberedMetafields } from "../../engine/source/metafield-names.ts";
import { snapshotColumns } from "../../engine/source/snapshot-query.ts";

/** The columns of a merged snapshot, and what it tells of metafields. */
export interface MergedLayout {
  readonly columns: readonly string[];
  readonly metafields: readonly FoundMetafield[];
}

interface Sides {
  /** `source.parquet` of the base. */
  readonly old: string;
  readonly fresh: WrittenRows;
}

type Owners = ReadonlyMap<string, number>;

/** A dynamic column goes with the last value in it, as it would in a full extract, unless a merchant has chosen its metafield. */
export async function mergeLayout(work: MergeWork, { old, fresh }: Sides): Promise<MergedLayout> {
  const { base, extraction, chosen } = work;
  const before = extraction.metafieldColumns.filter((column) => base.facts.columns.includes(column));
  const had = await ownersIn(work, { source: old, columns: base.facts.columns, dynamic: before, others: false });
  const has = await ownersIn(work, { source: work.scratch.file(SOURCE_FILE), columns: fresh.columns, dynamic: before, others: false });
  const lost = before.filter((column) => (had.get(column) ?? 0) > 0 && (has.get(column) ?? 0) === 0);
  const left = await ownersIn(work, { source: old, columns: base.facts.columns, dynamic: lost, others: true });
  const isChosen = chosenColumns(base.facts.metafields, chosen);
  const gone = new Set(lost.filter((column) => left.get(column) === 0 && !isChosen.has(column)));
  const dynamic = extraction.metafieldColumns.filter((column) => !gone.has(column));
  return { columns: snapshotColumns(dynamic), metafields: mergedMetafields(work, had, gone) };
}

function chosenColumns(metafields: readonly FoundMetafield[], chosen: MergeWork["chosen"]): ReadonlySet<string> {
  const identities = new Set(chosen?.map(identityText));
  return new Set(metafields.flatMap((one) => (one.column !== null && identities.has(identityText(one)) ? [one.column] : [])));
}

interface Asked {
  readonly source: string;
  readonly columns: readonly string[];
  readonly dynamic: readonly string[];
  readonly others: boolean;
}

/** How many have a value in each column, of the products that were read again or of the others. */
async function ownersIn({ session, products }: MergeWork, asked: Asked): Promise<Owners> {
  if (asked.dynamic.length === 0) return new Map();
  const [row] = await session.all(countOwners({ ...asked, products: productNumbers(products) }));
  return new Map(asked.dynamic.map((column, at) => [column, Number(row?.[`n${at + 1}`])]));
}

/** Owners that had a value before are taken off, those that have one now are added. Of metafields without a column nobody can tell who had one. */
function mergedMetafields({ base, extraction }: MergeWork, had: Owners, gone: ReadonlySet<string>): readonly FoundMetafield[] {
  const fresh = new Map(extraction.metafields.map((metafield) => [identityText(metafield), metafield]));
  const old = base.facts.metafields.map((metafield) => {
    const { column, owners } = metafield;
    if (column === null) return metafield;
    return { ...metafield, owners: Math.max(0, owners - (had.get(column) ?? 0) + (fresh.get(identityText(metafield))?.owners ?? 0)) };
  });
  const known = new Set(old.map(identityText));
  const added = extraction.metafields.filter((metafield) => !known.has(identityText(metafield)));
  return rememberedMetafields([...old.filter(({ column }) => column === null || !gone.has(column)), ...added]);
}
