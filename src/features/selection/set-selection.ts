import type { ErrorDetail } from "../../kernel/errors.ts";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition, changeOf } from "../definitions/index.ts";
import { ChangeQuery, FeedPath, findFeed } from "../feeds/index.ts";
import { type ShopCall, write } from "../operation.ts";
import { findLiveSnapshot, SOURCE_INDEX_FILE } from "../snapshots/index.ts";
import { placesOfUnknown } from "../../engine/source/selected-rows.ts";
import { findSelection } from "../transforms/index.ts";
import { selectionSection } from "./section.ts";
import { FeedSelectionShape, SELECTION_BYTES_MAX, selectionAnswer, SelectionChange } from "./selection-shapes.ts";

export const setSelection = write({
  name: "feeds.set_selection",
  title: "Replace a feed's product selection",
  summary: "Sets which products a feed in manual mode takes.",
  description:
    "Replaces the list, which has at most 100,000 products of the current snapshot. A product that leaves the shop also leaves the feed, and comes back when the shop sells it again. The next run applies the change. The selection isn't part of a feed's versions, so restoring a version doesn't change it.",
  scope: "write_feeds",
  http: { method: "PUT", path: "/feeds/{id}/selection", status: 200 },
  path: FeedPath,
  query: ChangeQuery,
  body: SelectionChange,
  upload: { bytesMax: SELECTION_BYTES_MAX, forms: {} },
  output: dataOf(FeedSelectionShape),
  errors: ["resource_not_found", "version_conflict", "invalid_param", "no_source_extract", "validation_failed"],
  audit: "selection.changed",
  mcp: { tool: "set_feed_selection", use: "Use it only for feeds in manual mode. Send the whole list." },
  undone: "kept",
  async find(call, { id }) {
    const feed = (await findFeed(call.shop, id)) ?? call.fail("resource_not_found");
    const { product_selection_mode: mode } = feed;
    if (mode === "manual") return feed;
    const message = `The feed takes ${mode === "all" ? "all products" : "a collection"}. Only a manual feed has a product list.`;
    return call.fail("invalid_param", message, [{ param: "/product_ids", code: "invalid_param", message }]);
  },
  async prepare(call, { path, body }) {
    // What was selected may have left the shop meanwhile; that is no fault of whoever sends it again.
    const known = new Set(await findSelection(call.shop, path.id));
    return findUnknown(
      call,
      body.product_ids.map((id, at) => ({ id, at })).filter(({ id }) => !known.has(id)),
    );
  },
  before: async (_target, call, { path, found }) => selectionAnswer(found, await findSelection(call.shop, path.id)),
  async run(call, { path, query, body, prepared: unknown = call.fail("no_source_extract") }) {
    const productIds = [...new Set(body.product_ids)];
    if (unknown.length > 0)
      call.fail("validation_failed", unknown.length === 1 ? unknown[0]?.message : "The shop doesn't have all of these products.", unknown);
    const { feed } = await changeDefinition(call, {
      feedId: path.id,
      expected: query.expected_version,
      read: async () => ({
        changes: [changeOf(selectionSection, { before: await findSelection(call.shop, path.id), after: productIds })],
        summary: `Selected ${productIds.length} ${productIds.length === 1 ? "product" : "products"}.`,
      }),
    });
    return { data: selectionAnswer(feed, productIds) };
  },
});

/** More than these nobody corrects one by one. */
const UNKNOWN_TOLD_MAX = 20;

interface Written {
  readonly id: number;
  /** Its place in what was written. */
  readonly at: number;
}

/** Undefined: there is no snapshot. */
async function findUnknown(call: ShopCall, written: readonly Written[]): Promise<readonly ErrorDetail[] | undefined> {
  if (written.length === 0) return [];
  const snapshot = await findLiveSnapshot(call.shop);
  if (snapshot === undefined) return undefined;
  await using index = await call.objects.local(`${snapshot.prefix}${SOURCE_INDEX_FILE}`);
  const ids = written.map(({ id }) => id);
  const places = await call.warehouse.of(call.shop.shopId).query(placesOfUnknown(index.path, ids, UNKNOWN_TOLD_MAX));
  return places.flatMap((row): readonly ErrorDetail[] => {
    const unknown = written[Number(row["place"])];
    if (unknown === undefined) return [];
    return [{ param: `/product_ids/${unknown.at}`, code: "invalid_param", message: `The shop has no product ${unknown.id}.` }];
  });
}
