import { z } from "zod";
import type { GoogleDataSource } from "./google-state.ts";

/** What Google asks of a data source beyond the form of the request. */

const Labels = z.object({
  feedLabel: z.string().default(""),
  contentLanguage: z.string().default(""),
  countries: z.array(z.string()).default([]),
});

const Body = z.object({
  displayName: z.string().default(""),
  primaryProductDataSource: Labels.default({ feedLabel: "", contentLanguage: "", countries: [] }),
  fileInput: z.object({
    fetchSettings: z.object({
      fetchUri: z.string(),
      frequency: z.string(),
      timeOfDay: z.object({ hours: z.int().default(0) }).default({ hours: 0 }),
      timeZone: z.string().default("UTC"),
    }),
  }),
});

export const labelsOf = (source: GoogleDataSource): z.output<typeof Labels> => Body.parse(source.body).primaryProductDataSource;

export const urlOf = (source: GoogleDataSource): string => Body.parse(source.body).fileInput.fetchSettings.fetchUri;

/** Why Google refuses a data source; null: it doesn't. */
export function sourceFault(value: Readonly<Record<string, unknown>>): string | null {
  const { data } = Body.safeParse(value);
  if (data === undefined) return "A file data source needs fetchSettings.";
  const { primaryProductDataSource: labels, fileInput } = data;
  const { fetchUri, timeOfDay, timeZone } = fileInput.fetchSettings;
  if (!/^[A-Z0-9-]{1,20}$/.test(labels.feedLabel) || !/^[a-z]{2}$/.test(labels.contentLanguage))
    return "feedLabel and contentLanguage must be set for file inputs.";
  if (labels.countries.some((country) => !/^[A-Z]{2}$/.test(country))) return "countries must be territory codes.";
  if (!/^(https?|sftp):\/\//.test(fetchUri)) return "fetchUri must be a link by HTTP, HTTPS or SFTP.";
  if (timeOfDay.hours < 0 || timeOfDay.hours > 23) return "hours must be between 0 and 23.";
  return Intl.supportedValuesOf("timeZone").includes(timeZone) || timeZone === "UTC" ? null : `${timeZone} isn't a time zone.`;
}

/** `body` with the paths of the mask taken from `patch`; a path that `patch` lacks is deleted. Undefined: the mask isn't allowed. */
export function patched(
  body: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
  mask: string,
): Readonly<Record<string, unknown>> | undefined {
  const result = structuredClone(body);
  for (const path of mask.split(",")) {
    const [name = "", inner, ...deeper] = path.split(".");
    if (!PATCHABLE.includes(path) || deeper.length > 0) return undefined;
    const changed = inner === undefined ? patch[name] : { ...objectOf(result[name]), [inner]: objectOf(patch[name])[inner] };
    Object.assign(result, { [name]: changed });
  }
  return result;
}

/** Label and language are immutable, and the mask `*` isn't taken. */
const PATCHABLE = ["displayName", "fileInput", "fileInput.fetchSettings", "primaryProductDataSource.countries"];

const objectOf = (value: unknown): Readonly<Record<string, unknown>> => z.record(z.string(), z.unknown()).catch({}).parse(value);
