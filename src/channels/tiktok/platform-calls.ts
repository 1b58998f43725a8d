import { z } from "zod";
import { members } from "../../kernel/unsafe.ts";
import { endpointOf } from "../platform-endpoints.ts";
import { allPages } from "../platform-pages.ts";
import type { PlatformCall } from "../platform-port.ts";
import type { PlatformRequest, RateLimit } from "../platform-request.ts";

/** What all of TikTok's calls have in common. */

/** API for Business: 10 a second and 600 a minute for the whole application. One rate keeps both. */
export const RATES: readonly RateLimit[] = [{ name: "all", perSecond: 9, burst: 10, of: "application" }];

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

/** All pages of a list. `list` is its name in the data. */
export function getAll<T>(
  call: PlatformCall,
  path: string,
  query: NonNullable<PlatformRequest["query"]>,
  { list, item, pageSize }: { readonly list: string; readonly item: z.ZodType<T>; readonly pageSize: number },
): Promise<readonly T[]> {
  return allPages("TikTok", async (after) => {
    const page = Number(after ?? 1);
    const { items, page_info: info } = await getData(call, path, { ...query, page, page_size: pageSize }, pageOf(list, item));
    return { items, next: page < info.total_page ? String(page + 1) : null };
  });
}

/** Where the chosen catalog is. */
export function catalogOf(call: PlatformCall): { readonly bc_id: string; readonly catalog_id: string } {
  const { id, parts } = call.account();
  return { bc_id: parts["bc_id"] ?? "", catalog_id: id };
}
