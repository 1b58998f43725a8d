import type { ChannelPacks } from "../../channels/channel-port.ts";

/** Slugs of the channels whose platforms are sent rows. */
export function pushingChannels(packs: ChannelPacks): readonly string[] {
  return packs.filter(({ pushing }) => pushing !== undefined).map(({ slug }) => slug);
}
