import { SLOTS } from "../../engine/plan/attribute-mappings.ts";
import { METAFIELD_KEYS, metafieldColumns } from "../../engine/plan/attribute-sources.ts";
import type { ColumnsFile, RunRowsFile } from "../../engine/run/product-list.ts";
import type { ExtractId, FeedId } from "../../kernel/ids.ts";
import type { ShopCall } from "../operation.ts";
import { findListedOutput, type ListedOutput } from "../runs/index.ts";
import { findLiveSnapshot, PRODUCT_LINES_FILE, type Snapshot, SOURCE_FILE, SOURCE_INDEX_FILE } from "../snapshots/index.ts";
import { feedWrites, findOrigin } from "./product-queries.ts";

/** The live snapshot as files, with what a feed's live run says of it, or its held run while it has no live one. */
export interface Catalog {
  /** The extract that brought it. */
  readonly extractId: ExtractId;
  /** Where its objects are. */
  readonly prefix: string;
  /** Where those of the live run are; null while there is none. */
  readonly runPrefix: string | null;
  /** Rows, one a variant. */
  readonly total: number;
  readonly products: number;
  readonly source: ColumnsFile;
  /** Bytes that no value of a source column is longer than, in their order; empty: unknown. */
  readonly longest: readonly number[];
  readonly index: string;
  /** Of an object that snapshots of before it was kept do not have. */
  readonly linesKey: string;
  /** Null until the feed has a run that is live or held. */
  readonly run: RunRowsFile | null;
  /** What lists say where that run is held. */
  readonly held: ListedOutput["held"];
  /** The condition of every product without an override, where neither the catalog nor the feed tells them apart: known without a run. */
  readonly everyCondition: "new" | null;
  /** When it was pulled. */
  readonly extractedAt: Date | null;
  /** Whether product and row ids are the platform's own; those of an export are derived. */
  readonly hasPlatformIds: boolean;
}

/** Whether the catalog may say a product's condition, in a metafield or an option. An option's attribute that is shorter than the word is another one. */
function mayTellConditions({ columns, longest }: Snapshot["facts"]): boolean {
  const named = METAFIELD_KEYS.condition.some((key) => metafieldColumns(key, columns).length > 0);
  const longestOf = (column: string): number => (columns.includes(column) ? (longest[columns.indexOf(column)] ?? Infinity) : 0);
  return named || SLOTS.some((slot) => longestOf(`option${slot}_attribute`) >= "condition".length);
}

/** The catalog a shop has now; none before its first extract. `leases` holds the files while they are read. */
export async function findCatalog(
  { shop, objects }: Pick<ShopCall, "shop" | "objects">,
  feedId: FeedId,
  leases: AsyncDisposableStack,
): Promise<Catalog | undefined> {
  const snapshot = await findLiveSnapshot(shop);
  if (snapshot === undefined) return undefined;
  const output = await findListedOutput(shop, feedId);
  const origin = await findOrigin(shop, snapshot.extractId);
  const told = mayTellConditions(snapshot.facts) || (await feedWrites(shop, feedId, "condition"));
  const local = async (key: string): Promise<string> => leases.use(await objects.local(key)).path;
  return {
    extractId: snapshot.extractId,
    prefix: snapshot.prefix,
    runPrefix: output === undefined || output.held !== null ? null : output.prefix,
    total: snapshot.facts.variants,
    products: snapshot.facts.products,
    source: { file: await local(`${snapshot.prefix}${SOURCE_FILE}`), columns: snapshot.facts.columns },
    longest: snapshot.facts.longest,
    index: await local(`${snapshot.prefix}${SOURCE_INDEX_FILE}`),
    linesKey: `${snapshot.prefix}${PRODUCT_LINES_FILE}`,
    run: output === undefined ? null : { file: await local(output.rowsKey), columns: output.columns, causes: output.causes },
    held: output?.held ?? null,
    everyCondition: told ? null : "new",
    extractedAt: origin?.completed_at ?? null,
    hasPlatformIds: origin?.storefront !== "csv",
  };
}
