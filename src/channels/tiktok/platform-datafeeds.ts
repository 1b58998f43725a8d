import { z } from "zod";
import type { DatafeedWanted, FetchRun, PlatformCall, RemoteDatafeed, Target } from "../platform-port.ts";
import { PlatformFault, type RateLimit } from "../platform-request.ts";
import { apiUrl, catalogOf, dataOf, getData, postData, RATES } from "./platform-calls.ts";

const Source = z.object({ uri: z.string().optional() });

const Feed = z.object({
  feed_id: z.string().min(1),
  feed_name: z.string().default(""),
  /** The address is in either place. */
  last_update_param: z.object({ source: Source.optional(), uri: z.string().optional() }).nullish(),
});

const Feeds = z.object({ feed_list: z.array(Feed).default([]) });

/** A catalog has one country and one currency, and its feeds have no language. */
export function tiktokTargetOf(targets: readonly Target[]): string {
  const countries = new Set(targets.map(({ country }) => country));
  if (countries.size > 1)
    throw new PlatformFault("refused", "A TikTok catalog is for one country. Use a feed and a catalog for each country.");
  return "";
}

export async function listTiktokFeeds(call: PlatformCall): Promise<readonly RemoteDatafeed[]> {
  return feeds(call, {});
}

async function feeds(call: PlatformCall, of: { readonly feed_id?: string }): Promise<readonly RemoteDatafeed[]> {
  const data = await getData(call, "/catalog/feed/get/", { ...catalogOf(call), ...of }, Feeds);
  return data.feed_list.map(datafeedOf);
}

function datafeedOf({ feed_id: id, feed_name: name, last_update_param: last }: z.output<typeof Feed>): RemoteDatafeed {
  return { id, name, url: last?.source?.uri ?? last?.uri ?? null, target: "" };
}

export async function createTiktokFeed(call: PlatformCall, wanted: DatafeedWanted): Promise<RemoteDatafeed> {
  const body = { json: { ...catalogOf(call), ...feedOf(call, wanted) } };
  return made(wanted, await postData(call, { path: "/catalog/feed/create/", body, isRepeatable: false }, Feed));
}

export async function updateTiktokFeed(call: PlatformCall, wanted: DatafeedWanted & { readonly id: string }): Promise<RemoteDatafeed> {
  const body = { json: { ...catalogOf(call), feed_id: wanted.id, ...feedOf(call, wanted) } };
  try {
    return made(wanted, await postData(call, { path: "/catalog/feed/update/", body, isRepeatable: true }, Feed));
  } catch (error) {
    const there = await standing(call, wanted.id, error);
    if (there === undefined) throw new PlatformFault("not_found", GONE, { cause: error });
    if (error instanceof PlatformFault && error.code === "already_exists") return there;
    throw error;
  }
}

const GONE = "The feed isn't in the TikTok catalog any more. Sync the channel, and Feedwright registers it again.";

export async function deleteTiktokFeed(call: PlatformCall, id: string): Promise<void> {
  const body = { json: { ...catalogOf(call), feed_id: id } };
  try {
    await postData(call, { path: "/catalog/feed/delete/", body, isRepeatable: true }, z.unknown());
  } catch (error) {
    if ((await standing(call, id, error)) !== undefined) throw error;
  }
}

/** TikTok has several codes for a feed that isn't there, so a refused request is looked into. Throws what has other causes. */
async function standing(call: PlatformCall, id: string, error: unknown): Promise<RemoteDatafeed | undefined> {
  const isDoubtful = error instanceof PlatformFault && ["not_found", "refused", "already_exists"].includes(error.code);
  if (!isDoubtful) throw error;
  return (await feeds(call, {})).find((feed) => feed.id === id);
}

/** The answer may leave out what was sent. */
function made({ name, url }: DatafeedWanted, feed: z.output<typeof Feed>): RemoteDatafeed {
  const datafeed = datafeedOf(feed);
  return { ...datafeed, name: datafeed.name || name, url: datafeed.url ?? url };
}

/** Everything in the file replaces everything from the last one, every day. */
function feedOf(call: PlatformCall, { name, url, hour, timeZone, currency, targets }: DatafeedWanted): Readonly<Record<string, unknown>> {
  tiktokTargetOf(targets);
  const { currency: own = "" } = call.account().parts;
  // `OMNI` means a catalog for all currencies.
  if (currency !== null && own !== "" && own !== "OMNI" && own !== currency)
    throw new PlatformFault("refused", `The catalog's prices are in ${own}, the feed's in ${currency}. Choose a catalog for ${currency}.`);
  return {
    feed_name: name,
    update_mode: "OVERWRITE",
    schedule_param: { interval_type: "DAILY", interval_count: 1, timezone: timeZone, hour, minute: 0, source: { uri: url } },
  };
}

/** `/catalog/product/file/`: 5 a second, 300 a minute. */
const FILE_RATE: RateLimit = { name: "product/file", perSecond: 4.5, burst: 5, of: "application" };
const Started = z.object({ feed_log_id: z.union([z.string(), z.number()]).transform(String) });

/** Hands over the file's address: a schedule can't be run at once. Sending it twice reads the same file twice. */
export async function fetchTiktokFeed(call: PlatformCall, wanted: DatafeedWanted & { readonly id: string }): Promise<FetchRun | undefined> {
  if (wanted.format !== "csv")
    throw new PlatformFault("refused", "TikTok reads only CSV files at once. Choose the format csv, or wait for the daily reading.");
  if (!/^[0-9]{1,19}$/.test(wanted.id)) throw new PlatformFault("not_found", GONE);
  const rest = JSON.stringify({ ...catalogOf(call), file_url: wanted.url, update_mode: "OVERWRITE" });
  // An integer here, and larger than a number of JavaScript holds.
  const body = { bytes: Buffer.from(`${rest.slice(0, -1)},"feed_id":${wanted.id}}`), contentType: "application/json" };
  const request = { method: "POST", url: apiUrl(call, "/catalog/product/file/"), body } as const;
  try {
    const { data } = await call.ask({ ...request, rates: [...RATES, FILE_RATE], isRepeatable: true, isSigned: true }, dataOf(Started));
    return { run: data.feed_log_id };
  } catch (error) {
    // The first answer got lost, so the file is being read; what becomes of it is in the feed's log.
    if (error instanceof PlatformFault && error.code === "already_exists") return undefined;
    throw error;
  }
}
