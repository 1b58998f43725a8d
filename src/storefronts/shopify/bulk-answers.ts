import { z } from "zod";

/** What the Admin API answers about bulk operations, as far as we read it. Counters are 64-bit numbers written as text. */

const Counter = z.string().regex(/^[0-9]{1,15}$/).transform(Number); // prettier-ignore

const OperationStatus = z.enum(["CREATED", "RUNNING", "COMPLETED", "FAILED", "CANCELING", "CANCELED", "EXPIRED"]);

export const PolledOperation = z.object({
  id: z.string(),
  status: OperationStatus,
  errorCode: z.string().nullable(),
  objectCount: Counter,
  rootObjectCount: Counter,
  fileSize: Counter.nullable(),
  url: z.string().nullable(),
});
export type PolledOperation = z.output<typeof PolledOperation>;

/** An id that Shopify has forgotten answers null. */
export const BulkPollAnswer = z.object({ bulkOperation: PolledOperation.nullable() });

export const BulkRunAnswer = z.object({
  bulkOperationRunQuery: z.object({
    bulkOperation: z.object({ id: z.string() }).nullable(),
    userErrors: z.array(z.object({ message: z.string(), code: z.string().nullish() })),
  }),
});

export const BulkListAnswer = z.object({
  bulkOperations: z.object({ nodes: z.array(z.object({ id: z.string(), status: OperationStatus, query: z.string() })) }),
});
export type ListedOperation = z.output<typeof BulkListAnswer>["bulkOperations"]["nodes"][number];

/** Its user errors have no code. Whatever it answers, the operation's status is what counts. */
export const BulkCancelAnswer = z.object({ bulkOperationCancel: z.object({ bulkOperation: z.object({ id: z.string() }).nullable() }) });
