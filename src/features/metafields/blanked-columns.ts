import { columnsRead } from "../../engine/expression/expression.ts";
import { mappingStage } from "../../engine/plan/stages/mapping.ts";
import { plainName } from "../../engine/source/metafield-names.ts";
import { snapshotColumns } from "../../engine/source/snapshot-query.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { definitionOf, type FeedRow, listActiveFeeds } from "../feeds/index.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import type { MetafieldChoice } from "./metafield-queries.ts";
import type { BlankedColumn } from "./metafield-shapes.ts";

/**
 * What mappings of active feeds read, the default ones too, that the next extract will not bring once these metafields are wanted: told
 * before it happens. An export brings its columns whatever is listed, and who takes all loses none.
 */
export async function blankedColumns(
  shop: ShopDb,
  present: MetafieldChoice,
  wanted: MetafieldChoice["wanted"],
): Promise<readonly BlankedColumn[]> {
  if (present.storefront === "csv" || wanted === null) return [];
  const snapshot = await findLiveSnapshot(shop);
  const columns = [...(snapshot?.facts.columns ?? snapshotColumns([])), ...(present.wanted ?? []).map(plainName)];
  const coming = new Set(wanted.map((metafield) => plainName(metafield).toLowerCase()));
  const going = new Set(columns.filter((column) => METAFIELD.test(column) && !coming.has(column.toLowerCase())));
  if (going.size === 0) return [];
  return (await listActiveFeeds(shop)).flatMap((feed) => readsOf(feed, columns, going));
}

/** No other source column begins so. */
const METAFIELD = /^(?:variant-)?metafield-/;

function readsOf(feed: FeedRow, sourceColumns: readonly string[], going: ReadonlySet<string>): readonly BlankedColumn[] {
  const { steps } = mappingStage(definitionOf(feed), { sourceColumns, localised: [], cells: [], overrides: [] });
  return steps.flatMap((step) =>
    step.op === "assign"
      ? [...going]
          .filter((column) => columnsRead(step.value).has(`D:${column}`))
          .map((column) => ({ feed_id: formatId("feed", storedId("feed", feed.id)), feed_column: step.target.name, source_column: column }))
      : [],
  );
}
