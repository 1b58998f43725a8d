import { PlainError } from "../../kernel/errors.ts";
import type { Egress } from "../../platform/egress/egress-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import type { ExtractionRequest } from "../storefront-port.ts";
import { adminClient, type AdminTarget, isOnThisMachine } from "./admin-client.ts";
import type { Part } from "./bulk-documents.ts";
import { downloadResult } from "./bulk-download.ts";
import { type BulkWork, cancelLeftOvers, runPart } from "./bulk-operation.ts";
import type { PartProgress } from "./extraction-progress.ts";
import type { Pace } from "./pace.ts";

export interface BringWork {
  readonly egress: Pick<Egress, "fetch">;
  readonly target: AdminTarget;
  readonly request: ExtractionRequest;
  readonly pace: Pace;
  readonly log: Logger;
  readonly progress: PartProgress;
}

/** The parts' files, all under way at once; the first that fails ends the others. A part without a record has no file. */
export async function bringParts(bring: BringWork, parts: readonly Part[]): Promise<ReadonlyMap<Part, string>> {
  const { egress, request, pace, log, target } = bring;
  const failed = new AbortController();
  const signal = AbortSignal.any([request.signal, failed.signal]);
  const client = adminClient(target, { egress, budget: request.budget, log, pace, signal });
  const work: BulkWork = { client, shop: target.shop, mark: request.mark, pace, log, signal };
  await cancelLeftOvers(work);
  const files = new Map<Part, string>();
  const bringing = parts.map(async (part) => {
    const path = await bringPart(bring, work, part);
    if (path !== null) files.set(part, path);
  });
  const first = await Promise.all(bringing).catch((error: unknown) => ({ error }));
  if (Array.isArray(first)) return files;
  failed.abort();
  await Promise.allSettled(bringing);
  throw first.error;
}

/** Operations run anew because their file could not be had as it was counted. */
const FILES_MAX = 3;

async function bringPart({ egress, request, pace, log, target, progress }: BringWork, work: BulkWork, part: Part): Promise<string | null> {
  let last = "";
  for (let turn = 1; turn <= FILES_MAX; turn += 1) {
    const result = await runPart(work, part, { fresh: turn > 1, found: (operation) => progress.found(part, operation) });
    if (result.url === null) return null;
    const plainHttp = isOnThisMachine(target);
    const file = (at: number): string => request.file(`${part}-${turn}-${at}.jsonl`);
    const brought = await downloadResult({ egress, pace, log, signal: work.signal, plainHttp }, result, file);
    if ("path" in brought) {
      progress.brought(part);
      return brought.path;
    }
    last = brought.failed;
  }
  throw new PlainError(
    "shopify_file_incomplete",
    `Shopify's export file never arrived as it was announced (${FILES_MAX} exports; at last: ${last}). Nothing was taken over; extract again later.`,
  );
}
