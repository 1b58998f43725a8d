import type { Refuse } from "../../kernel/operation.ts";
import { namedInShort } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import { findCollection, findCollectionById } from "../selection/index.ts";
import type { Snapshot } from "../snapshots/index.ts";
import type { ChosenCollection } from "./additional-feed-queries.ts";
import type { Creation } from "./read-creation.ts";
import { isGiven, wrong } from "./written-members.ts";

type Call = ShopCall & Refuse<"collection_not_found">;

/** The collection as the shop calls it now. An id that is given decides, whatever the title says. */
export async function readCollection(
  call: Call,
  written: Creation["collection"],
  snapshot: Snapshot | undefined,
): Promise<ChosenCollection | null> {
  if (written === null) return null;
  const { title, id } = written;
  if (typeof title !== "string" || title.trim() === "")
    return refuse(call, "selected_collection_title", "In collection mode `selected_collection_title` names the collection.");
  if (snapshot === undefined)
    return refuse(call, "selected_collection_title", "The shop's collections are not known yet. Run a full extract first.");
  return isGiven(id) ? chosenById(call, snapshot, id) : chosenByTitle(call, snapshot, title.trim());
}

async function chosenById(call: Call, snapshot: Snapshot, id: unknown): Promise<ChosenCollection> {
  if (snapshot.facts.collections === null)
    return refuse(call, "selected_collection_id", "Collections of this shop are known by title alone. Leave `selected_collection_id` out.");
  const found = typeof id === "string" ? await findCollectionById(call, snapshot, id.trim()) : undefined;
  const example = "as in gid://shopify/Collection/290400000104";
  return found ?? refuse(call, "selected_collection_id", `The shop has no collection of this id. It is the platform's own, ${example}.`);
}

async function chosenByTitle(call: Call, snapshot: Snapshot, title: string): Promise<ChosenCollection> {
  const found = await findCollection(call, snapshot, title);
  if ("collection" in found) return found.collection;
  const { others, count } = found;
  // A collection without products is in no export.
  const [ofTitle, none] =
    snapshot.facts.collections === null ? ["of this title with products", "none with products"] : ["of this title", "none"];
  const known = count === 0 ? none : namedInShort(others, count);
  return refuse(call, "selected_collection_title", `The shop has no collection ${ofTitle}. It has ${known}.`);
}

function refuse(call: Call, name: string, message: string): never {
  return call.fail("collection_not_found", message, [wrong(name, message)]);
}
