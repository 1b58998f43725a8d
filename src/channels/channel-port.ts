import type { z } from "zod";
import type { ChannelAttribute } from "../engine/channels/attribute.ts";
import type { ChannelCell } from "../engine/channels/cells.ts";
import type { FileForm } from "../engine/channels/channel-file.ts";
import type { ChannelInput } from "../engine/channels/channel-input.ts";
import type { ChannelSettings, SettingFault } from "../engine/channels/channel-settings.ts";
import type { Check } from "../engine/channels/check.ts";
import type { Sql } from "../kernel/sql.ts";
import type { ChannelPlatform, PlatformAccount } from "./platform-port.ts";
import type { Grant } from "./platform-request.ts";

/** A kind of file a channel reads. */
export interface ChannelFormat extends FileForm {
  /** As settings name it. */
  readonly name: string;
  /** Behind `gmcfeed[-…].<slug>.`. */
  readonly extension: string;
  readonly contentType: string;
  /** The file itself is gzip, as its extension says; otherwise its gzip form stands beside it for clients that accept it. */
  readonly packed: boolean;
}

export interface SetupStep {
  readonly title: string;
  /** Names the platform's real menus. */
  readonly text: string;
  readonly url: string | null;
}

/** Rows of one seller and market are told apart by their ids alone, and share nothing with those of another. */
export interface Pushing {
  /** Whose items they are. */
  seller(of: { readonly account: PlatformAccount; readonly grant: Pick<Grant, "parts"> }): string;
  /** Where they are sold, as settings of `push`. */
  market(input: Pick<ChannelInput, "settings" | "feed">): Readonly<Record<string, string>>;
}

/** A channel: its attribute table, how its file is rendered, and what is checked. Pure: SQL fragments and values. */
export interface ChannelPack {
  /** In addresses and names of files: lower-case letters. */
  readonly slug: string;
  /** As the reference API calls it (`google_merchant_center`). */
  readonly type: string;
  readonly displayName: string;
  /** How the platform gets the file. */
  readonly syncMode: "api" | "feed_url";
  /** The first one is the item's id, by which a platform's answers about items are joined to rows. */
  readonly attributes: readonly ChannelAttribute[];
  /** The first is the default. */
  readonly formats: readonly [ChannelFormat, ...ChannelFormat[]];
  readonly settings: z.ZodType<ChannelSettings>;
  /** What is wrong with settings that somebody sends, besides what every channel refuses. Stored ones aren't looked at. */
  settingFaults?(settings: ChannelSettings): readonly SettingFault[];
  /** What a row needs to know of all rows: a window over the included rows, by the name `RowValues.aside` takes. */
  asides?(input: ChannelInput): Readonly<Record<string, Sql>>;
  /** Attributes in file order, in the channel's spelling. */
  cells(input: ChannelInput): readonly ChannelCell[];
  /** Each `code` and `field` pair once. */
  checks(input: ChannelInput): readonly Check[];
  /** Faults the platform names that can't be checked from a file, each with the reason. They're shown, so that no check is missing silently. */
  readonly unchecked: readonly { readonly code: string; readonly why: string }[];
  /** What the platform's API can do for a connected shop. */
  readonly platform: ChannelPlatform;
  /** Where a platform keeps the rows it's sent; only those that are sent rows. */
  readonly pushing?: Pushing;
  setupSteps(context: { readonly feedUrl: string | null; readonly settings: ChannelSettings }): readonly SetupStep[];
}

/** In the order lists show them. */
export type ChannelPacks = readonly ChannelPack[];
