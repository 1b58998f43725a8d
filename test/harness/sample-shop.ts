import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { vi } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { type TypedClient, typedClient } from "../contract/client/typed-client.ts";
import { readFeedFile } from "./feed-file.ts";
import { clonedService } from "./service-on-clone.ts";

/** The running service with its sample shop, as a merchant meets it: an address, a key, and the published file of the primary feed. */
export interface SampleShop extends AsyncDisposable {
  readonly client: TypedClient;
  /** Of the primary feed's file. */
  readonly feedUrl: string;
}

type Rows = readonly Readonly<Record<string, string>>[];

const PUBLISHED_WITHIN_MS = 300_000;
/** Each look takes some milliseconds of the two cores that what is waited for works on. */
const POLL_MS = 100;

export async function sampleShop(): Promise<SampleShop> {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(await clonedService({ SAMPLE_SHOP: "1" }));
  await home.start();
  const file = join(home.dataDir, "quickstart.json");
  const quickstart = await within(async () => members(parseJson(await readFile(file, "utf8"))));
  const client = typedClient(home.url, String(quickstart["merchant_key"]));
  const feedUrl = String(quickstart["feed_url"]);
  await published(client, "feed_1");
  const running = stack.move();
  return { client, feedUrl, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

const within = <T>(look: () => Promise<T>): Promise<T> => vi.waitFor(look, { timeout: PUBLISHED_WITHIN_MS, interval: POLL_MS });

/** The feed, once its file is served. */
export function published(client: TypedClient, id: string) {
  return within(async () => {
    const { data } = await client.call("feeds.get", { path: { id } });
    if (data.feed_url === null) throw new Error(`${id} has no file yet`);
    return { ...data, feed_url: data.feed_url };
  });
}

/** Runs the feed and waits until it is done; waits first for a run that is under way. */
export async function regenerated(client: TypedClient, id: string) {
  await idle(client, id);
  const asked = await client.call("feeds.regenerate", { path: { id } });
  const { data } = await idle(client, id);
  if (data.status !== "completed") throw new Error(`${JSON.stringify(asked)} became ${JSON.stringify(data)}`);
  return data;
}

/** The newest run of the feed, once it is over. */
function idle(client: TypedClient, id: string) {
  return within(async () => {
    const found = await client.call("runs.latest", { path: { id } });
    if (found.data.status === "running") throw new Error(`${found.data.id} is still running`);
    return found;
  });
}

/** A served feed file, read strictly. */
export async function fileRows(url: string): Promise<Rows> {
  return readFeedFile(await (await fetch(url)).text());
}
