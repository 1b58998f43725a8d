import type { FeedRead, FinalRun, ReadFile } from "./cluster-history.ts";

/**
 * What is promised of feed files: each answer is the whole file of one run, by its bytes, its ETag and its rows. At one node, whoever reads after another
 * has read gets the same file or a newer one. Between nodes that's promised only while they reach the database: a node that doesn't goes on serving
 * the last file it knows, which may be older than what another one serves.
 */
export function checkReads(reads: readonly FeedRead[], runs: readonly FinalRun[]): readonly string[] {
  const faults: string[] = [];
  for (const [feedId, own] of Map.groupBy(reads, (read) => read.feedId)) {
    const runsOfFile = runsByFile(runs.filter((run) => run.feedId === feedId));
    const whole = own.flatMap((read) => (read.file === null ? [] : [{ ...read, file: read.file }]));
    for (const { process, node, file } of whole)
      faults.push(...fileFaults(file, runsOfFile).map((fault) => `${process} at ${node}, ${feedId}: ${fault}`));
    for (const [node, there] of Map.groupBy(whole, (read) => read.node))
      faults.push(...backwards(there, runsOfFile).map((fault) => `${feedId} at ${node}: ${fault}`));
  }
  return faults;
}

/** Runs that were published with a file, in order. Several may have made the same. */
type RunsOfFile = ReadonlyMap<string, readonly FinalRun[]>;

function runsByFile(runs: readonly FinalRun[]): RunsOfFile {
  const published = runs.filter((run) => run.published && run.sha256 !== null).toSorted((one, other) => one.id - other.id);
  return Map.groupBy(published, ({ sha256 }) => sha256 ?? "");
}

function fileFaults(file: ReadFile, runsOfFile: RunsOfFile): readonly string[] {
  const { encoding, etag, sentSha256, sha256, edits, exports, rows, rowsExpected } = file;
  const faults: string[] = [];
  const runs = runsOfFile.get(sha256);
  if (runs === undefined) faults.push(`no published run made the file ${sha256}`);
  else if (encoding === "gzip" && !runs.some(({ gzipSha256 }) => gzipSha256 === sentSha256))
    faults.push(`no run made the compressed file ${sentSha256}`);
  if (etag !== sentSha256) faults.push(`the ETag ${etag} isn't that of the bytes ${sentSha256}`);
  if (edits.length !== 1 || exports.length !== 1) faults.push(`rows of ${edits.join(" and ")}, of ${exports.join(" and ")} in one file`);
  else if (rows !== rowsExpected) faults.push(`${rows} rows of ${rowsExpected}`);
  return faults;
}

/**
 * Each read gets the oldest run that it may have been, which is never too strict: a read that began after another had ended can't be only of older ones.
 */
function backwards(reads: readonly (FeedRead & { readonly file: ReadFile })[], runsOfFile: RunsOfFile): readonly string[] {
  const faults: string[] = [];
  let floor = 0;
  let open: readonly { readonly endedMs: number; readonly run: number }[] = [];
  for (const { invokedMs, endedMs, file, process } of reads.toSorted((one, other) => one.invokedMs - other.invokedMs)) {
    for (const before of open) if (before.endedMs < invokedMs) floor = Math.max(floor, before.run);
    open = open.filter((before) => before.endedMs >= invokedMs);
    const runs = runsOfFile.get(file.sha256) ?? [];
    const run = runs.find(({ id }) => id >= floor);
    if (run !== undefined) open = [...open, { endedMs, run: run.id }];
    else if (runs.length > 0) faults.push(`${process} read run_${runs.at(-1)?.id} after run_${floor} had been read`);
  }
  return faults;
}
