import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import {
  createDatafeed,
  DatafeedShape,
  DatafeedStatusShape,
  datafeedStatus,
  deleteDatafeed,
  fetchDatafeed,
  getDatafeed,
  listDatafeeds,
} from "../../features/datafeeds/index.ts";
import { openChannel, type OpenedChannel, type ShopChannel } from "../channel-operation.ts";
import { createdText, type Datafeed, type DatafeedStatus, datafeedsText } from "../channel-text.ts";
import { isServiceRunning, serviceNote } from "../command-app.ts";
import { datafeedWork, type DatafeedOptions } from "../datafeed-option.ts";

export interface ChannelDatafeedsOptions extends DatafeedOptions {
  readonly json?: boolean;
}

/** Lists a channel's datafeeds, or creates, deletes or fetches one. */
export async function manageDatafeeds({ shop, channel, json, ...options }: ShopChannel & ChannelDatafeedsOptions): Promise<void> {
  const work = datafeedWork(options);
  await using opened = await openChannel({ shop, channel });
  const { facts, text } = await DONE[work.kind](opened, work, `${shop} ${channel}`);
  process.stdout.write(json === true ? `${JSON.stringify(facts)}\n` : text);
}

type Work = ReturnType<typeof datafeedWork>;
type Done = (opened: OpenedChannel, work: Work, named: string) => Promise<{ readonly facts: unknown; readonly text: string }>;

const DONE: Readonly<Record<Work["kind"], Done>> = {
  async list(opened, _work, named) {
    const facts = z.array(DatafeedShape).parse(await opened.perform(listDatafeeds));
    return { facts, text: datafeedsText(facts, named) };
  },
  async create(opened, { body }) {
    const { id } = DatafeedShape.parse(await opened.perform(createDatafeed, { body }));
    const [facts, status] = await registered(opened, String(id));
    return { facts, text: createdText(facts, status) };
  },
  async delete(opened, { id }) {
    await opened.perform(deleteDatafeed, { path: { id } });
    const text = `Datafeed ${id} is deleted, at ${opened.pack.displayName} within a minute.${await serviceNote(opened.app)}\n`;
    return { facts: { id: Number(id), deleted: true }, text };
  },
  fetch: async (opened, { id }) => {
    const facts = DatafeedShape.parse(await opened.perform(fetchDatafeed, { path: { id } }));
    const text = `${opened.pack.displayName} is asked to fetch datafeed ${id} now.${await serviceNote(opened.app)}\n`;
    return { facts, text };
  },
};

/** A platform that answers does so well within this time. */
const REGISTERED_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 500;

/** The datafeed once the platform has it; with what keeps it from there when the time is up. Without a service nobody registers it, so nobody waits. */
async function registered(opened: OpenedChannel, id: string): Promise<readonly [Datafeed, DatafeedStatus | null]> {
  const deadline = Date.now() + ((await isServiceRunning(opened.app)) ? REGISTERED_WITHIN_MS : 0);
  for (;;) {
    const datafeed = DatafeedShape.parse(await opened.perform(getDatafeed, { path: { id } }));
    if (datafeed.datafeed_id !== null) return [datafeed, null];
    if (Date.now() >= deadline) return [datafeed, DatafeedStatusShape.parse(await opened.perform(datafeedStatus, { path: { id } }))];
    await sleep(LOOK_EVERY_MS);
  }
}
