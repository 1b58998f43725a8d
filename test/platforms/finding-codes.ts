import type { ChannelPack } from "../../src/channels/channel-port.ts";
import { channelInput, columnsFor } from "../harness/checked-catalog.ts";
import { USD } from "../harness/clean-catalog.ts";

/** What of an issue's possible findings the channel doesn't have. Each code of the platform is tried with each attribute. */
export function unknownFindings(pack: ChannelPack, codes: readonly string[]): readonly string[] {
  const checks = pack.checks(channelInput(pack, { columns: columnsFor(pack), market: USD }));
  const known = new Set([...checks, ...pack.unchecked].map(({ code }) => code));
  const found = codes.flatMap((code) =>
    pack.attributes.map(({ name }) => pack.platform.findingCodeOf({ code, attribute: name })).filter((finding) => finding !== null),
  );
  if (found.length === 0) throw new Error("the codes have findings");
  return [...new Set(found)].filter((finding) => !known.has(finding));
}
