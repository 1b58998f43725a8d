import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { FeedRow } from "../feeds/index.ts";
import type { Services } from "../operation.ts";
import { findCollection, findCollectionById } from "../collections/index.ts";
import type { Snapshot } from "../snapshots/index.ts";

export interface LostCollection {
  /** The platform's own; null where the feed knows it by its title alone. */
  readonly id: string | null;
  readonly title: string;
}

interface Run {
  readonly feed: FeedRow;
  readonly definition: FeedDefinition;
  readonly snapshot: Snapshot;
}

/** The collection a feed takes, where the shop of the snapshot has it no longer. */
export async function findLostCollection(
  services: Services,
  shop: ShopDb,
  { feed, definition, snapshot }: Run,
): Promise<LostCollection | null> {
  if (definition.selection.mode !== "collection") return null;
  const { title } = definition.selection;
  const id = feed.selected_collection_id;
  const call = { ...services, shop };
  const isThere = id === null ? "collection" in (await findCollection(call, snapshot, title)) : (await findCollectionById(call, snapshot, id)) !== undefined; // prettier-ignore
  return isThere ? null : { id, title };
}
