import { gid } from "../shop-facts.ts";
import { type BulkEvent, BULK_LIFECYCLE, type BulkStatus } from "./bulk-lifecycle.ts";
import type { BulkErrorCode, OperationScript } from "./operation-script.ts";
import type { ResultFile } from "./result-file.ts";

/** A bulk operation as it is told. Times are ISO 8601. */
export interface BulkOperation {
  readonly id: number;
  readonly status: BulkStatus;
  readonly errorCode: BulkErrorCode | null;
  readonly createdAt: string;
  readonly completedAt: string | null;
  readonly objectCount: number;
  readonly rootObjectCount: number;
  readonly fileSize: number | null;
  readonly url: string | null;
  readonly partialDataUrl: string | null;
  /** Exactly as it was sent. */
  readonly query: string;
}

/** The same, to those who carry it out. */
export interface OpenOperation extends BulkOperation {
  status: BulkStatus;
  errorCode: BulkErrorCode | null;
  completedAt: string | null;
  objectCount: number;
  rootObjectCount: number;
  fileSize: number | null;
  url: string | null;
  partialDataUrl: string | null;
  file: ResultFile | null;
  /** From 1. */
  readonly ordinal: number;
  readonly groupObjects: boolean;
  readonly script: OperationScript;
  readonly canceling: AbortController;
  done: Promise<void>;
}

const FIRST_OPERATION_ID = 7_964_079_784_242;
/** As far apart as most of Shopify's are. */
const OPERATION_ID_STEP = 32_768;

export type NewOperation = Pick<OpenOperation, "ordinal" | "query" | "groupObjects" | "script" | "createdAt">;

export function newOperation(facts: NewOperation): OpenOperation {
  return {
    ...facts,
    id: FIRST_OPERATION_ID + facts.ordinal * OPERATION_ID_STEP,
    status: "CREATED",
    errorCode: null,
    completedAt: null,
    objectCount: 0,
    rootObjectCount: 0,
    fileSize: null,
    url: null,
    partialDataUrl: null,
    file: null,
    canceling: new AbortController(),
    done: Promise.resolve(),
  };
}

/** What a delivery says of an operation that has ended: no link, and the status in lower case. */
export function finishedBody({ id, status, errorCode, createdAt, completedAt }: BulkOperation): object {
  return {
    admin_graphql_api_id: gid("BulkOperation", id),
    ...{ status: status.toLowerCase(), error_code: errorCode?.toLowerCase() ?? null, type: "query" },
    ...{ created_at: createdAt, completed_at: completedAt },
  };
}

/** Answers whether the event means anything in the state the operation is in. */
export function move(operation: OpenOperation, event: BulkEvent): boolean {
  const next = BULK_LIFECYCLE[operation.status][event];
  if (next === null) return false;
  operation.status = next;
  return true;
}
