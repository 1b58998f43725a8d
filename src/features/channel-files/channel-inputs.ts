import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import { rowValues } from "../../engine/channels/row-values.ts";
import { taxonomyRelation } from "../../engine/channels/taxonomy-relation.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { FeedRow } from "../feeds/index.ts";
import type { Services } from "../operation.ts";
import { writeTaxonomyFile } from "../taxonomies/index.ts";
import type { AssignedChannel } from "./channel-pack.ts";
import { readFeedFacts, type RowFacts } from "./feed-facts.ts";
import type { RunRows } from "./make-channel-file.ts";

interface FeedRows {
  readonly shop: ShopDb;
  readonly feed: FeedRow;
  readonly rows: Pick<RunRows, "scratch" | "columns" | "carried">;
  readonly known: RowFacts;
}

/** What channels' packs are asked with about these rows: everything but the settings is the same for all. */
export async function readChannelInputs(
  services: Pick<Services, "objects" | "clock" | "log">,
  { shop, feed, rows, known }: FeedRows,
): Promise<(channel: AssignedChannel) => ChannelInput> {
  const facts = await readFeedFacts(shop, feed, known);
  const taxonomy = taxonomyRelation(await writeTaxonomyFile(services, rows.scratch));
  const values = rowValues(rows.columns, rows.carried);
  return ({ settings }) => ({ rows: values, settings, feed: facts, taxonomy });
}
