import type { ChannelPack } from "../../src/channels/channel-port.ts";
import { knownFindings } from "./known-findings.ts";

/** Findings that issues are matched to although the channel doesn't have them. Each code of the platform is tried with each attribute. */
export function unknownFindings(pack: ChannelPack, codes: readonly string[]): readonly string[] {
  const known = knownFindings(pack);
  const found = codes.flatMap((code) => pack.attributes.map(({ name }) => pack.platform.findingCodeOf({ code, attribute: name })));
  if (!found.some((finding) => finding !== null)) throw new Error("the codes have findings");
  return [...new Set(found)].filter((finding) => finding !== null && !known.has(finding)).map(String);
}
