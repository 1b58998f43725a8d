import type { ChannelPack } from "../../channels/channel-port.ts";
import { isSupported, type PlatformCall, type Processing } from "../../channels/platform-port.ts";
import { PlatformFault } from "../../channels/platform-request.ts";
import type { DatafeedRow } from "./datafeed-queries.ts";

type Asked = Pick<DatafeedRow, "fetch_run">;

/** What became of the reading that was last asked for; undefined where the platform names none, or no longer knows it. */
export async function requestedProcessing(
  call: PlatformCall,
  { platform: { processingOf } }: ChannelPack,
  { fetch_run: run }: Asked,
): Promise<Processing | undefined> {
  if (run === null || processingOf === undefined || !isSupported(processingOf)) return undefined;
  try {
    return await processingOf(call, { run });
  } catch (error) {
    if (error instanceof PlatformFault && (error.code === "not_found" || error.code === "refused")) return undefined;
    throw error;
  }
}

/** The newer of the reading that was asked for and the latest one; the former says more where both are the same. */
export async function newestProcessing(
  call: PlatformCall,
  pack: ChannelPack,
  { row, latest }: { readonly row: Asked & Pick<DatafeedRow, "fetch_run_at">; readonly latest: Processing },
): Promise<Processing> {
  const requested = await requestedProcessing(call, pack, row);
  if (requested === undefined) return latest;
  const at = Date.parse(requested.lastFetchedAt ?? row.fetch_run_at?.toISOString() ?? "");
  return Date.parse(latest.lastFetchedAt ?? "") > at ? latest : requested;
}
