import { z } from "zod";
import type { Lifecycle } from "../../kernel/lifecycle.ts";
import { readableFormat } from "../../kernel/stored-format.ts";

export type RunStatus = "running" | "completed" | "failed";
/** `claim`: a worker takes it, the first time or after another fell silent. */
type RunEvent = "claim" | "complete" | "fail";

/** A run is `running` from the moment it is requested. */
export const RUN: Lifecycle<RunStatus, RunEvent> = {
  running: { claim: "running", complete: "completed", fail: "failed" },
  completed: { claim: null, complete: null, fail: null },
  failed: { claim: null, complete: null, fail: null },
};

export type Publication = "live" | "held" | "superseded" | "discarded" | "none";
/** `release`: published by the pipeline or by a person. `replace`: another run became the live one. `restore`: a person takes `discard` back. */
type PublicationEvent = "release" | "hold" | "replace" | "discard" | "restore";

/** What happened to a run's file. */
export const PUBLICATION: Lifecycle<Publication, PublicationEvent> = {
  none: { release: "live", hold: "held", replace: "superseded", discard: null, restore: null },
  held: { release: "live", hold: null, replace: "superseded", discard: "discarded", restore: null },
  live: { release: "live", hold: null, replace: "superseded", discard: null, restore: null },
  superseded: { release: "live", hold: null, replace: null, discard: null, restore: null },
  // Superseded where a newer run has gone live meanwhile.
  discarded: { release: null, hold: null, replace: null, discard: null, restore: "held" },
};

export type RunTrigger = "regenerate" | "extract" | "schedule" | "settings" | "delta" | "rollback";

/** Claims a run may have: a run that takes its worker down this often would take down the next one too. */
export const RUN_ATTEMPTS_MAX = 5;

const FileBytes = z.strictObject({ bytes: z.int(), sha256: z.string(), gzipBytes: z.int(), gzipSha256: z.string() });

/** A channel's file, as the run's row keeps it. */
const ChannelOutput = z.object({
  format: z.string(),
  extension: z.string(),
  contentType: z.string(),
  /** It is gzip itself: the only form there is. */
  packed: z.boolean(),
  file: FileBytes,
  /** Attributes in the order of the file. */
  columns: z.array(z.string()),
  rows: z.int(),
  omitted: z.int(),
});

/** What a run leaves, as its row keeps it. Members it does not know are those of a newer version, which works beside it during an upgrade. */
export const RunOutput = z.object({
  /** Of the run's files and of what its row says of them. */
  format: z.int().default(1),
  /** Columns of the canonical file, the first of `f1…`. */
  columns: z.array(z.string()),
  /** Channel attributes, the others of `f1…`. */
  attributes: z.array(z.string()).default([]),
  /** Source columns that `rows.parquet` has as `its_…`; older runs have none. */
  carried: z.array(z.string()).default([]),
  /** Whether a rule has split rows: then a row is known by its id and the position of its item. */
  split: z.boolean().default(false),
  /** Whether `rows.parquet` says which rule excluded a row, as `excluded_by`; older runs don't. */
  causes: z.boolean().default(false),
  file: FileBytes,
  /** Row hashes compare only within one engine. */
  engine: z.string(),
  currencies: z.array(z.string()),
  /** What feeds `id`: a change of it is a change of every product's identity. */
  identity: z.string(),
  /** The live run that its counts compare with; null where there was none. Older runs don't say. */
  against: z.int().nullable().optional(),
  /** Of a language feed: included rows by how much of them is translated. */
  translation: z.strictObject({ translated: z.int(), partly: z.int(), untranslated: z.int() }).nullable().default(null),
  /** By slug. */
  channels: z.record(z.string(), ChannelOutput).default({}),
});
export type RunOutput = z.output<typeof RunOutput>;

/** What this version writes, and the newest it reads. */
export const RUN_FORMAT = 1;

/** What a stored run's row says. Throws `FormatNewer`. */
export function readRunOutput(stored: unknown): RunOutput {
  return RunOutput.parse(readableFormat("run", RUN_FORMAT, stored));
}

/** The same; undefined where there is none that this version can read. */
export function knownRunOutput(stored: unknown): RunOutput | undefined {
  const { data } = RunOutput.safeParse(stored);
  return data !== undefined && data.format <= RUN_FORMAT ? data : undefined;
}

/** Where a run's objects are, all its attempts together; ends in `/`. */
export function runPrefix(shopId: number, runId: number): string {
  return `shops/${shopId}/runs/${runId}/`;
}

/** Where one attempt writes: a worker that lost its claim writes below a number nobody reads. */
export function attemptPrefix(shopId: number, runId: number, attempt: number): string {
  return `${runPrefix(shopId, runId)}${attempt}/`;
}

export const INDEX_FILE = "index.parquet";
export const CANONICAL_FILE = "gmcfeed.txt";
/** The rows that are left out, beside the canonical file. Runs of before it was kept have none; their lists read the rows. */
export const EXCLUDED_FILE = "excluded.txt";
export const CANONICAL_GZIP_FILE = "gmcfeed.txt.gz";

export const HELD_CODES = Object.freeze([
  "empty",
  "row_count_drop",
  "id_change",
  "identity_change",
  "currency_change",
  "currency_missing",
  "duplicate_ids",
  "price_change",
  "live_run_damaged",
  "test_failed",
  "not_extracted",
] as const);

export interface HeldReason {
  readonly code: (typeof HELD_CODES)[number];
  readonly message: string;
  readonly details: Readonly<Record<string, string | number | readonly string[] | readonly object[]>>;
}
