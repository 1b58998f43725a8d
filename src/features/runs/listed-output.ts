import { ROWS_FILE } from "../../engine/run/run-files.ts";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { CANONICAL_FILE, EXCLUDED_FILE, INDEX_FILE, knownRunOutput, readRunOutput } from "./run.ts";
import { channelKeys } from "../channel-files/index.ts";
import { type HeldNotice, heldNotice } from "./held-notice.ts";
import { findHeldFirstRun } from "./held-run-queries.ts";
import { findLiveRun, type RunRow } from "./run-queries.ts";
import { hasOutput } from "./run-shapes.ts";

/** The run whose rows a feed's lists show: its live run, or while it has never had one, its newest held run. */
export interface ListedOutput {
  readonly runId: number;
  readonly attempt: number;
  /** What the keys of its files begin with. */
  readonly prefix: string;
  readonly columns: readonly string[];
  /** Channel attributes, whose values come behind those of the columns. */
  readonly attributes: readonly string[];
  /** Whether its rows say which rule excluded them. */
  readonly causes: boolean;
  readonly total: number;
  readonly rowsKey: string;
  readonly indexKey: string;
  readonly fileKey: string;
  /** Of an object that runs of before it was kept do not have. */
  readonly excludedKey: string;
  /** Where it is a held run: what lists say about that. */
  readonly held: HeldNotice | null;
}

export async function findListedOutput(shop: ShopDb, feedId: FeedId): Promise<ListedOutput | undefined> {
  const run = (await findLiveRun(shop, feedId)) ?? (await findHeldFirstRun(shop, feedId));
  const prefix = run?.output_prefix;
  if (run === undefined || prefix === undefined || prefix === null) return undefined;
  const { columns, attributes, causes } = readRunOutput(run.output);
  return {
    runId: run.id,
    attempt: run.attempt,
    prefix,
    columns,
    attributes,
    causes,
    total: run.total_count ?? 0,
    rowsKey: `${prefix}${ROWS_FILE}`,
    indexKey: `${prefix}${INDEX_FILE}`,
    fileKey: `${prefix}${CANONICAL_FILE}`,
    excludedKey: `${prefix}${EXCLUDED_FILE}`,
    held: run.publication === "held" ? heldNotice(run) : null,
  };
}

/** The canonical file of a run, while it is kept. */
export function fileOfRun(run: RunRow): { readonly key: string } | undefined {
  return hasOutput(run) ? { key: `${run.output_prefix}${CANONICAL_FILE}` } : undefined;
}

/** Every file a run would serve: the canonical one and those of its channels, without the forms beside them. None once they are removed. */
export function servedFilesOfRun(run: RunRow): readonly string[] {
  const file = fileOfRun(run);
  if (file === undefined) return [];
  const { channels } = readRunOutput(run.output);
  const keys = Object.entries(channels).map(([slug, made]) => channelKeys(String(run.output_prefix), slug, made));
  return [file.key, ...keys.map(({ key, gzipKey }) => key ?? gzipKey)];
}

/** The canonical file the feed serves. */
export async function findLiveFile(shop: ShopDb, feedId: FeedId): Promise<{ readonly key: string } | undefined> {
  const run = await findLiveRun(shop, feedId);
  return run === undefined ? undefined : fileOfRun(run);
}

/** Of the canonical file's bytes; null where the run left none. */
export function fileHash(run: RunRow): string | null {
  return knownRunOutput(run.output)?.file.sha256 ?? null;
}
