import { setTimeout as sleep } from "node:timers/promises";
import { removeHeld } from "../../features/backups/index.ts";
import { deleteExpiredSignIns } from "../../features/channel-connections/index.ts";
import { deleteExpiredStates } from "../../features/shopify-app/index.ts";
import { forgetOldWork, startScheduledExtracts } from "../../features/extracts/index.ts";
import { removeExpiredAnswers } from "../../features/idempotency/index.ts";
import { forgetDeliveries } from "../../features/marks/index.ts";
import { countKeyUse } from "../../features/keys/index.ts";
import type { Services } from "../../features/operation.ts";
import { removeExpiredSessions } from "../../features/sessions/index.ts";
import { rereadOldSubscriptions } from "../../features/plans/index.ts";
import { removeOldRecords } from "../../features/retention/index.ts";
import { redactShops } from "../../features/shops/index.ts";
import { countStorage } from "../../features/storage/index.ts";
import { removeOldDeliveries } from "../../features/webhooks/index.ts";
import { removeForgottenPreviews } from "../../features/tool-previews/index.ts";
import type { Retention } from "../../kernel/retention.ts";
import { type Db, openShop } from "../../platform/postgres/postgres-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";

/** What nobody waits for. Late, it does no harm: expired answers are not given, expired sessions admit nobody, whoever reads a key's total adds what is not in it yet, and an extract may come a minute late. */
const CHORES = [
  removeExpiredAnswers,
  removeExpiredSessions,
  removeForgottenPreviews,
  deleteExpiredSignIns,
  deleteExpiredStates,
  countKeyUse,
  forgetDeliveries,
] as const;
const EVERY_MS = 60_000;

/** Does the chores until disposed, and where it `schedules` starts the extracts that are due; beside other workers each row is done by one of them. */
export function startHousekeeping(
  db: Db,
  { queue, log, objects, retention }: HouseServices,
  { schedules = false, billing = null }: HouseOptions = {},
): AsyncDisposable {
  const stopping = new AbortController();
  const chores = [
    ...CHORES,
    oldWork(retention),
    oldRecords(retention),
    uninstalledShops(queue),
    storedObjects(objects),
    shopStorage(objects),
    heldRemovals(objects),
    ...(schedules ? [startDueExtracts] : []),
    ...(billing === null ? [] : [oldSubscriptions(billing)]),
  ];
  const working = keepHouse(chores, { db, log, signal: stopping.signal });
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await working;
    },
  };
}

interface HouseOptions {
  readonly schedules?: boolean;
  /** Where subscriptions are read from the platform. */
  readonly billing?: BillingServices | null;
}

type BillingServices = Parameters<typeof rereadOldSubscriptions>[0];

interface HouseServices extends Pick<Services, "queue" | "log" | "retention"> {
  readonly objects: Pick<Services["objects"], "scrub" | "list" | "head" | "remove">;
}

type Chore = (db: Db, signal: AbortSignal) => Promise<void>;

interface House {
  readonly db: Db;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

async function keepHouse(chores: readonly Chore[], { db, log, signal }: House): Promise<void> {
  while (!signal.aborted) {
    for (const chore of chores)
      await chore(db, signal).catch((error: unknown) =>
        log.debug({ chore: chore.name, error: String(error) }, "postponed a housekeeping task"),
      );
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Some shops at each look, round and round. */
function oldWork({ historyDays }: Retention): Chore {
  let after = 0;
  return async function forgetSomeOldWork(db, signal) {
    after = await forgetOldWork(db, { after, historyDays }, signal);
  };
}

function oldRecords(retention: Retention): Chore {
  return async function removeOldRecordsOfAll(db, signal) {
    await removeOldDeliveries(db, retention, signal);
    await removeOldRecords(db, retention, signal);
  };
}

function uninstalledShops(queue: Services["queue"]): Chore {
  return async function redactUninstalledShops(db, signal) {
    await redactShops(db, { queue, openShop }, signal);
  };
}

function oldSubscriptions(services: BillingServices): Chore {
  return (db, signal) => rereadOldSubscriptions(services, { db, openShop }, signal);
}

/** A sixth of a gigabyte takes a tenth of a second; at this pace 240 GB are read in a day. */
const SCRUB_BYTES = 160 * 1024 * 1024;

/** The store logs and counts what is damaged. */
function storedObjects(objects: HouseServices["objects"]): Chore {
  return async function scrubObjects(_, signal) {
    await objects.scrub({ bytesMax: SCRUB_BYTES, signal });
  };
}

function shopStorage(objects: HouseServices["objects"]): Chore {
  return async function countShopStorage(db, signal) {
    await countStorage(db, objects, signal);
  };
}

function heldRemovals(objects: HouseServices["objects"]): Chore {
  return async function removeHeldObjects(db, signal) {
    await removeHeld(db, objects, signal);
  };
}

/** The sweep tells the workers of them. */
async function startDueExtracts(db: Db): Promise<void> {
  await startScheduledExtracts(db, null);
}
