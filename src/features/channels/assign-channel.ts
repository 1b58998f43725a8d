import { members } from "../../kernel/unsafe.ts";
import { z } from "zod";
import type { ChannelPack } from "../../channels/channel-port.ts";
import { type ChannelSettings, type SettingFault, settingFaults } from "../../engine/channels/channel-settings.ts";
import { GUESSED_MAX } from "../../engine/expression/check-faults.ts";
import { didYouMean, nearestNames } from "../../engine/expression/column-names.ts";
import { attributeColumns, feedColumns } from "../../engine/plan/feed-columns.ts";
import { schemaFaults } from "../../engine/rules/schema-faults.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { PLAINLY } from "../../kernel/plain-faults.ts";
import { withoutNulls } from "../../kernel/without-nulls.ts";
import { readConnections } from "../channel-connections/index.ts";
import { type AssignmentRow, findAssignment, requirePack } from "../channel-files/index.ts";
import { changeDefinition, changeOf } from "../definitions/index.ts";
import { type FeedRow, lockFeed } from "../feeds/index.ts";
import { holdLookupTables } from "../lookups/index.ts";
import { type ShopChange, write } from "../operation.ts";
import { feedChannelAnswer } from "./feed-channel-answer.ts";
import { findAssignmentView } from "./feed-channel-queries.ts";
import { FeedChannelPath, FeedChannelShape } from "./feed-channel-shapes.ts";
import { channelsSection } from "./section.ts";

export const assignChannel = write({
  name: "feed_channels.assign",
  title: "Assign a channel to a feed",
  summary: "Assigns a channel to a feed, or replaces its settings, and runs the feed.",
  description:
    "The channel doesn't have to be connected: its file is created, checked and served, and `setup_steps` explains how to register it. Settings you don't name get their defaults. If nothing changes, no run starts.",
  scope: "write_feeds",
  http: { method: "PUT", path: "/feeds/{feed_id}/channels/{slug}", status: 200 },
  path: FeedChannelPath,
  body: z.strictObject({
    settings: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "All settings of the channel. The channel's reference page lists them.", examples: [{ format: "rss" }] }),
  }),
  memberCodes: { settings: "invalid_param" },
  output: dataOf(FeedChannelShape),
  example: { answer: { data: { feed_url: null, file: null, findings: null } } },
  errors: ["resource_not_found", "invalid_param"],
  audit: "feed_channel.assigned",
  mcp: {
    tool: "assign_channel",
    use: "Use it to create a channel's file and findings for a feed. See `channel` for settings. After the run, look at `feed_findings`.",
  },
  undone: ({ path: { feed_id: feed, slug }, before, answer: { data } }) => {
    const path = { feed_id: String(feed), slug };
    const { settings } = members(before);
    const left = { settings: data.settings };
    return settings === null
      ? { operation: "feed_channels.remove", path, left }
      : { operation: "feed_channels.assign", path, body: { settings }, left };
  },
  async target(call, { feed_id: id, slug }) {
    const pack = requirePack(call, slug);
    const feed = (await lockFeed(call.shop, id)) ?? call.fail("resource_not_found");
    return { pack, feed, row: await findAssignment(call.shop, id, slug) };
  },
  before: ({ row }) => ({ settings: row?.settings ?? null }),
  async run(call, { path: { feed_id: feedId, slug }, body, target: { pack, feed, row } }) {
    const settings = readSettings(call, { pack, feed, row }, body.settings ?? {});
    await requireTable(call, settings.product_type_by ?? null);
    const change = changeOf(channelsSection, { before: { slug, settings: presentSettings(pack, row) }, after: { slug, settings } });
    await changeDefinition(call, { feedId, read: async () => ({ changes: [change], summary: `Assigned the channel ${slug}.` }) });
    const view = await findAssignmentView(call.shop, feedId, slug);
    return {
      data:
        (view === undefined ? undefined : await feedChannelAnswer(call, view, await readConnections(call.shop))) ??
        call.fail("resource_not_found"),
    };
  },
});

/** With their defaults. Stored settings that this version can't read are compared as they are, so that assigning the channel again replaces them. */
function presentSettings(pack: ChannelPack, row: AssignmentRow | undefined): object | null {
  if (row === undefined) return null;
  const parsed = pack.settings.safeParse(row.settings);
  return parsed.success ? parsed.data : row.settings;
}

/** A table that settings name is there, and stays until they name another. */
async function requireTable(call: Refuse<"invalid_param"> & Pick<ShopChange, "shop">, named: string | null): Promise<void> {
  if (named === null) return;
  const tables = await holdLookupTables(call.shop);
  if (tables.some(({ name, columns }) => name.toLowerCase() === named.toLowerCase() && columns.length > 1)) return;
  const message = `The lookup table ${named} doesn't exist or has no column besides its key.`;
  call.fail("invalid_param", message, [{ param: "/settings/product_type_by", code: "invalid_param", message }]);
}

type Reading = Refuse<"invalid_param"> & Pick<ShopChange, "restores">;

interface Assigned {
  readonly pack: ChannelPack;
  readonly feed: Pick<FeedRow, "extra_columns">;
  /** The assignment until now. */
  readonly row: AssignmentRow | undefined;
}

function readSettings(call: Reading, of: Assigned, written: object): ChannelSettings {
  const { pack } = of;
  const parsed = pack.settings.safeParse(withoutNulls(pack.settings, written), PLAINLY);
  const faults = parsed.success ? valueFaults(call, of, parsed.data) : formFaults(pack, parsed.error);
  if (parsed.success && faults.length === 0) return parsed.data;
  const details = faults.map(({ at, message }) => ({ param: `/settings${at}`, code: "invalid_param", message }));
  return call.fail("invalid_param", details.map(({ param, message }) => `${param}: ${message}`).join(" "), details);
}

/** Settings that an undo puts back were accepted when somebody sent them, and stay valid as stored ones do. */
function valueFaults({ restores }: Reading, of: Assigned, settings: ChannelSettings): readonly SettingFault[] {
  if (restores === true) return [];
  const faults = [...settingFaults(settings), ...(of.pack.settingFaults?.(settings) ?? [])];
  const unknown = unknownColumns(of, settings).filter(({ at }) => faults.every((fault) => fault.at !== at));
  return [...faults, ...unknown];
}

/**
 * Extra attributes are sent under their column's name, so the name must match exactly. Rules can't add columns, so an unknown name is a typo or a missing
 * column. A name that is stored already is accepted: its column may have been removed since, and that mustn't block a change to another setting.
 */
function unknownColumns({ pack, feed, row }: Assigned, { extra_attributes: extra }: ChannelSettings): readonly SettingFault[] {
  const stored = pack.settings.safeParse(row?.settings).data?.extra_attributes ?? [];
  const columns = [...feedColumns(feed.extra_columns), ...attributeColumns(feed.extra_columns), ...pack.attributes];
  const known = new Set(columns.map(({ name }) => name));
  const unknown = extra.flatMap((name, nth) =>
    known.has(name) || stored.includes(name) ? [] : [{ name, at: `/extra_attributes/${nth}` }],
  );
  return unknown.map(({ name, at }, nth) => {
    const near = nth < GUESSED_MAX ? nearestNames(name, known) : [];
    const hint = near.length > 0 ? didYouMean(near) : " Add it to the feed's extra columns first, or leave it out.";
    return { at, message: `The feed has no column ${name}.${hint}` };
  });
}

function formFaults({ displayName }: ChannelPack, error: z.ZodError): readonly SettingFault[] {
  return schemaFaults(error).map(({ at, code, message }) => ({
    at,
    message: code === "unknown_param" ? `${displayName} has no such setting. Remove it or check its spelling.` : message,
  }));
}
