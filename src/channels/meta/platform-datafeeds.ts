import { z } from "zod";
import type { DatafeedWanted, PlatformCall, RemoteDatafeed, Target } from "../platform-port.ts";
import { PlatformFault } from "../platform-request.ts";
import { graphList, graphRequest, reading } from "./platform-graph.ts";

/** Feeds of a catalog. Meta makes a second one of the same name and URL without a word. */

const Feed = z.object({
  id: z.string(),
  name: z.string().default(""),
  country: z.string().nullish(),
  schedule: z.object({ url: z.string().nullish() }).nullish(),
});

export async function listDatafeeds(call: PlatformCall): Promise<readonly RemoteDatafeed[]> {
  const request = graphRequest(call, `${call.account().id}/product_feeds`, reading);
  const feeds = await graphList(call, request, Feed, "id,name,country,schedule{url}");
  return feeds.map(({ id, name, country, schedule }) => ({ id, name, url: schedule?.url ?? null, target: country ?? null }));
}

/** A feed has one country at most; without one its items are shown wherever the catalog's ads run. */
export function targetOf(targets: readonly Target[]): string {
  const [country = "", ...others] = new Set(targets.map((target) => target.country));
  return others.length === 0 ? country : "";
}

const Created = z.object({ id: z.string().min(1) });

export async function createDatafeed(call: PlatformCall, wanted: DatafeedWanted): Promise<RemoteDatafeed> {
  const target = targetOf(wanted.targets);
  const form = { ...changeable(wanted), ...(target === "" ? {} : { country: target }) };
  const path = `${call.account().id}/product_feeds`;
  const { id } = await call.ask(graphRequest(call, path, { method: "POST", body: { form }, isRepeatable: false }), Created);
  return registration(id, wanted);
}

const Done = z.object({ success: z.literal(true) });

export async function updateDatafeed(call: PlatformCall, wanted: DatafeedWanted & { readonly id: string }): Promise<RemoteDatafeed> {
  const request = { method: "POST", body: { form: changeable(wanted) }, isRepeatable: true } as const;
  await call.ask(graphRequest(call, wanted.id, request), Done);
  return registration(wanted.id, wanted);
}

function registration(id: string, { name, url, targets }: DatafeedWanted): RemoteDatafeed {
  return { id, name, url, target: targetOf(targets) };
}

/** What an update takes too. A country can't be changed. */
function changeable({ name, url, format, hour, timeZone, currency }: DatafeedWanted): Readonly<Record<string, string>> {
  const schedule = { interval: "DAILY", interval_count: 1, hour, minute: 0, timezone: timeZone, url };
  return {
    name,
    // `schedule` makes the catalog hold what the file holds; `update_schedule` would never delete an item.
    schedule: JSON.stringify(schedule),
    encoding: "UTF8",
    delimiter: format === "csv" ? "COMMA" : "AUTODETECT",
    ...(currency === null ? {} : { default_currency: currency }),
  };
}

export async function deleteDatafeed(call: PlatformCall, id: string): Promise<void> {
  try {
    await call.ask(graphRequest(call, id, { method: "DELETE", isRepeatable: true }), Done);
  } catch (error) {
    if (!(error instanceof PlatformFault && error.code === "not_found")) throw error;
    await requireGone(call, id);
  }
}

/** Meta says the same of a feed that is gone and of one that we aren't allowed to touch. */
async function requireGone(call: PlatformCall, id: string): Promise<void> {
  if ((await listDatafeeds(call)).every((feed) => feed.id !== id)) return;
  const sentence =
    "Meta doesn't allow the connection to delete the feed. Delete it in Commerce Manager under Data sources, or give the connection's user control of the catalog.";
  throw new PlatformFault("permission_missing", sentence);
}

export async function fetchNow(call: PlatformCall, { id, url }: { readonly id: string; readonly url: string }): Promise<void> {
  // Two uploads would read the file twice.
  await call.ask(graphRequest(call, `${id}/uploads`, { method: "POST", body: { form: { url } }, isRepeatable: false }), Created);
}
