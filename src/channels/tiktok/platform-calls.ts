import { z } from "zod";
import { members } from "../../kernel/unsafe.ts";
import { endpointOf } from "../platform-application.ts";
import type { PlatformCall } from "../platform-port.ts";
import { PlatformFault, type PlatformRequest, type RateLimit } from "../platform-request.ts";

/** What all of TikTok's calls have in common. */

/** API for Business: 10 a second and 600 a minute for the whole application. One rate keeps both. */
export const RATES: readonly RateLimit[] = [{ name: "all", perSecond: 9, burst: 10, of: "application" }];

/** Lists of more pages than this aren't read on. */
const PAGES_MAX = 100;

export const apiUrl = (call: Pick<PlatformCall, "settings">, path: string): string => `${endpointOf(call.settings, "api")}${path}`;

export const dataOf = <T>(data: z.ZodType<T>): z.ZodType<{ readonly data: T }> => z.object({ data });

/** Paths end with a slash. */
export async function getData<T>(
  call: PlatformCall,
  path: string,
  query: NonNullable<PlatformRequest["query"]>,
  data: z.ZodType<T>,
): Promise<T> {
  const request = { method: "GET", url: apiUrl(call, path), query, rates: RATES, isRepeatable: true, isSigned: true } as const;
  return (await call.ask(request, dataOf(data))).data;
}

interface Change {
  readonly path: string;
  readonly body: NonNullable<PlatformRequest["body"]>;
  readonly isRepeatable: boolean;
}

export async function postData<T>(call: PlatformCall, { path, body, isRepeatable }: Change, data: z.ZodType<T>): Promise<T> {
  const request = { method: "POST", url: apiUrl(call, path), body, rates: RATES, isRepeatable, isSigned: true } as const;
  return (await call.ask(request, dataOf(data))).data;
}

const PageInfo = z.object({ total_page: z.number().int().default(0) }).default({ total_page: 0 });

/** A page's list has a name of its own in each call. */
const pageOf = <T>(list: string, item: z.ZodType<T>) =>
  z.preprocess((data) => ({ ...members(data), items: members(data)[list] ?? [] }), z.object({ items: z.array(item), page_info: PageInfo }));

/** All pages of a list, from the first. `list` is the name of the list in the data. */
export async function getAll<T>(
  call: PlatformCall,
  path: string,
  query: NonNullable<PlatformRequest["query"]>,
  { list, item, pageSize }: { readonly list: string; readonly item: z.ZodType<T>; readonly pageSize: number },
): Promise<readonly T[]> {
  const all: T[] = [];
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { items, page_info: info } = await getData(call, path, { ...query, page, page_size: pageSize }, pageOf(list, item));
    all.push(...items);
    if (page >= info.total_page) return all;
  }
  throw new PlatformFault("not_understood", `TikTok's list has more than ${PAGES_MAX} pages. Report it.`);
}

/** Where the chosen catalog is. */
export function catalogOf(call: PlatformCall): { readonly bc_id: string; readonly catalog_id: string } {
  const { id, parts } = call.account();
  return { bc_id: parts["bc_id"] ?? "", catalog_id: id };
}
