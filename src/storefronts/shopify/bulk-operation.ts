import { PlainError } from "../../kernel/errors.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import type { ExtractionMark } from "../storefront-port.ts";
import type { AdminClient } from "./admin-client.ts";
import { accessDenied, queryRefused } from "./admin-faults.ts";
import {
  BulkCancelAnswer,
  BulkListAnswer,
  BulkPollAnswer,
  BulkRunAnswer,
  type ListedOperation,
  type PolledOperation,
} from "./bulk-answers.ts";
import type { BulkBell } from "./bulk-bell.ts";
import { markedQuery, markOf } from "./bulk-mark.ts";
import { DIRECT_DOCUMENTS } from "./documents.ts";
import { jittered, type Pace, pause } from "./pace.ts";
import type { PartQuery } from "./part-query.ts";
import { PART_WORDS } from "./part-words.ts";

/** A finished operation and its file; a catalog without such records has no file. */
export interface BulkResult {
  readonly operationId: string;
  readonly url: string | null;
  readonly objectCount: number;
  readonly rootObjectCount: number;
  readonly fileBytes: number;
}

export interface BulkWork {
  readonly client: AdminClient;
  readonly shop: string;
  readonly mark: ExtractionMark;
  readonly pace: Pace;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly bell?: BulkBell | undefined;
}

/** Times a part is started anew before the extract gives up: Shopify's own failures come and go. */
const STARTS_MAX = 5;
/** Of a part that the catalog can do without, and that it waits for. */
const OPTIONAL_STARTS_MAX = 3;
/** What an attempt goes on with instead of starting anew. */
const TAKEN_OVER: ReadonlySet<ListedOperation["status"]> = new Set(["CREATED", "RUNNING", "COMPLETED"]);
/** Operations that take up a slot, one that is being cancelled too. */
const HOLDS_SLOT: ReadonlySet<ListedOperation["status"]> = new Set(["CREATED", "RUNNING", "CANCELING"]);

/** Why an operation brought nothing, for the log and for the last sentence; undefined when it has completed. */
type Ending = { readonly result: BulkResult } | { readonly failed: string };

export interface PartRun {
  /** Whether an operation that is there already will not do, because its file was looked at. */
  readonly fresh: boolean;
  /** Called with every look at the operation. */
  readonly found: (operation: PolledOperation) => void;
}

/**
 * Runs a part to its end: takes over the operation an earlier attempt of this extract has left, else starts one, and starts anew
 * what failed, hung, was cancelled by somebody or came without its file.
 */
export async function runPart(work: BulkWork, query: PartQuery, { fresh, found }: PartRun): Promise<BulkResult> {
  const { name, optional } = query;
  const startsMax = optional ? OPTIONAL_STARTS_MAX : STARTS_MAX;
  const isLeft = ({ mark, operation }: OurOperation): boolean =>
    mark.extract === work.mark.extract && mark.name === name && TAKEN_OVER.has(operation.status);
  const left = fresh ? undefined : (await listOurs(work)).find(isLeft);
  let id = left === undefined ? await start(work, query) : left.operation.id;
  if (left !== undefined) work.log.info({ part: name, operation: id }, "taking over a bulk operation from an earlier attempt");
  let last = "";
  for (let starts = 1; ; starts += 1) {
    const ending = await follow(work, id, found);
    if ("result" in ending) return ending.result;
    last = ending.failed;
    work.log.warn({ part: name, operation: id, reason: last, starts }, "a bulk operation returned no file");
    if (starts === startsMax) break;
    await pause(jittered(Math.min(work.pace.retryMaxMs, work.pace.retryMs * 4 ** starts)), work.signal);
    id = await start(work, query);
  }
  throw new PlainError(
    "shopify_export_failed",
    `Shopify didn't finish its export of ${PART_WORDS[query.part]} after ${startsMax} tries (last error: ${last}). Nothing was imported. Extract again later.`,
  );
}

/** Frees the slots that dead extracts of this very shop still hold. What others of the same app run is none of our business. */
export async function cancelLeftOvers(work: BulkWork): Promise<void> {
  for (const { operation, mark } of await listOurs(work)) {
    if (mark.extract === work.mark.extract || !HOLDS_SLOT.has(operation.status) || operation.status === "CANCELING") continue;
    work.log.info({ operation: operation.id, extract: mark.extract }, "cancelling an abandoned bulk operation");
    await cancelOperation(work, operation.id);
  }
}

interface OurOperation {
  readonly operation: ListedOperation;
  readonly mark: NonNullable<ReturnType<typeof markOf>>;
}

/** The newest fifty, newest first: finished ones stay listed, and no more than five can be anything else. */
async function listOurs({ client, mark }: BulkWork): Promise<readonly OurOperation[]> {
  const { bulkOperations } = await client.ask(DIRECT_DOCUMENTS.bulkList, {}, BulkListAnswer);
  return bulkOperations.nodes.flatMap((operation) => {
    const found = markOf(operation.query);
    return found === undefined || found.shop !== mark.shop ? [] : [{ operation, mark: found }];
  });
}

async function cancelOperation({ client }: BulkWork, id: string): Promise<void> {
  await client.ask(DIRECT_DOCUMENTS.bulkCancel, { id }, BulkCancelAnswer);
}

/**
 * Starts a part, once a slot is free. A request whose answer was lost may have started it: then that one is taken. Behind others of this
 * extract it waits as long as they run; behind other programs' it gives up some time.
 */
async function start(work: BulkWork, query: PartQuery): Promise<string> {
  const known = new Set((await listOurs(work)).map(({ operation }) => operation.id));
  let deadline = Date.now() + work.pace.slotWaitMs;
  let pauseMs = work.pace.pollMs;
  while (Date.now() < deadline) {
    const { id, behindOurs } = await tryStart(work, query, known);
    if (id !== undefined) return id;
    if (behindOurs) deadline = Date.now() + work.pace.slotWaitMs;
    await pause(jittered(pauseMs), work.signal);
    pauseMs = Math.min(work.pace.pollMaxMs, pauseMs * 1.5);
  }
  throw new PlainError(
    "shopify_export_slots_taken",
    `Other programs with the same app are already running five exports of ${work.shop}, and none has finished in ${Math.round(work.pace.slotWaitMs / 60_000)} minutes. Extract again when they are done.`,
  );
}

interface Start {
  /** Undefined: no slot is free. */
  readonly id: string | undefined;
  /** Whether other parts of this extract take up a slot, which they give back. */
  readonly behindOurs: boolean;
}

async function tryStart(work: BulkWork, query: PartQuery, known: ReadonlySet<string>): Promise<Start> {
  const marked = markedQuery(work.mark, query);
  const { bulkOperationRunQuery: answer } = await work.client.ask(DIRECT_DOCUMENTS.bulkRun, { query: marked }, BulkRunAnswer);
  if (answer.bulkOperation !== null) return { id: answer.bulkOperation.id, behindOurs: false };
  const busy = answer.userErrors.some(({ code }) => code === "OPERATION_IN_PROGRESS" || code === "LIMIT_REACHED");
  if (!busy) throw queryRefused(answer.userErrors.map(({ message }) => message).join("; "));
  const ours = (await listOurs(work)).filter(
    ({ operation, mark }) => mark.extract === work.mark.extract && HOLDS_SLOT.has(operation.status),
  );
  const lost = ours.find(({ operation, mark }) => !known.has(operation.id) && mark.name === query.name);
  return { id: lost?.operation.id, behindOurs: ours.some(({ operation }) => operation.status !== "CANCELING") };
}

/** Looks at an operation until it has ended, one way or another. */
async function follow(work: BulkWork, id: string, found: (operation: PolledOperation) => void): Promise<Ending> {
  const { client, pace, signal } = work;
  let pauseMs = pace.pollMs;
  let seen = "";
  let movedAt = Date.now();
  for (;;) {
    const { bulkOperation } = await client.ask(DIRECT_DOCUMENTS.bulkPoll, { id }, BulkPollAnswer);
    if (bulkOperation === null) return { failed: "Shopify no longer has the operation" };
    found(bulkOperation);
    const ending = endingOf(bulkOperation, work.shop);
    if (ending !== undefined) return ending;
    const state = `${bulkOperation.status} ${bulkOperation.objectCount}`;
    if (state !== seen) movedAt = Date.now();
    seen = state;
    if (Date.now() - movedAt > pace.stuckAfterMs) {
      await cancelOperation(work, id);
      return { failed: `it made no progress past ${bulkOperation.objectCount} objects` };
    }
    await (work.bell?.wait(work.shop, pauseMs, signal) ?? pause(pauseMs, signal));
    pauseMs = Math.min(pace.pollMaxMs, pauseMs * 1.5);
  }
}

/** Only `COMPLETED` is success: a cancelled or failed operation may carry a link to a part of the data. */
function endingOf(operation: PolledOperation, shop: string): Ending | undefined {
  switch (operation.status) {
    case "CREATED":
    case "RUNNING":
      return undefined;
    case "COMPLETED":
      return completedOf(operation);
    case "FAILED":
      // A missing scope stays missing; everything else Shopify fails with, a blank code too, may be gone at the next try.
      if (operation.errorCode === "ACCESS_DENIED") throw accessDenied(shop, "access to the export was denied");
      return { failed: operation.errorCode ?? "it failed without a reason" };
    case "CANCELING":
    case "CANCELED":
      return { failed: "someone cancelled it" };
    case "EXPIRED":
      return { failed: "its file has expired" };
    default:
      return operation.status satisfies never;
  }
}

function completedOf({ id, url, objectCount, rootObjectCount, fileSize }: PolledOperation): Ending {
  if (objectCount > 0 && (url === null || fileSize === null)) return { failed: `it counted ${objectCount} objects but returned no file` };
  return { result: { operationId: id, url, objectCount, rootObjectCount, fileBytes: fileSize ?? 0 } };
}
