import type { WarehousePool } from "./warehouse-port.ts";

/** What one kind of DuckDB process may take: so many at once, each at most its share. */
export interface ChildShare {
  readonly children: number;
  /** No child is ever larger. Program text isn't counted: all processes of the tree share one copy. */
  readonly shareBytes: number;
  /** At which a child ends itself: below its share by what it may grow between two looks. */
  readonly endBytes: number;
  /** DuckDB's own limit, at which statements spill to disk or are refused. */
  readonly duckdbBytes: number;
}

export type ChildShares = Readonly<Record<WarehousePool, ChildShare>>;
/** There is never more than one child for regular expressions. */
export type ChildCounts = Readonly<Record<Exclude<WarehousePool, "pattern">, number>>;

export const TWO_OF_EACH: ChildCounts = { job: 2, preview: 2, query: 2 };

const MIB = 1024 * 1024;

/**
 * The rows of one row group, the smallest unit that DuckDB hands to a thread. With a second thread, such a run uses up to a quarter more processor time and
 * doesn't finish sooner, because the threads mostly look for work.
 */
export const ONE_THREAD_ROWS = 4_096;

/** Node and DuckDB without any work take half of it. */
const PROCESS_BYTES = 64 * MIB;
/** Plans, and texts while a function makes them, aren't counted by DuckDB. Measured: up to 1.3 times its limit for statements that end well. */
const OVER_LIMIT = 1.5;
/** Two cores that fill memory as fast as they can were measured to write 30 MiB in that time. */
const BETWEEN_LOOKS_BYTES = 48 * MIB;

/** A preview reads the snapshot, and writes only the columns that change. */
const PREVIEW_BYTES_MIN = 64 * MIB;
/** The index of a million rows takes 200 MB; what doesn't fit is read from the spill folder. */
const QUERY_BYTES_MIN = 128 * MIB;
/** A regular expression takes some ten megabytes while it is compiled. */
const PATTERN_BYTES = 48 * MIB;

/** Everything follows from what DuckDB may take in a job. */
export function childShares(jobBytes: number, { job, preview, query }: ChildCounts): ChildShares {
  return {
    job: childShare(job, jobBytes),
    preview: childShare(preview, Math.max(PREVIEW_BYTES_MIN, Math.floor(jobBytes / 2))),
    query: childShare(query, Math.max(QUERY_BYTES_MIN, Math.floor(jobBytes / 4))),
    pattern: childShare(1, PATTERN_BYTES),
  };
}

function childShare(children: number, duckdbBytes: number): ChildShare {
  const endBytes = PROCESS_BYTES + Math.ceil(duckdbBytes * OVER_LIMIT);
  return { children, duckdbBytes, endBytes, shareBytes: endBytes + BETWEEN_LOOKS_BYTES };
}
