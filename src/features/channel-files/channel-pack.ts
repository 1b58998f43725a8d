import type { ChannelFormat, ChannelPack, ChannelPacks } from "../../channels/channel-port.ts";
import type { ChannelSettings } from "../../engine/channels/channel-settings.ts";
import { didYouMean, nearestNames } from "../../engine/expression/column-names.ts";
import { PlainError } from "../../kernel/errors.ts";
import type { Refuse } from "../../kernel/operation.ts";
import type { AssignmentRow } from "./assignment-queries.ts";

/** A channel of a feed, ready to be rendered. */
export interface AssignedChannel {
  readonly pack: ChannelPack;
  readonly settings: ChannelSettings;
  readonly format: ChannelFormat;
}

/** The pack of a slug somebody wrote. */
export function findPack(packs: ChannelPacks, slug: string): ChannelPack | undefined {
  return packs.find((pack) => pack.slug === slug);
}

/** The same, refused if there's no such channel: with the nearest name if the slug is misspelt, otherwise with the answer for any missing object. */
export function requirePack(call: { readonly channels: ChannelPacks } & Refuse<"resource_not_found">, slug: string): ChannelPack {
  const pack = findPack(call.channels, slug);
  if (pack !== undefined) return pack;
  const near = nearestNames(
    slug,
    call.channels.map((one) => one.slug),
  );
  if (near.length === 0) return call.fail("resource_not_found");
  return call.fail("resource_not_found", `There is no channel ${slug}.${didYouMean(near)}`);
}

/** Undefined for a channel this version doesn't have: a newer one works beside it during an upgrade. */
export function assignedChannel(packs: ChannelPacks, { channel, settings: stored }: AssignmentRow): AssignedChannel | undefined {
  const pack = findPack(packs, channel);
  return pack === undefined ? undefined : channelWith(pack, stored);
}

/** The pack with settings as they are stored. Members that an older version didn't know have their defaults. */
function channelWith(pack: ChannelPack, stored: Readonly<Record<string, unknown>>): AssignedChannel {
  const settings = pack.settings.safeParse(stored);
  if (!settings.success)
    throw new PlainError(
      "channel_settings_outdated",
      `The stored settings of ${pack.displayName} are no longer valid. Assign the channel to the feed again.`,
    );
  return { pack, settings: settings.data, format: formatOf(pack, settings.data) };
}

function formatOf({ formats }: ChannelPack, { format: wanted }: ChannelSettings): ChannelFormat {
  return formats.find(({ name }) => name === wanted) ?? formats[0];
}

/** What a channel's file is called at the feed's address. `feedFile`: the feed's own file, as in `gmcfeed-de.txt`. */
export function channelFileName(feedFile: string, slug: string, { extension }: Pick<ChannelFormat, "extension">): string {
  return `${feedFile.replace(/\.txt$/, "")}.${slug}.${extension}`;
}
