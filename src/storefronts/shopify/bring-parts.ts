import { PlainError } from "../../kernel/errors.ts";
import type { Egress } from "../../platform/egress/egress-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import type { ExtractionRequest } from "../storefront-port.ts";
import { adminClient, type AdminTarget, isOnThisMachine } from "./admin-client.ts";
import type { BulkBell } from "./bulk-bell.ts";
import { downloadResult } from "./bulk-download.ts";
import { type BulkWork, cancelLeftOvers, runPart } from "./bulk-operation.ts";
import type { PartProgress } from "./extraction-progress.ts";
import type { Pace } from "./pace.ts";
import type { PartQuery } from "./part-query.ts";

export interface BringWork {
  readonly egress: Pick<Egress, "fetch">;
  readonly target: AdminTarget;
  readonly request: ExtractionRequest;
  readonly pace: Pace;
  readonly log: Logger;
  readonly progress: PartProgress;
  readonly bell?: BulkBell | undefined;
}

export interface BroughtParts {
  /** A part without a record has no file. */
  readonly files: ReadonlyMap<PartQuery, string>;
  /** Optional parts that could not be had. */
  readonly failed: ReadonlyMap<PartQuery, PlainError>;
}

/** Shopify runs so many at a time; what comes behind them would only ask and be refused. */
const SLOTS = 5;

/** The parts' files, as many under way as there are slots. The first that fails ends the others, but for optional ones, which fail alone. */
export async function bringParts(bring: BringWork, queries: readonly PartQuery[]): Promise<BroughtParts> {
  const { egress, request, pace, log, target } = bring;
  const stopped = new AbortController();
  const signal = AbortSignal.any([request.signal, stopped.signal]);
  const client = adminClient(target, { egress, budget: request.budget, log, pace, signal, waiting: request.waiting });
  const work: BulkWork = { client, shop: target.shop, mark: request.mark, pace, log, signal, bell: bring.bell };
  await cancelLeftOvers(work);
  const files = new Map<PartQuery, string>();
  const failed = new Map<PartQuery, PlainError>();
  const waiting = queries.values();
  const slot = async (): Promise<void> => {
    for (const query of waiting) {
      const path = await bringPart(bring, work, query).catch((error: unknown) => {
        if (!query.optional || !(error instanceof PlainError)) throw error;
        log.warn({ part: query.name, error: error.message }, "could not fetch an optional part of the catalog");
        failed.set(query, error);
        return null;
      });
      if (path !== null) files.set(query, path);
      bring.progress.brought(query);
    }
  };
  const slots = Array.from({ length: SLOTS }, slot);
  const first = await Promise.all(slots).catch((error: unknown) => ({ error }));
  if (Array.isArray(first)) return { files, failed };
  stopped.abort();
  await Promise.allSettled(slots);
  throw first.error;
}

/** Operations run anew because their file could not be had as it was counted. */
const FILES_MAX = 3;

async function bringPart(
  { egress, request, pace, log, target, progress }: BringWork,
  work: BulkWork,
  query: PartQuery,
): Promise<string | null> {
  let last = "";
  for (let turn = 1; turn <= FILES_MAX; turn += 1) {
    const result = await runPart(work, query, { fresh: turn > 1, found: (operation) => progress.found(query, operation) });
    if (result.url === null) return null;
    const plainHttp = isOnThisMachine(target);
    const file = (at: number): string => request.file(`${query.name}-${turn}-${at}.jsonl`);
    const brought = await downloadResult({ egress, pace, log, signal: work.signal, plainHttp }, result, file);
    if ("path" in brought) return brought.path;
    last = brought.failed;
  }
  throw new PlainError(
    "shopify_file_incomplete",
    `Shopify's export file never arrived complete after ${FILES_MAX} exports (last error: ${last}). Nothing was imported. Extract again later.`,
  );
}
