import type { BulkAnswer, BulkOperations } from "../bulk/bulk-operations.ts";
import type { BulkOperation } from "../bulk/operation.ts";
import { gid } from "../shop-facts.ts";
import type { Args, Fields } from "./context.ts";
import { numericId } from "./global-id.ts";
import { compared, Listing, type Place } from "./listing.ts";
import { badRequest } from "./page.ts";
import { dateTime } from "./scalars.ts";
import { searchFilter, type SearchFields } from "./search-filter.ts";
import { cancelSubscription, createSubscription } from "./subscription-fields.ts";
import { webhookMutations } from "./webhook-fields.ts";
import { parseSearch, termsOf } from "./search-query.ts";

export const operationFields: Fields<BulkOperation> = {
  id: ({ id }) => gid("BulkOperation", id),
  status: ({ status }) => status,
  type: () => "QUERY",
  errorCode: ({ errorCode }) => errorCode,
  createdAt: ({ createdAt }) => dateTime(createdAt),
  completedAt: ({ completedAt }) => (completedAt === null ? null : dateTime(completedAt)),
  objectCount: ({ objectCount }) => String(objectCount),
  rootObjectCount: ({ rootObjectCount }) => String(rootObjectCount),
  fileSize: ({ fileSize }) => (fileSize === null ? null : String(fileSize)),
  url: ({ url }) => url,
  partialDataUrl: ({ partialDataUrl }) => partialDataUrl,
  query: ({ query }) => query,
};

export function operationOf(bulk: BulkOperations, id: number): BulkOperation | null {
  return bulk.find(id) ?? null;
}

/** As recorded: EXPIRED is no accepted value, though it is a state. */
const STATUSES = ["CANCELED", "CANCELING", "COMPLETED", "CREATED", "FAILED", "RUNNING"];

const OPERATION_SEARCH: SearchFields<BulkOperation> = {
  default: { type: "text", values: ({ query }) => [query] },
  id: { type: "number", values: ({ id }) => [id] },
  status: { type: "text", values: ({ status }) => [status], accepted: STATUSES },
  operation_type: { type: "text", values: () => ["QUERY"], accepted: ["QUERY", "MUTATION"] },
  created_at: { type: "time", values: ({ createdAt }) => [createdAt] },
};

/** Newest first; operations that are not through stand last when sorted by when they were. */
export function operationListing(bulk: BulkOperations, { query, sortKey, reverse }: Args): Listing<BulkOperation> {
  refuseStrangeTimes(query);
  const { matches, note } = searchFilter(query, OPERATION_SEARCH);
  const valueOf = ({ createdAt, completedAt }: BulkOperation) => (sortKey === "COMPLETED_AT" ? (completedAt ?? "") : createdAt);
  const placeOf = (operation: BulkOperation): Place => ({ id: operation.id, value: valueOf(operation) });
  const descending = reverse !== true;
  const order = (left: BulkOperation, right: BulkOperation) => compared(placeOf(left), placeOf(right)) * (descending ? -1 : 1);
  return new Listing({ items: () => bulk.list().filter(matches).toSorted(order), placeOf, descending, note });
}

function refuseStrangeTimes(query: unknown): void {
  if (typeof query !== "string") return;
  const strange = termsOf(parseSearch(query)).some(({ field, value }) => field === "created_at" && Number.isNaN(Date.parse(value)));
  if (strange) throw badRequest("Invalid timestamp for query filter `created_at`.");
}

export const mutationFields: Fields<unknown> = {
  ...webhookMutations,
  bulkOperationRunQuery: (_source, { query, groupObjects }, context): BulkAnswer =>
    context.bulk.run({ query: String(query), groupObjects: groupObjects === true }, context),
  appSubscriptionCreate: (_source, args, { app, baseUrl }) => createSubscription(app, args, baseUrl()),
  appSubscriptionCancel: (_source, args, { app }) => cancelSubscription(app, args),
  bulkOperationCancel: (_source, { id }, { bulk }): BulkAnswer => bulk.cancel(numericId("BulkOperation", id)),
};
