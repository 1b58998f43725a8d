import { z } from "zod";
import { endpointOf } from "../platform-endpoints.ts";
import { allPages, type PlatformPage } from "../platform-pages.ts";
import type { PlatformCall } from "../platform-port.ts";
import type { PlatformRequest, RateLimit } from "../platform-request.ts";
import { META } from "./platform-manners.ts";

/** Requests to the Graph API. Bodies are forms, and what is nested in them is JSON. */

/** What a user may call in an hour, from Meta's page on rate limiting: 200, counted over all users of the application. */
const USER_RATE: RateLimit = { name: "graph", perSecond: 200 / 3_600, burst: 200, of: "account" };
/** What a business without sales may call in an hour to manage catalogs: 20,000. */
const CATALOG_RATE: RateLimit = { name: "catalog", perSecond: 20_000 / 3_600, burst: 100, of: "account" };

type Changing = Omit<PlatformRequest, "isSigned" | "rates" | "url">;

/** A request about a catalog. `path` begins with the id of what it is about. */
export function graphRequest({ settings }: PlatformCall, path: string, request: Changing): PlatformRequest {
  return { ...request, url: `${endpointOf(settings, "api")}/${path}`, rates: [CATALOG_RATE], isSigned: true };
}

/** A request about the user who signed in. */
export function userRequest(call: PlatformCall, path: string, request: Changing): PlatformRequest {
  return { ...graphRequest(call, path, request), rates: [USER_RATE] };
}

const PAGE_SIZE = 100;

/** Only a page with a `next` has another behind it; its cursor is there all the same. */
const Paging = z
  .union([z.object({ next: z.string(), cursors: z.object({ after: z.string() }) }), z.object({ next: z.undefined().optional() })])
  .optional();

export interface PageQuery {
  readonly fields: string;
  readonly after: string | null;
  readonly limit?: number;
}

/** One page of an edge. The address of the next one has a token in it, so the cursor is taken instead. */
export async function graphPage<T>(
  call: PlatformCall,
  request: PlatformRequest,
  item: z.ZodType<T>,
  { fields, after, limit = PAGE_SIZE }: PageQuery,
): Promise<PlatformPage<T>> {
  const query = { ...request.query, fields, limit, after: after ?? undefined };
  const { data, paging } = await call.ask({ ...request, query }, z.object({ data: z.array(item), paging: Paging }));
  return { items: data, next: paging?.next === undefined ? null : paging.cursors.after };
}

export function graphList<T>(call: PlatformCall, request: PlatformRequest, item: z.ZodType<T>, fields: string): Promise<readonly T[]> {
  return allPages(META, (after) => graphPage(call, request, item, { fields, after }));
}

export const reading: Changing = { method: "GET", isRepeatable: true };
