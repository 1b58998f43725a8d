import { z } from "zod";
import { getFeedChannel } from "../../features/channels/index.ts";
import { listFeedProducts } from "../../features/products/index.ts";
import { previewRule } from "../../features/rules/index.ts";
import { debugRows } from "../../features/transforms/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { parseJson } from "../../kernel/unsafe.ts";
import { openCommandApp } from "../command-app.ts";
import { performCommand } from "../command-operation.ts";
import { findShopOfFeed } from "../find-shop.ts";
import { findingLine } from "../plan-text.ts";
import { readConfigFile } from "../read-config-file.ts";
import { table } from "../text-table.ts";

export interface ChannelPreviewOptions {
  readonly channel: string;
  readonly feed: string;
  readonly row?: readonly string[];
  readonly rule?: string;
  readonly json?: boolean;
}

type App = Awaited<ReturnType<typeof openCommandApp>>;

/** Rows shown unless some are named; a terminal has room for so many. */
const ROWS_SHOWN = 2;

/** What the channel's file would say of some rows, were the feed run now; or what a rule would do to the channel's findings. */
export async function previewChannel(options: ChannelPreviewOptions): Promise<void> {
  if (options.row !== undefined && options.rule !== undefined) throw new PlainError("option_invalid", "Give --row or --rule, not both.");
  await using app = await openCommandApp();
  const { shop, feedId } = await findShopOfFeed(app.postgres.db, options.feed);
  const feed = String(feedId);
  await performCommand(app, shop, getFeedChannel, { path: { feed_id: feed, slug: options.channel } });
  process.stdout.write(
    await (options.rule === undefined ? rowsText(app, shop, feed, options) : ruleText(app, shop, feed, { ...options, rule: options.rule })),
  );
}

const Rendered = z.object({ columns: z.array(z.string()), values: z.record(z.string(), z.string()) });
const Debugged = z.object({
  rows: z.array(z.object({ row_id: z.string(), exclude_reason: z.string().nullable(), rendered: Rendered.nullable().optional() })),
});

async function rowsText(app: App, shop: ShopDb, feed: string, { channel, row, json }: ChannelPreviewOptions): Promise<string> {
  const rowIds = row ?? (await firstRows(app, shop, feed));
  if (rowIds.length === 0) return "The feed has no products yet.\n";
  const answer = await performCommand(app, shop, debugRows, {
    path: { id: feed },
    body: Buffer.from(JSON.stringify({ row_ids: rowIds, channel_slug: channel })),
  });
  const { rows } = Debugged.parse(answer);
  if (json === true) return `${JSON.stringify(rows)}\n`;
  return rows.map((one) => rowText(one, channel)).join("\n");
}

async function firstRows(app: App, shop: ShopDb, feed: string): Promise<readonly string[]> {
  const products = await performCommand(app, shop, listFeedProducts, { path: { id: feed }, query: { per_page: "100" } });
  const rows = z.array(z.object({ row_id: z.string(), excluded: z.boolean() })).parse(products);
  return rows.flatMap(({ row_id: id, excluded }) => (excluded ? [] : [id])).slice(0, ROWS_SHOWN);
}

const VALUE_CHARACTERS_MAX = 90;

function rowText({ row_id: id, exclude_reason: reason, rendered }: z.output<typeof Debugged>["rows"][number], channel: string): string {
  if (rendered === null || rendered === undefined)
    return `Row ${id} isn't in the file: ${reason ?? "the channel leaves out rows with errors"}.\n`;
  const shown = rendered.columns.map((column) => [column, brief(rendered.values[column] ?? "")]).filter(([, value]) => value !== "");
  return `Row ${id} in the file for ${channel}:\n${table(["Attribute", "Value"], shown)}`;
}

function brief(value: string): string {
  const characters = [...value];
  return characters.length > VALUE_CHARACTERS_MAX ? `${characters.slice(0, VALUE_CHARACTERS_MAX - 1).join("")}…` : value;
}

const RulePreview = z.object({
  summary: z.object({ total: z.int(), changed: z.int(), newly_excluded: z.int(), newly_included: z.int() }),
  findings: z
    .array(
      z.object({
        channel: z.string(),
        code: z.string(),
        field: z.string().nullable(),
        severity: z.enum(["error", "warning", "info"]),
        message: z.string(),
        cleared: z.int(),
        caused: z.int(),
      }),
    )
    .nullable(),
});

async function ruleText(
  app: App,
  shop: ShopDb,
  feed: string,
  { channel, rule, json }: ChannelPreviewOptions & { readonly rule: string },
): Promise<string> {
  const body = Buffer.from(JSON.stringify({ rule: parseJson((await readConfigFile(rule)).toString("utf8")) }));
  const preview = RulePreview.parse(await performCommand(app, shop, previewRule, { path: { feed_id: feed }, body }));
  const findings = preview.findings?.filter((finding) => finding.channel === channel) ?? null;
  if (json === true) return `${JSON.stringify({ ...preview, findings })}\n`;
  const { total, changed, newly_excluded: left, newly_included: came } = preview.summary;
  const effect =
    findings === null
      ? ["The rule's effect on the channel's findings couldn't be computed."]
      : findings.length === 0
        ? [`The rule changes none of the findings of ${channel}.`]
        : findings.map(findingLine);
  return `${[`${changed} of ${total} rows would change: ${left} newly excluded, ${came} newly included.`, ...effect].join("\n")}\n`;
}
