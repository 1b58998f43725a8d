import { z } from "zod";
import type { ChannelPack } from "../../channels/channel-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type ConnectionRow, listConnections } from "./connection-queries.ts";
import { findSignInChannels } from "./sign-in-queries.ts";

/** An unknown slug isn't found, so the pattern is for readers. */
export const Slug = z.string().meta({ description: "Slug of the channel.", examples: ["google"], pattern: "^[a-z]+$" });

export const ChannelPath = z.strictObject({ slug: Slug });

export const ChannelStatus = z.enum(["not_connected", "pending", "connected", "error"]).meta({
  description:
    "State of the connection to the shop's account. `pending`: someone is signing in, or an account must be chosen. A channel that isn't connected fetches the file from its URL.",
});

export const ChannelShape = z
  .strictObject({
    slug: Slug,
    object: z.literal("channel"),
    type: z.string().meta({ description: "The platform's name for itself.", examples: ["google_merchant_center"] }),
    display_name: z.string().meta({ examples: ["Google"] }),
    available: z.boolean().meta({ description: "Whether feeds can be assigned to it." }),
    status: ChannelStatus,
    sync_mode: z
      .enum(["api", "feed_url"])
      .nullable()
      .meta({ description: "How the platform gets the file; Null if it isn't connected.", examples: [null] }),
    account: z
      .strictObject({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: "The platform's account that feeds go to.", examples: [null] }),
    error: z
      .strictObject({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: "What is wrong with the connection, and what to do.", examples: [null] }),
    connected_at: z.iso
      .datetime()
      .nullable()
      .meta({ examples: [null] }),
    last_synced_at: z.iso
      .datetime()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: "Channel" });

/** The shop's connections, and where someone is signing in. */
export interface ShopConnections {
  readonly rows: ReadonlyMap<string, ConnectionRow>;
  readonly signingIn: ReadonlySet<string>;
}

export async function readConnections(shop: ShopDb): Promise<ShopConnections> {
  const [rows, signingIn] = [await listConnections(shop), await findSignInChannels(shop)];
  return { rows: new Map(rows.map((row) => [row.channel, row])), signingIn };
}

export function channelStatus({ rows, signingIn }: ShopConnections, slug: string): z.output<typeof ChannelStatus> {
  const row = rows.get(slug);
  if (row !== undefined && row.status !== "removing") return row.status;
  return signingIn.has(slug) ? "pending" : "not_connected";
}

export function channelAnswer(pack: ChannelPack, connections: ShopConnections): z.input<typeof ChannelShape> {
  const { slug, type, displayName } = pack;
  const found = connections.rows.get(slug);
  const row = found?.status === "removing" ? undefined : found;
  return {
    slug,
    object: "channel",
    type,
    display_name: displayName,
    available: true,
    status: channelStatus(connections, slug),
    sync_mode: row?.status === "connected" ? SYNC_MODES[pack.platform.mode] : null,
    account: row?.account ? { id: row.account.id, name: row.account.name } : null,
    error: errorOf(row),
    connected_at: isoOf(row?.connected_at),
    last_synced_at: isoOf(row?.last_synced_at),
  };
}

const SYNC_MODES = { fetch: "feed_url", push: "api" } as const;

function isoOf(date: Date | null | undefined): string | null {
  return date?.toISOString() ?? null;
}

function errorOf(row: ConnectionRow | undefined): { code: string; message: string } | null {
  if (row === undefined) return null;
  if (row.error_code !== null) return { code: row.error_code, message: row.error_message ?? "" };
  const problem = row.account?.problem ?? null;
  return problem === null ? null : { code: "account_problem", message: problem };
}
