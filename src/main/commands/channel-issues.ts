import { z } from "zod";
import { isSupported } from "../../channels/platform-port.ts";
import { DatafeedShape, DatafeedStatusShape, datafeedStatus, getDatafeed, listDatafeeds } from "../../features/datafeeds/index.ts";
import {
  IssuesMeta,
  listPlatformIssueRows,
  listPlatformIssues,
  PlatformIssueRowShape,
  PlatformIssueShape,
  refreshPlatformIssues,
} from "../../features/platform-issues/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import { openChannel, type OpenedChannel, type ShopChannel } from "../channel-operation.ts";
import { performCommand } from "../command-operation.ts";
import { datafeedsText, statusText } from "../channel-text.ts";
import { type FeedIssues, issueRowsText, itemIssuesText } from "../item-issues-text.ts";

export interface ChannelIssuesOptions {
  readonly code?: string;
  readonly refresh?: boolean;
  readonly json?: boolean;
}

type Asked = ShopChannel & ChannelIssuesOptions & { readonly datafeed?: string };

/** What the platform itself found: in the files it fetched, and in the items of each feed. */
export async function showIssues(options: Asked): Promise<void> {
  const { datafeed, json, shop, channel } = options;
  requireNumber(options);
  await using opened = await openChannel({ shop, channel });
  if (options.code !== undefined) return print(json, ...(await rowsOf(opened, options.code)));
  const files = await filesOf(opened, datafeed);
  const items = datafeed === undefined ? await itemsOf(opened, options.refresh === true) : [];
  const named = `${shop} ${channel}`;
  const filesText =
    files.length === 0 ? datafeedsText([], named) : files.map(({ datafeed: one, status }) => statusText(one, status)).join("\n");
  const texts = [...(files.length === 0 && items.length > 0 ? [] : [filesText]), ...items.map((one) => itemIssuesText(one, named))];
  print(json, { datafeeds: files, feeds: items }, texts.join("\n"));
}

function print(isJson: boolean | undefined, answer: unknown, text: string): void {
  process.stdout.write(isJson === true ? `${JSON.stringify(answer)}\n` : text);
}

function requireNumber({ datafeed, shop, channel }: Asked): void {
  if (datafeed !== undefined && !/^[1-9]\d{0,14}$/.test(datafeed))
    throw new PlainError(
      "option_invalid",
      `A datafeed's id is a number, as feedwright channel datafeeds ${shop} ${channel} shows it, not ${datafeed}.`,
    );
}

async function filesOf(opened: OpenedChannel, named: string | undefined) {
  const { mode, latestProcessing } = opened.pack.platform;
  if (named === undefined && (mode === "push" || !isSupported(latestProcessing))) return [];
  const datafeeds =
    named === undefined
      ? z.array(DatafeedShape).parse(await opened.perform(listDatafeeds))
      : [DatafeedShape.parse(await opened.perform(getDatafeed, { path: { id: named } }))];
  const files = [];
  for (const datafeed of datafeeds) {
    const path = { id: String(datafeed.id) };
    files.push({ datafeed, status: DatafeedStatusShape.parse(await opened.perform(datafeedStatus, { path })) });
  }
  return files;
}

/** Feeds that the channel is assigned to, if its platform lists items. */
async function feedsOf({ shop: { db, shopId }, pack }: OpenedChannel): Promise<readonly number[]> {
  if (!isSupported(pack.platform.itemStatuses)) return [];
  const found = await db
    .selectFrom("feed_channels")
    .select("feed_id")
    .where("shop_id", "=", shopId)
    .where("channel", "=", pack.slug)
    .orderBy("feed_id")
    .execute();
  return found.map(({ feed_id: id }) => id);
}

const Listed = z.object({ data: z.array(PlatformIssueShape), meta: IssuesMeta });
const SHOWN_MAX = "100";

async function itemsOf(opened: OpenedChannel, isRefreshed: boolean): Promise<readonly FeedIssues[]> {
  const items: FeedIssues[] = [];
  for (const id of await feedsOf(opened)) {
    const path = { feed_id: String(id) };
    if (isRefreshed) await opened.perform(refreshPlatformIssues, { path });
    const asked = { path: { ...path, slug: opened.pack.slug }, query: { per_page: SHOWN_MAX }, withMeta: true } as const;
    const { data, meta } = Listed.parse(await performCommand(opened.app, opened.shop, listPlatformIssues, asked));
    items.push({ feed_id: formatId("feed", storedId("feed", id)), issues: data, meta });
  }
  return items;
}

async function rowsOf(opened: OpenedChannel, code: string): Promise<readonly [answer: unknown, text: string]> {
  const rows: PlatformIssueRowShape[] = [];
  for (const id of await feedsOf(opened)) {
    const asked = { path: { feed_id: String(id), slug: opened.pack.slug, code }, query: { per_page: SHOWN_MAX } };
    rows.push(...z.array(PlatformIssueRowShape).parse(await performCommand(opened.app, opened.shop, listPlatformIssueRows, asked)));
  }
  return [rows, issueRowsText(rows, code)];
}
