import type { Refuse } from "../../kernel/operation.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import { definitionOf, readDefinition } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { type CandidateCells, previewAnswer, previewDefinitions } from "../transforms/index.ts";
import type { Comparison } from "./compare-definitions.ts";
import { cellsAfter } from "./config-answer.ts";
import type { ConfigPlanShape } from "./config-shapes.ts";
import { feedWith } from "./definition.ts";
import type { Present } from "./present-feed.ts";
import type { Wanted } from "./read-config.ts";

type Call = ShopCall & Refuse<"preview_failed">;

interface Planned {
  readonly present: Present;
  readonly wanted: Wanted;
  readonly comparison: Comparison;
}

/** What applying would change, in the definition and in the rows. */
export async function planConfig(call: Call, planned: Planned): Promise<ConfigPlanShape> {
  const { present, comparison } = planned;
  return {
    object: "config_plan",
    feed_id: formatId("feed", storedId("feed", present.feed.id)),
    version: present.feed.definition_version,
    changes: [...comparison.changes],
    changed_count: { ...comparison.counts },
    preview: comparison.isSame ? null : await previewOf(call, planned),
  };
}

async function previewOf(call: Call, { present, wanted }: Planned): Promise<ConfigPlanShape["preview"]> {
  const snapshot = await findLiveSnapshot(call.shop);
  if (snapshot === undefined) return null;
  const { feed } = present;
  const before = await readDefinition(call.shop, feed);
  const running = wanted.definition.rules.flatMap(({ id, active, definition }, at) => (active ? [{ id: id ?? -1 - at, definition }] : []));
  const preview = await previewDefinitions(call, {
    feed,
    snapshot,
    before,
    after: definitionOf(feedWith(feed, wanted.definition), running, before.allowance),
    ...(wanted.cells.length === 0 ? {} : { candidateCells: candidateCells(present, wanted) }),
  });
  return preview === undefined ? call.fail("preview_failed") : { object: "feed_preview", ...previewAnswer(preview) };
}

/** All cells, as they would be, of the columns in which any differs. */
function candidateCells({ cells }: Present, { cells: differences }: Wanted): CandidateCells {
  const columns = new Set(differences.map(({ column }) => column));
  const after = cellsAfter(
    cells.filter(({ column }) => columns.has(column)),
    differences,
  );
  return { columns: [...columns].toSorted(), cells: after.map(({ rowId, column, value }) => ({ row_id: rowId, column, value })) };
}
