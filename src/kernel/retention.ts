/** How long what grows is kept. Days count from when something ended or was written. */
export interface Retention {
  /** Runs of a feed, besides those that deltas started, whose files are kept however old they are. */
  readonly runCount: number;
  /** For so many days, the files of the last run of each day too. */
  readonly runDays: number;
  /** Snapshots of a shop, the live one among them. */
  readonly snapshots: number;
  /** Records of runs and extracts whose files are gone. The last thousand stay longer. */
  readonly historyDays: number;
  /** Events, and deliveries of them to webhooks. */
  readonly deliveryDays: number;
  /** Records of syncs to channels. */
  readonly syncDays: number;
  /** Changes of many shops that have ended. */
  readonly fleetDays: number;
  /** Entries of the audit log; 0: for ever. */
  readonly auditDays: number;
}

export const ORDINARY_RETENTION: Retention = Object.freeze({
  runCount: 10,
  runDays: 14,
  snapshots: 2,
  historyDays: 90,
  deliveryDays: 30,
  syncDays: 90,
  fleetDays: 365,
  auditDays: 2_555,
});
