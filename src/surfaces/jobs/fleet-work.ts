import { setTimeout as sleep } from "node:timers/promises";
import {
  claimFleetChange,
  FleetAction,
  type FleetChangeRow,
  fleetWorkWaits,
  keepFleetChange,
  releaseFleetChange,
} from "../../features/fleet/index.ts";
import type { AnyOperation, Services } from "../../features/operation.ts";
import { storedId } from "../../kernel/ids.ts";
import { type Db, openOrganization } from "../../platform/postgres/postgres-port.ts";
import type { FleetContext } from "./fleet-step.ts";
import { workFleetChange } from "./fleet-rounds.ts";
import { underLease } from "./lease.ts";
import { startWorkLoop, type Taking } from "./work-loop.ts";

/** Changes of many shops: previews, stages and undoing. A worker holds one under a lease and does little itself; the runs are other workers'. */
export interface FleetWorkOptions {
  readonly db: Db;
  readonly services: Services;
  readonly operations: readonly AnyOperation[];
  /** Changes at a time in this process. */
  readonly capacity?: number;
  readonly lookEveryMs?: number;
}

const CAPACITY = 2;
const LOOK_EVERY_MS = 1_000;

export function startFleetWork({ db, services, operations, capacity = CAPACITY, lookEveryMs = LOOK_EVERY_MS }: FleetWorkOptions): Taking {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const take = (signal: AbortSignal): Promise<boolean> => workNextFleetChange({ db, services, operations: byName }, signal);
  const loop = startWorkLoop({ slots: capacity, take, log: services.log });
  const stopping = new AbortController();
  const looking = keepLooking(db, { lookEveryMs, signal: stopping.signal, wake: () => loop.wake() });
  return {
    finish: () => loop.finish(),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await Promise.all([loop[Symbol.asyncDispose](), looking]);
    },
  };
}

interface Looking {
  readonly lookEveryMs: number;
  readonly signal: AbortSignal;
  readonly wake: () => void;
}

async function keepLooking(db: Db, { lookEveryMs, signal, wake }: Looking): Promise<void> {
  while (!signal.aborted) {
    if (await fleetWorkWaits(db).catch(() => false)) wake();
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** After something went wrong that isn't the change's fault. */
const FAILED_AGAIN_S = 5;

/** Takes a change that is due as far as it goes now; false: none is. */
export async function workNextFleetChange(
  options: Pick<FleetContext, "db" | "services" | "operations">,
  signal: AbortSignal,
): Promise<boolean> {
  const claimed = await claimFleetChange(options.db);
  if (claimed === undefined) return false;
  const organization = openOrganization(options.db, storedId("org", claimed.organization_id));
  let seen: FleetChangeRow = claimed;
  let againInSeconds: number | null = FAILED_AGAIN_S;
  const action = FleetAction.parse(claimed.action);
  try {
    await underLease({ beat: () => keepFleetChange(organization, claimed), signal }, async (working) => {
      const worked = await workFleetChange({ ...options, organization, action, change: claimed }, working);
      seen = worked.change;
      againInSeconds = worked.againInSeconds;
    });
  } finally {
    // Another worker goes on at once with what this one breaks off because it stops.
    await releaseFleetChange(organization, { ...seen, claims: claimed.claims }, signal.aborted ? 0 : againInSeconds);
  }
  return true;
}
