import { z } from "zod";
import type { DatafeedWanted, PlatformCall, RemoteDatafeed, Target } from "../platform-port.ts";
import { PlatformFault } from "../platform-request.ts";
import { localeOf } from "./locales.ts";
import { catalogRequest, readList, reading } from "./platform-catalog.ts";
import { DISAPPROVED, UNDER_REVIEW } from "./platform-manners.ts";
import { scheduleOf } from "./time-zones.ts";

/** Data sources of a catalog: one for each country and locale, of which neither can be changed. Names are the account's own once. */

const Feed = z.object({
  id: z.string(),
  name: z.string().nullish(),
  location: z.string().nullish(),
  default_country: z.string().nullish(),
  default_locale: z.string().nullish(),
});

function registration({ id, name, location, default_country, default_locale }: z.output<typeof Feed>): RemoteDatafeed {
  const hasTarget = typeof default_country === "string" && typeof default_locale === "string";
  return { id, name: name ?? "", url: location ?? null, target: hasTarget ? `${default_country}/${default_locale}` : null };
}

export async function listDatafeeds(call: PlatformCall): Promise<readonly RemoteDatafeed[]> {
  return (await readList(call, catalogRequest(call, "catalogs/feeds", reading), Feed)).map(registration);
}

export function targetOf(targets: readonly Target[]): string {
  const { country, locale } = requireTarget(targets);
  return `${country}/${locale}`;
}

function requireTarget(targets: readonly Target[]): { readonly country: string; readonly locale: string } {
  const [first, ...others] = targets;
  if (first === undefined || others.some(({ country, language }) => country !== first.country || language !== first.language))
    throw new PlatformFault(
      "refused",
      "A data source at Pinterest is for one country and language. Make a feed for each and assign them separately.",
    );
  const locale = localeOf(first);
  if (locale !== undefined) return { country: first.country, locale };
  throw new PlatformFault("refused", `Pinterest doesn't read feeds in the language ${first.language}. Assign a feed in another language.`);
}

export async function createDatafeed(call: PlatformCall, wanted: DatafeedWanted): Promise<RemoteDatafeed> {
  const { country, locale } = requireTarget(wanted.targets);
  const json = { ...changeable(call, wanted), default_country: country, default_locale: locale };
  const request = catalogRequest(call, "catalogs/feeds", { method: "POST", body: { json }, isRepeatable: false });
  try {
    return registration(await call.ask(request, Feed));
  } catch (error) {
    if (!(error instanceof PlatformFault && error.code === "already_exists")) throw error;
    return adopt(call, wanted, error);
  }
}

/** The name is taken: by what we wanted to make, or by something else. */
async function adopt(call: PlatformCall, wanted: DatafeedWanted, fault: PlatformFault): Promise<RemoteDatafeed> {
  const target = targetOf(wanted.targets);
  const ours = (await listDatafeeds(call)).find((one) => one.name === wanted.name && one.url === wanted.url && one.target === target);
  if (ours === undefined) throw fault;
  return ours;
}

export async function updateDatafeed(call: PlatformCall, wanted: DatafeedWanted & { readonly id: string }): Promise<RemoteDatafeed> {
  const body = { json: changeable(call, wanted) };
  return registration(
    await call.ask(catalogRequest(call, `catalogs/feeds/${wanted.id}`, { method: "PATCH", body, isRepeatable: true }), Feed),
  );
}

function changeable(
  call: PlatformCall,
  { name, url, format, hour, timeZone, currency }: DatafeedWanted,
): Readonly<Record<string, unknown>> {
  return {
    catalog_type: "RETAIL",
    name,
    format: format === "rss" ? "XML" : format.toUpperCase(),
    location: url,
    preferred_processing_schedule: scheduleOf(hour, timeZone, call.now()),
    ...(currency === null ? {} : { default_currency: currency }),
  };
}

export async function deleteDatafeed(call: PlatformCall, id: string): Promise<void> {
  try {
    await call.ask(catalogRequest(call, `catalogs/feeds/${id}`, { method: "DELETE", isRepeatable: true }), z.unknown());
  } catch (error) {
    if (!(error instanceof PlatformFault && error.code === "not_found")) throw error;
  }
}

const MERCHANT_CODES: readonly (string | null)[] = [String(DISAPPROVED), String(UNDER_REVIEW)];

export async function fetchNow(call: PlatformCall, { id }: { readonly id: string }): Promise<void> {
  try {
    await call.ask(
      catalogRequest(call, `catalogs/feeds/${id}/ingest`, { method: "POST", isRepeatable: false }),
      z.object({ id: z.string() }),
    );
  } catch (error) {
    if (!(error instanceof PlatformFault && error.code === "permission_missing") || MERCHANT_CODES.includes(error.platformCode))
      throw error;
    const sentence =
      "Fetching on request is not available: Pinterest enables it for few applications. It reads the file by itself every 24 to 48 hours.";
    throw new PlatformFault("permission_missing", sentence, { platformCode: error.platformCode, cause: error });
  }
}
