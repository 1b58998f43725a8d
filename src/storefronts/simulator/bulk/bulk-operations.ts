import { rm } from "node:fs/promises";
import type { AdminContext } from "../admin/context.ts";
import { BULK_SLOTS } from "../limits.ts";
import { gid } from "../shop-facts.ts";
import { readBulkQuery } from "./bulk-query.ts";
import { type BulkOptions, carryOut } from "./carry-out.ts";
import { type BulkOperation, move, newOperation } from "./operation.ts";
import { createKeptResults } from "./kept-results.ts";
import { createOperationHistory } from "./operation-history.ts";
import { scriptOf } from "./operation-script.ts";
import type { ResultFile } from "./result-file.ts";
import { openResultFolder } from "./result-folder.ts";

/** The bulk operations of the shop: at most five that are not through, and the memory of those before. */
export interface BulkOperations {
  run(request: { readonly query: string; readonly groupObjects: boolean }, context: AdminContext): BulkAnswer;
  cancel(id: number): BulkAnswer;
  find(id: number): BulkOperation | undefined;
  /** Oldest first. */
  list(): readonly BulkOperation[];
  /** The file of a link, while there is one. */
  fileOf(id: number): ResultFile | undefined;
  /** As if their seven days were over: finished operations become EXPIRED and their links lead nowhere. Answers how many. */
  expire(): number;
  close(): Promise<void>;
}

export interface BulkAnswer {
  readonly bulkOperation: BulkOperation | null;
  readonly userErrors: readonly UserError[];
}

interface UserError {
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly code?: "INVALID" | "OPERATION_IN_PROGRESS";
}

export async function createBulkOperations(options: BulkOptions & { readonly isStill: boolean }): Promise<BulkOperations> {
  const folder = await openResultFolder();
  const kept = options.isStill ? createKeptResults(folder) : null;
  const history = createOperationHistory(options);
  const closing = new AbortController();
  let ordinal = 0;
  return {
    run: ({ query, groupObjects }, context) => {
      const read = readBulkQuery(options.schema, query);
      if (read.kind === "refused") return invalid(read.messages);
      const busy = history.busy();
      if (busy.length >= BULK_SLOTS) return inProgress(busy);
      ordinal += 1;
      const script = scriptOf(options.failures.take("operation", query));
      const operation = newOperation({ ordinal, query, groupObjects, script, createdAt: options.now().toISOString() });
      history.add(operation);
      operation.done = carryOut(operation, read, { options, context, folder, kept, closing: closing.signal }).then(() => {
        if (!closing.signal.aborted) options.ended(operation);
      });
      return answerOf(operation);
    },
    cancel: (id) => {
      const operation = history.find(id);
      if (operation === undefined)
        return { bulkOperation: null, userErrors: [{ field: ["id"], message: "Bulk operation does not exist" }] };
      if (!move(operation, "cancel")) return answerOf(operation, cannotCancel(operation));
      operation.canceling.abort();
      return answerOf(operation);
    },
    find: (id) => history.find(id),
    list: () => history.all(),
    fileOf: (id) => history.find(id)?.file ?? undefined,
    expire: () => history.expireAll(),
    close: async () => {
      closing.abort();
      await Promise.all(history.all().map(({ done }) => done));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Of this moment, whatever becomes of the operation while the answer is written. */
function answerOf(operation: BulkOperation, ...userErrors: readonly UserError[]): BulkAnswer {
  return { bulkOperation: { ...operation }, userErrors };
}

function invalid(messages: readonly string[]): BulkAnswer {
  return { bulkOperation: null, userErrors: messages.map((message) => ({ field: ["query"], message, code: "INVALID" })) };
}

function inProgress(busy: readonly BulkOperation[]): BulkAnswer {
  const ids = busy.map(({ id }) => gid("BulkOperation", id)).join(", ");
  const message = `A bulk query operation for this app and shop is already in progress: ${ids}.`;
  return { bulkOperation: null, userErrors: [{ field: null, message, code: "OPERATION_IN_PROGRESS" }] };
}

function cannotCancel({ status }: BulkOperation): UserError {
  return { field: null, message: `A bulk operation cannot be canceled when it is ${status.toLowerCase()}` };
}
