import { rm } from "node:fs/promises";
import { OPERATIONS_KEPT_MAX, RESULT_FILES_MAX } from "../limits.ts";
import { HOLDS_SLOT } from "./bulk-lifecycle.ts";
import { move, type OpenOperation } from "./operation.ts";

/** The operations there have been, oldest first. Files and operations beyond what is kept go, the oldest first. */
export interface OperationHistory {
  add(operation: OpenOperation): void;
  find(id: number): OpenOperation | undefined;
  all(): readonly OpenOperation[];
  /** Those that are not through. */
  busy(): readonly OpenOperation[];
  /** As if the life of every file were over; answers how many there were. */
  expireAll(): number;
}

export interface HistoryOptions {
  readonly linkLifeMs: number;
  readonly now: () => Date;
}

export function createOperationHistory({ linkLifeMs, now }: HistoryOptions): OperationHistory {
  const operations = new Map<number, OpenOperation>();
  const all = (): readonly OpenOperation[] => {
    const withFile = [...operations.values()].filter(({ file }) => file !== null);
    const oldest = now().getTime() - linkLifeMs;
    const isOver = ({ completedAt, createdAt }: OpenOperation) => Date.parse(completedAt ?? createdAt) <= oldest;
    const tooMany = withFile.slice(0, Math.max(0, withFile.length - RESULT_FILES_MAX));
    for (const operation of [...tooMany, ...withFile.filter(isOver)]) expire(operation);
    return [...operations.values()];
  };
  return {
    add: (operation) => {
      operations.set(operation.id, operation);
      for (const { id, status } of all()) if (operations.size > OPERATIONS_KEPT_MAX && !HOLDS_SLOT[status]) operations.delete(id);
    },
    find: (id) => all().find((operation) => operation.id === id),
    all,
    busy: () => all().filter(({ status }) => HOLDS_SLOT[status]),
    expireAll: () => all().filter(expire).length,
  };
}

/** An operation that was canceled or failed keeps its state, and loses its file. */
function expire(operation: OpenOperation): boolean {
  const { file } = operation;
  if (!move(operation, "expire") && file === null) return false;
  Object.assign(operation, { url: null, partialDataUrl: null, file: null });
  if (file !== null) void rm(file.path, { force: true });
  return true;
}
