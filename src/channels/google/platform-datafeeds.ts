import { z } from "zod";
import { allPages } from "../platform-pages.ts";
import type { ChannelPlatform, DatafeedWanted, PlatformCall, RemoteDatafeed, Target } from "../platform-port.ts";
import { PlatformFault } from "../platform-request.ts";
import { Anything, askAccount, type GoogleRequest } from "./platform-ask.ts";

/** A registration is a data source of the account: one language and feed label, several countries. Creating always adds another one. */

const DataSource = z.object({
  dataSourceId: z.string().min(1),
  displayName: z.string().default(""),
  primaryProductDataSource: z.object({ feedLabel: z.string().default(""), contentLanguage: z.string().default("") }).optional(),
  fileInput: z.object({ fetchSettings: z.object({ fetchUri: z.string().optional() }).optional() }).optional(),
});

const DataSources = z.object({ dataSources: z.array(DataSource).default([]), nextPageToken: z.string().optional() });

/** Google's most a page. */
const DATA_SOURCES_A_PAGE = 1_000;

type Datafeeds = Pick<
  ChannelPlatform,
  "listDatafeeds" | "targetOf" | "createDatafeed" | "updateDatafeed" | "deleteDatafeed" | "fetchNow" | "fetchEveryMs"
>;

export const googleDatafeeds: Datafeeds = Object.freeze({
  listDatafeeds: (call) =>
    allPages("Google", async (pageToken) => {
      const query = { pageSize: DATA_SOURCES_A_PAGE, pageToken: pageToken ?? undefined };
      const { dataSources, nextPageToken } = await askSources(call, { method: "GET", path: "", query, isRepeatable: true }, DataSources);
      return { items: dataSources.map(datafeedOf), next: nextPageToken || null };
    }),
  targetOf(targets) {
    const { feedLabel, contentLanguage } = labelsOf(targets);
    return `${feedLabel}/${contentLanguage}`;
  },
  async createDatafeed(call, wanted) {
    const { countries, ...labels } = labelsOf(wanted.targets);
    const json = { ...changing(wanted), primaryProductDataSource: { ...labels, countries } };
    return datafeedOf(await askSources(call, { method: "POST", path: "", json, isRepeatable: false }, DataSource));
  },
  async updateDatafeed(call, { id, ...wanted }) {
    // Label and language can't be changed; what the mask names and the body lacks would be deleted.
    const updateMask = "displayName,fileInput,primaryProductDataSource.countries";
    const json = { ...changing(wanted), primaryProductDataSource: { countries: labelsOf(wanted.targets).countries } };
    return datafeedOf(
      await askSources(call, { method: "PATCH", path: `/${id}`, query: { updateMask }, json, isRepeatable: true }, DataSource),
    );
  },
  async deleteDatafeed(call, id) {
    try {
      await askSources(call, { method: "DELETE", path: `/${id}`, isRepeatable: true }, Anything);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  },
  async fetchNow(call, { id }) {
    try {
      // Reading the same file twice changes nothing more.
      await askSources(call, { method: "POST", path: `/${id}:fetch`, json: {}, isRepeatable: true }, Anything);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await requireDatafeed(call, id);
      const sentence = "Google doesn't fetch a data source in the first minutes after it was created. Feedwright tries again later.";
      throw new PlatformFault("unavailable", sentence, { platformCode: error.platformCode, cause: error });
    }
  },
  // Merchant API's description asks for no more than one fetch a day.
  fetchEveryMs: 24 * 60 * 60_000,
} satisfies Datafeeds);

/** Throws `not_found` for a registration that Google doesn't have. */
export async function requireDatafeed(call: PlatformCall, id: string): Promise<void> {
  await askSources(call, { method: "GET", path: `/${id}`, isRepeatable: true }, DataSource);
}

/** Asks about the account's data sources; `path` goes on from them. */
export function askSources<T>(call: PlatformCall, request: GoogleRequest, answer: z.ZodType<T>): Promise<T> {
  const { id } = call.account();
  return askAccount(call, id, { ...request, path: `datasources/v1/accounts/${id}/dataSources${request.path}` }, answer);
}

export function isMissing(error: unknown): error is PlatformFault {
  return error instanceof PlatformFault && error.code === "not_found";
}

interface Labels {
  readonly feedLabel: string;
  /** ISO 639-1, two letters. */
  readonly contentLanguage: string;
  readonly countries: readonly string[];
}

function labelsOf(targets: readonly Target[]): Labels {
  const [first] = targets;
  if (first === undefined) throw new PlatformFault("refused", "Google needs a country and a language. Name at least one target.");
  const languages = new Set(targets.map(({ language }) => languageOf(language)));
  if (languages.size > 1) {
    const sentence = `A data source at Google has one language, not ${[...languages].join(" and ")}. Register one datafeed for each language.`;
    throw new PlatformFault("refused", sentence);
  }
  return {
    feedLabel: first.label ?? first.country,
    contentLanguage: languageOf(first.language),
    countries: [...new Set(targets.map(({ country }) => country))],
  };
}

/** Google takes the language alone: `pt` for `pt-BR`. */
export function languageOf(tag: string): string {
  return (tag.split("-")[0] ?? tag).toLowerCase();
}

/** What may be changed later. */
function changing({ name, url, hour, timeZone }: Omit<DatafeedWanted, "targets">): Readonly<Record<string, unknown>> {
  const daily = { enabled: true, fetchUri: url, frequency: "FREQUENCY_DAILY", timeOfDay: { hours: hour }, timeZone };
  return { displayName: name, fileInput: { fetchSettings: daily } };
}

function datafeedOf({
  dataSourceId,
  displayName,
  primaryProductDataSource: labels,
  fileInput,
}: z.output<typeof DataSource>): RemoteDatafeed {
  return {
    id: dataSourceId,
    name: displayName,
    url: fileInput?.fetchSettings?.fetchUri ?? null,
    target: labels === undefined || labels.feedLabel === "" ? null : `${labels.feedLabel}/${labels.contentLanguage}`,
  };
}
