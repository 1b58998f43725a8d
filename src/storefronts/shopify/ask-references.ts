import { z } from "zod";
import { PlainError } from "../../kernel/errors.ts";
import type { AdminClient } from "./admin-client.ts";
import { REFERENCE_DOCUMENTS } from "./reference-documents.ts";
import { textAt } from "./line-values.ts";
import { patternIn } from "./colour-patterns.ts";
import type { ReferenceKind } from "./metafield-references.ts";
import type { Repairs } from "./repairs.ts";
import { storable } from "./shop-lists.ts";

/** Ids of what metafields point at, each once, by kind. */
export type References = ReadonlyMap<ReferenceKind, readonly string[]>;

/** Shopify takes 250 ids and 1,000 points at a time. An id costs up to four: the object, and an object in each kind of file it might be. */
const PAGE = 200;

const NodesAnswer = z.object({ nodes: z.array(z.record(z.string(), z.unknown()).nullable()) });

/**
 * What each id is called: a name, or the address of a file; what is gone is not among them. A shop's many thousand references are to
 * few objects, so these are asked for by id, once each: in the bulk query they would be a line for every product and variant again,
 * and lists of a variant's are one level deeper than Shopify allows.
 */
export async function askReferences(client: AdminClient, references: References, repairs: Repairs): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const [kind, ids] of references) {
    for (let at = 0; at < ids.length; at += PAGE) {
      const page = ids.slice(at, at + PAGE);
      const answer = await client.ask(REFERENCE_DOCUMENTS[kind], { ids: page }, NodesAnswer).catch(deniedAs(repairs));
      // What is denied once stays so.
      if (answer === null) break;
      answer.nodes.forEach((node, nth) => {
        const [id, name] = [page[nth], nameOf(node)];
        if (id !== undefined && name !== null) names.set(id, storable(name));
        const pattern = textAt(node, "pattern", "reference", "name");
        if (id !== undefined && pattern !== null) names.set(patternIn(id), storable(pattern));
      });
    }
  }
  return names;
}

/** A scope may be taken away meanwhile, and apps may keep their metaobjects to themselves: nothing else of the catalog suffers from it. */
function deniedAs(repairs: Repairs): (error: unknown) => null {
  return (error) => {
    if (!(error instanceof PlainError) || error.code !== "shopify_access_denied") throw error;
    repairs.note("references_unreadable", error.message);
    return null;
  };
}

/** Where each kind of object says what it is called. */
const NAMES: readonly (readonly string[])[] = [["displayName"], ["title"], ["name"], ["image", "url"], ["url"], ["originalSource", "url"]];

function nameOf(node: unknown): string | null {
  return NAMES.map((path) => textAt(node, ...path)).find((name) => name !== null) ?? null;
}
