import { vi } from "vitest";
import type { TypedClient } from "../contract/client/typed-client.ts";
import { readFeedFile } from "./feed-file.ts";

type Rows = readonly Readonly<Record<string, string>>[];

const PUBLISHED_WITHIN_MS = 300_000;
/** Each look takes some milliseconds of the two cores that what is waited for works on. */
const POLL_MS = 100;

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
