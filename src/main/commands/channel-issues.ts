import { z } from "zod";
import { DatafeedShape, DatafeedStatusShape, datafeedStatus, getDatafeed, listDatafeeds } from "../../features/datafeeds/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { openChannel, type ShopChannel } from "../channel-operation.ts";
import { datafeedsText, statusText } from "../channel-text.ts";

export interface ChannelIssuesOptions {
  readonly json?: boolean;
}

/** What the platform itself found in the files it fetched: of one datafeed, or of all. */
export async function showIssues(options: ShopChannel & ChannelIssuesOptions & { readonly datafeed?: string }): Promise<void> {
  const { datafeed: named, json, shop, channel } = options;
  if (named !== undefined && !/^[1-9]\d{0,14}$/.test(named))
    throw new PlainError(
      "option_invalid",
      `A datafeed's id is a number, as feedwright channel datafeeds ${shop} ${channel} shows it, not ${named}.`,
    );
  await using opened = await openChannel({ shop, channel });
  const datafeeds =
    named === undefined
      ? z.array(DatafeedShape).parse(await opened.perform(listDatafeeds))
      : [DatafeedShape.parse(await opened.perform(getDatafeed, { path: { id: named } }))];
  const looked = [];
  for (const datafeed of datafeeds) {
    const path = { id: String(datafeed.id) };
    looked.push({ datafeed, status: DatafeedStatusShape.parse(await opened.perform(datafeedStatus, { path })) });
  }
  const text =
    looked.length === 0
      ? datafeedsText([], `${shop} ${channel}`)
      : looked.map(({ datafeed, status }) => statusText(datafeed, status)).join("\n");
  process.stdout.write(json === true ? `${JSON.stringify(looked)}\n` : text);
}
