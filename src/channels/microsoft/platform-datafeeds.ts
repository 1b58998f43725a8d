import { z } from "zod";
import type { ChannelPlatform, PlatformCall, RemoteDatafeed, Target } from "../platform-port.ts";
import { PlatformFault } from "../platform-request.ts";
import { askStore } from "./platform-ask.ts";

/** Microsoft has no call that registers a file's URL, so a catalog takes the place of a registration: the rows of one market are sent to it. */

const Catalog = z.object({
  id: z.coerce.string(),
  name: z.string().default(""),
  market: z.string().default(""),
});
type Catalog = z.output<typeof Catalog>;
const Catalogs = z.object({ catalogs: z.array(Catalog).default([]) });

/** Names of catalogs are unique in a store, so a catalog of ours is found by its name and never made twice. */
const OURS = "Feedwright";

const BY_HAND = {
  instead:
    "Microsoft has no call to register a file's URL. Feedwright sends the rows themselves once the account is connected. To have Microsoft read the file instead, " +
    "open Tools > Merchant Center > Feeds in Microsoft Advertising, choose Create feed, then Automatically download file from URL, and paste the URL.",
};

type Datafeeds = Pick<
  ChannelPlatform,
  "listDatafeeds" | "targetOf" | "createDatafeed" | "updateDatafeed" | "deleteDatafeed" | "fetchNow" | "fetchEveryMs"
>;

export const microsoftDatafeeds: Datafeeds = Object.freeze({
  listDatafeeds: async (call) => (await listCatalogs(call)).map(datafeedOf),
  targetOf(targets) {
    const [first, second] = targets;
    if (first !== undefined && second === undefined) return `${first.country}/${languageOf(first.language)}`;
    const sentence = "A catalog at Microsoft has one country and language. Use one feed for each market.";
    throw new PlatformFault("refused", sentence);
  },
  createDatafeed: BY_HAND,
  updateDatafeed: BY_HAND,
  async deleteDatafeed(call, id) {
    const found = (await listCatalogs(call)).find((catalog) => catalog.id === id);
    if (found === undefined) return;
    if (!found.name.startsWith(`${OURS} `)) {
      const sentence = `Feedwright didn't make the catalog ${found.name} and doesn't delete it. Delete it in Microsoft Merchant Center.`;
      throw new PlatformFault("refused", sentence);
    }
    try {
      await askStore(call, { method: "DELETE", path: `catalogs/${id}`, isRepeatable: true }, z.unknown());
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  },
  fetchNow: BY_HAND,
  fetchEveryMs: 0,
} satisfies Datafeeds);

/** Microsoft sends all catalogs of a store at once; there are at most 100. */
export async function listCatalogs(call: PlatformCall): Promise<readonly Catalog[]> {
  return (await askStore(call, { method: "GET", path: "catalogs", isRepeatable: true }, Catalogs)).catalogs;
}

/** The catalog of a market that rows are sent to. Ours alone: the merchant's own catalogs may be filled from files. */
export async function requireCatalog(call: PlatformCall, target: Target): Promise<string> {
  const market = marketOf(target);
  const name = `${OURS} ${market}`;
  const find = async (): Promise<string | undefined> => (await listCatalogs(call)).find((catalog) => catalog.name === name)?.id;
  const found = await find();
  if (found !== undefined) return found;
  try {
    const json = { name, market, isPublishingEnabled: true };
    return (await askStore(call, { method: "POST", path: "catalogs", json, isRepeatable: false }, Catalog)).id;
  } catch (error) {
    // Another process may have made it, or the answer was lost.
    if (!mayExist(error)) throw error;
    const made = await find();
    if (made === undefined) throw error;
    return made;
  }
}

function mayExist(error: unknown): boolean {
  return error instanceof PlatformFault && (error.isOutcomeUnknown || error.code === "refused" || error.code === "already_exists");
}

/** Two letters: `pt` for `pt-BR`. */
export function languageOf(tag: string): string {
  return (tag.split("-")[0] ?? tag).toLowerCase();
}

/** Microsoft's market of Norway is named after Bokmål. */
function marketOf({ country, language }: Target): string {
  const two = languageOf(language);
  return `${two === "no" ? "nb" : two}-${country}`;
}

function datafeedOf({ id, name, market }: Catalog): RemoteDatafeed {
  const [language = "", country] = market.split("-");
  return { id, name, url: null, target: country === undefined ? null : `${country}/${language}` };
}

export function isMissing(error: unknown): error is PlatformFault {
  return error instanceof PlatformFault && error.code === "not_found";
}
