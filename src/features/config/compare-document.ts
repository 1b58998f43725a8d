import type { ErrorDetail } from "../../kernel/errors.ts";
import type { FeedId } from "../../kernel/ids.ts";
import { findLookupTables } from "../lookups/index.ts";
import type { ShopCall } from "../operation.ts";
import type { ConfigPlanShape } from "./config-shapes.ts";
import { presentFeed } from "./present-feed.ts";
import { prepareConfig, readConfig } from "./read-config.ts";

/** How a feed differs from a document, or what is wrong with the document for this feed. */
export type DocumentComparison =
  | { readonly changes: ConfigPlanShape["changes"]; readonly faults?: never }
  | { readonly changes?: never; readonly faults: readonly ErrorDetail[] };

/** The changes of a plan without their effect on the rows, which takes the warehouse. Undefined where the shop has no such feed. */
export async function compareDocument(call: ShopCall, feedId: FeedId, document: object): Promise<DocumentComparison | undefined> {
  const present = await presentFeed(call.shop, feedId);
  if (present === undefined) return undefined;
  const reading = { text: JSON.stringify(document), present, tables: await findLookupTables(call.shop) };
  const { comparison, faults } = await readConfig(call, reading, await prepareConfig(call, reading));
  return faults === undefined ? { changes: [...comparison.changes] } : { faults };
}
