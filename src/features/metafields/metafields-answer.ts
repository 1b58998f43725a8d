import { type FoundMetafield, identityText, type MetafieldIdentity, plainName } from "../../engine/source/metafield-names.ts";
import type { ShopCall } from "../operation.ts";
import { findLiveSnapshot, type Snapshot } from "../snapshots/index.ts";
import { measureCoverage } from "./measure-coverage.ts";
import type { MetafieldChoice } from "./metafield-queries.ts";
import type { Coverage, MetafieldsAnswer } from "./metafield-shapes.ts";

type Call = Pick<ShopCall, "shop" | "objects" | "warehouse">;

/** What is wanted, measured in the live snapshot: a metafield is known there by what it is, whatever its column was called then. */
export async function metafieldsAnswer(call: Call, choice: MetafieldChoice, withAvailable: boolean): Promise<MetafieldsAnswer> {
  const snapshot = await findLiveSnapshot(call.shop);
  const found = snapshot?.facts.metafields ?? [];
  const listed = choice.wanted ?? takenInOrder(snapshot);
  const columns = new Map(found.map((metafield) => [identityText(metafield), metafield.column]));
  const columnOf = (metafield: MetafieldIdentity): string | null => columns.get(identityText(metafield)) ?? null;
  const coverages = await coveragesOf(call, snapshot, listed.map(columnOf));
  const isNamedByList = choice.wanted !== null && choice.storefront !== "csv";
  return {
    object: "metafields",
    takes: choice.wanted === null ? "all" : "listed",
    metafields: listed.map(({ namespace, key, level }, at) => ({
      namespace,
      key,
      level,
      column: (isNamedByList ? null : columnOf({ namespace, key, level })) ?? plainName({ namespace, key, level }),
      coverage: coverages[at] ?? noValue(snapshot),
    })),
    ...(withAvailable ? { available: found.map(available) } : {}),
  };
}

/** Of a shop that takes all. */
function takenInOrder(snapshot: Snapshot | undefined): readonly MetafieldIdentity[] {
  if (snapshot === undefined) return [];
  const { columns, metafields } = snapshot.facts;
  const places = new Map(columns.map((column, at) => [column, at]));
  const placeOf = ({ column }: FoundMetafield): number => places.get(column ?? "") ?? columns.length;
  return metafields.filter(({ column }) => column !== null).toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** In the order given; a column that the snapshot does not have says nothing. */
async function coveragesOf(call: Call, snapshot: Snapshot | undefined, columns: readonly (string | null)[]) {
  const present = [...new Set(columns.filter((column) => column !== null))].filter((column) => snapshot?.facts.columns.includes(column));
  if (snapshot === undefined) return [];
  const measured = await measureCoverage({ ...call, warehouse: call.warehouse.of(call.shop.shopId) }, snapshot, present);
  const byColumn = new Map(present.map((column, at) => [column, measured[at]]));
  return columns.map((column) => (column === null ? undefined : byColumn.get(column)));
}

function noValue(snapshot: Snapshot | undefined): Coverage {
  return { with_value: 0, total: snapshot?.facts.variants ?? 0, sample_values: [] };
}

function available({ namespace, key, level, column, owners }: FoundMetafield) {
  return { namespace, key, level, column, with_value: owners };
}
