import { NAMED_OBJECTS, type NamedObjects } from "../../features/backups/index.ts";
import { ObjectDamaged } from "../../platform/objects/objects-port.ts";
import type { Postgres } from "../../platform/postgres/open-postgres.ts";
import { listNamed, missingOf } from "../backup/copy-objects.ts";
import { raiseNumbers, type RaisedNumber } from "../backup/raise-numbers.ts";
import { openCommandApp } from "../command-app.ts";
import { progressLine } from "../progress-line.ts";

export interface ObjectsCheckOptions {
  readonly quick?: boolean;
  readonly raiseNumbers?: boolean;
  readonly json?: boolean;
}

/** Compares what the database names with what the store has, and every object with its SHA-256. Exit code 1 when something is lost. */
export async function checkStoredObjects({
  quick = false,
  raiseNumbers: raises = false,
  json = false,
}: ObjectsCheckOptions): Promise<void> {
  await using app = await openCommandApp();
  const { objects } = app.services;
  const { rows: named } = await app.postgres.pool.query<NamedObjects>(NAMED_OBJECTS);
  const infos = await listNamed(objects, named);
  const missing = await stillNamed(app.postgres, missingOf(named, new Set(infos.map(({ key }) => key))));
  const line = progressLine(process.stderr);
  const damaged: string[] = [];
  for (const [at, { key }] of quick ? [] : infos.entries()) {
    line.show("checking objects", (100 * at) / infos.length);
    if (await isDamaged(objects.check(key, { recheck: true }))) damaged.push(key);
  }
  line.done();
  const behind = await raiseNumbers({ pool: app.postgres.pool, store: objects }, { raises });
  if (missing.length > 0 || damaged.length > 0 || (behind.length > 0 && !raises)) process.exitCode = 1;
  const facts = {
    objects: infos.length,
    bytes: infos.reduce((sum, { bytes }) => sum + bytes, 0),
    checked: !quick,
    missing,
    damaged,
    behind,
    raised: raises,
  };
  process.stdout.write(json ? `${JSON.stringify(facts)}\n` : textOf(facts));
}

/** What was removed since it was listed isn't missing. */
async function stillNamed({ pool }: Postgres, missing: readonly NamedObjects[]): Promise<readonly NamedObjects[]> {
  if (missing.length === 0) return missing;
  const { rows } = await pool.query<NamedObjects>(NAMED_OBJECTS);
  const names = new Set(rows.map(({ name }) => name));
  return missing.filter(({ name }) => names.has(name));
}

async function isDamaged(checking: Promise<void>): Promise<boolean> {
  return checking.then(
    () => false,
    (error: unknown) => error instanceof ObjectDamaged,
  );
}

interface Facts {
  readonly objects: number;
  readonly checked: boolean;
  readonly missing: readonly NamedObjects[];
  readonly damaged: readonly string[];
  readonly behind: readonly RaisedNumber[];
  readonly raised: boolean;
}

function textOf({ objects, checked, missing, damaged, behind, raised }: Facts): string {
  const lines = [
    ...missing.map(({ name, owner }) => `MISSING ${name} (${owner}). ${remedy(name)}`),
    ...damaged.map((key) => `DAMAGED ${key}. ${remedy(key)}`),
    ...behind.map(
      (number) => `${raised ? "RAISED" : "BEHIND"} ${numberText(number)}${raised ? "" : " Add --raise-numbers to go on behind them."}`,
    ),
    `${objects} objects that the database names are in the store${checked ? ", and their bytes were compared with their checksums" : ""}. Missing: ${missing.length}, damaged: ${damaged.length}.`,
  ];
  return `${lines.join("\n")}\n`;
}

function numberText({ what, from, to }: RaisedNumber): string {
  return `The store has files of ${what} up to number ${to}, and the database has given numbers up to ${from}: it is older than the store.`;
}

const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/^shops\/[0-9]+\/extracts\//, "Extract the shop again: npx feedwright extract --shop <shop>"],
  [/^shops\/[0-9]+\/runs\//, "Run the feed again: npx feedwright run --feed <feed>"],
  [/^shops\/[0-9]+\/lookup/, "Import the table again: npx feedwright lookup import"],
  [/^(?:uploads\/|shops\/[0-9]+\/exports\/)/, "Load the shop's export again: npx feedwright extract --shop <shop> --csv <file>"],
  [/^taxonomies\//, "Load the taxonomy again: npx feedwright taxonomy update"],
  [/^shops\/[0-9]+\/pushes\//, "The next sync sends all rows again."],
];

function remedy(key: string): string {
  return REMEDIES.find(([pattern]) => pattern.test(key))?.[1] ?? "It's read from the platform again automatically.";
}
