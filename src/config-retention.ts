import { type ConfigVariable, wholeNumber } from "./config-values.ts";
import { ORDINARY_RETENTION, type Retention } from "./kernel/retention.ts";

/** The variables that say how long what grows is kept. */

/** Ten years. */
const DAYS_MAX = 3_650;
/** What the API promises of events and deliveries. */
const DELIVERY_DAYS_MIN = 30;
/** The live snapshot, and the one before it. */
const SNAPSHOTS_MIN = 2;
const COUNT_MAX = 1_000;

interface Amount {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly description: string;
}

const AMOUNTS: Readonly<Record<keyof Retention, Amount>> = {
  runCount: {
    name: "RETENTION_RUNS",
    min: 2,
    max: COUNT_MAX,
    description:
      "Runs of a feed whose files are kept, however old they are. Runs that single changes started don't count. The live run, the one before it and held runs are always kept.",
  },
  runDays: {
    name: "RETENTION_RUN_DAYS",
    min: 0,
    max: DAYS_MAX,
    description: "Days for which the files of the last run of each day are kept too.",
  },
  snapshots: {
    name: "RETENTION_SNAPSHOTS",
    min: SNAPSHOTS_MIN,
    max: COUNT_MAX,
    description:
      "Snapshots of a shop's catalog that are kept. The last one of a full extract, and those that live and held runs were made from, are always kept.",
  },
  historyDays: {
    name: "RETENTION_HISTORY_DAYS",
    min: 1,
    max: DAYS_MAX,
    description:
      "Days for which runs and extracts are listed after their files are gone. The last 1,000 of a feed and of a shop are listed longer.",
  },
  deliveryDays: {
    name: "RETENTION_DELIVERY_DAYS",
    min: DELIVERY_DAYS_MIN,
    max: DAYS_MAX,
    description: "Days for which events and webhook deliveries are kept.",
  },
  syncDays: { name: "RETENTION_SYNC_DAYS", min: 1, max: DAYS_MAX, description: "Days for which the log of syncs to channels is kept." },
  fleetDays: {
    name: "RETENTION_FLEET_DAYS",
    min: 1,
    max: DAYS_MAX,
    description: "Days for which changes of many shops are kept after they have ended.",
  },
  auditDays: {
    name: "RETENTION_AUDIT_DAYS",
    min: 0,
    max: 10 * DAYS_MAX,
    description: "Days for which entries of the audit log are kept. 0 keeps them for as long as their shop.",
  },
};

function amount(key: keyof Retention): ConfigVariable<number> {
  const { name, min, max, description } = AMOUNTS[key];
  return Object.freeze({
    name,
    default: String(ORDINARY_RETENTION[key]),
    description,
    takes: `a whole number from ${min} to ${max}`,
    secret: false,
    parse: (text: string) => wholeNumber(text, min, max),
  });
}

const VARIABLES: Readonly<Record<keyof Retention, ConfigVariable<number>>> = Object.freeze({
  runCount: amount("runCount"),
  runDays: amount("runDays"),
  snapshots: amount("snapshots"),
  historyDays: amount("historyDays"),
  deliveryDays: amount("deliveryDays"),
  syncDays: amount("syncDays"),
  fleetDays: amount("fleetDays"),
  auditDays: amount("auditDays"),
});

export const RETENTION_VARIABLES: readonly ConfigVariable<unknown>[] = Object.values(VARIABLES);

export function retentionSettings(valueOf: (variable: ConfigVariable<number>) => number | undefined): Retention {
  const read = (key: keyof Retention): number => valueOf(VARIABLES[key]) ?? ORDINARY_RETENTION[key];
  return {
    ...{ runCount: read("runCount"), runDays: read("runDays"), snapshots: read("snapshots"), historyDays: read("historyDays") },
    ...{ deliveryDays: read("deliveryDays"), syncDays: read("syncDays"), fleetDays: read("fleetDays"), auditDays: read("auditDays") },
  };
}
