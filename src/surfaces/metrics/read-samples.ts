import type { QueueState } from "../../features/admin/index.ts";
import { entriesOf } from "../../kernel/unsafe.ts";
import type { ObjectStore, StorageSpace } from "../../platform/objects/objects-port.ts";
import type { Sample } from "../../platform/telemetry/telemetry-port.ts";
import type { Warehouse } from "../../platform/warehouse/warehouse-port.ts";
import { latestAnswer } from "./latest-answer.ts";
import { treeMemory } from "./tree-memory.ts";

/** Where what is read comes from. */
export interface Watched {
  readonly version: string;
  /** As `pg.Pool` counts them. */
  readonly connections: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };
  readonly warehouse: Pick<Warehouse, "load">;
  readonly objects: Pick<ObjectStore, "space">;
  readonly memoryLimitBytes: number;
  readonly readQueues: () => Promise<QueueState>;
}

/** However often somebody asks, and however many do: the database is asked no more than this. */
const FRESH_MS = 5_000;
/** A scrape ends within 10 s, or Prometheus takes the whole process for dead. */
const WAIT_MS = 2_000;

/** Reads everything that is not counted where it happens. Whatever does not answer in time is left out. */
export function sampler(watched: Watched): () => Promise<readonly Sample[]> {
  const queues = latestAnswer({ ask: watched.readQueues, freshMs: FRESH_MS, waitMs: WAIT_MS });
  const space = latestAnswer({ ask: () => watched.objects.space(), freshMs: FRESH_MS, waitMs: WAIT_MS });
  const memory = latestAnswer({ ask: () => treeMemory(process.pid), freshMs: FRESH_MS, waitMs: WAIT_MS });
  return async () => {
    const [state, room, used] = await Promise.all([queues.read(), space.read(), memory.read()]);
    return [
      { name: "build_info", labels: { version: watched.version }, value: 1 },
      ...connectionSamples(watched.connections),
      ...warehouseSamples(watched.warehouse.load()),
      { name: "database_up", labels: {}, value: state === undefined ? 0 : 1 },
      ...(state === undefined ? [] : queueSamples(state)),
      ...(room === undefined ? [] : spaceSamples(room)),
      { name: "memory_limit_bytes", labels: {}, value: watched.memoryLimitBytes },
      ...(used === undefined ? [] : [{ name: "memory_used_bytes", labels: {}, value: used } as const]),
    ];
  };
}

function connectionSamples({ totalCount, idleCount, waitingCount }: Watched["connections"]): readonly Sample[] {
  return [
    { name: "database_connections", labels: { state: "idle" }, value: idleCount },
    { name: "database_connections", labels: { state: "busy" }, value: totalCount - idleCount },
    { name: "database_connections_waiting", labels: {}, value: waitingCount },
  ];
}

function warehouseSamples(load: ReturnType<Warehouse["load"]>): readonly Sample[] {
  return entriesOf(load).flatMap(([pool, { children, waiting, lost }]): readonly Sample[] => [
    { name: "warehouse_children", labels: { pool }, value: children },
    { name: "warehouse_waiting", labels: { pool }, value: waiting },
    { name: "warehouse_children_lost_total", labels: { pool, reason: "crashed" }, value: lost.crashed },
    { name: "warehouse_children_lost_total", labels: { pool, reason: "deadline" }, value: lost.deadline },
  ]);
}

function queueSamples(state: QueueState): readonly Sample[] {
  return [
    { name: "workers_alive", labels: {}, value: state.workers },
    { name: "work_waiting", labels: { kind: "extract" }, value: state.extracts_waiting },
    { name: "work_waiting", labels: { kind: "run" }, value: state.runs_waiting },
    { name: "work_running", labels: { kind: "extract" }, value: state.extracts_running },
    { name: "work_running", labels: { kind: "run" }, value: state.runs_running },
    { name: "work_oldest_waiting_seconds", labels: { kind: "extract" }, value: state.extracts_oldest_s },
    { name: "work_oldest_waiting_seconds", labels: { kind: "run" }, value: state.runs_oldest_s },
    { name: "feeds_held", labels: {}, value: state.feeds_held },
    { name: "webhook_deliveries_due", labels: {}, value: state.deliveries_due },
    { name: "webhook_deliveries_oldest_due_seconds", labels: {}, value: state.deliveries_oldest_s },
  ];
}

function spaceSamples({ freeBytes, sizeBytes }: StorageSpace): readonly Sample[] {
  return [
    { name: "objects_free_bytes", labels: {}, value: freeBytes },
    { name: "objects_size_bytes", labels: {}, value: sizeBytes },
  ];
}
