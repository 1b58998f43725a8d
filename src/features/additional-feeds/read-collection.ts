import type { ErrorDetail } from "../../kernel/errors.ts";
import { namedInShort } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import { findCollection, findCollectionById } from "../collections/index.ts";
import type { Snapshot } from "../snapshots/index.ts";
import type { ChosenCollection } from "./additional-feed-queries.ts";
import type { WrittenCollection } from "./read-creation.ts";
import { isGiven, wrong } from "./written-members.ts";

/** A collection of the shop, or why there is none. */
type ReadCollection = { readonly collection: ChosenCollection } | { readonly fault: ErrorDetail };

/** The collection as the shop calls it now. An id that is given decides, whatever the title says. */
export async function readCollection(
  call: ShopCall,
  { title, id }: WrittenCollection,
  snapshot: Snapshot | undefined,
): Promise<ReadCollection> {
  if (typeof title !== "string" || title.trim() === "")
    return refused("selected_collection_title", "In collection mode, set `selected_collection_title` to the collection's title.");
  if (snapshot === undefined)
    return refused("selected_collection_title", "The shop's collections aren't known yet. Run a full extract, then try again.");
  return isGiven(id) ? chosenById(call, snapshot, id) : chosenByTitle(call, snapshot, title.trim());
}

async function chosenById(call: ShopCall, snapshot: Snapshot, id: unknown): Promise<ReadCollection> {
  if (snapshot.facts.collections === null)
    return refused("selected_collection_id", "This shop's collections have no ids, only titles. Leave `selected_collection_id` out.");
  const collection = typeof id === "string" ? await findCollectionById(call, snapshot, id.trim()) : undefined;
  if (collection !== undefined) return { collection };
  const example = "such as gid://shopify/Collection/290400000104";
  return refused("selected_collection_id", `The shop has no collection with this id. Use the platform's own id, ${example}.`);
}

async function chosenByTitle(call: ShopCall, snapshot: Snapshot, title: string): Promise<ReadCollection> {
  const found = await findCollection(call, snapshot, title);
  if ("collection" in found) return found;
  const { others, count } = found;
  // A collection without products is in no export.
  const [ofTitle, none] =
    snapshot.facts.collections === null
      ? ["with this title that has products", "no collections with products"]
      : ["with this title", "no collections"];
  const known = count === 0 ? none : namedInShort(others, count);
  return refused("selected_collection_title", `The shop has no collection ${ofTitle}. It has ${known}.`);
}

function refused(name: string, message: string): ReadCollection {
  return { fault: wrong(name, message) };
}
