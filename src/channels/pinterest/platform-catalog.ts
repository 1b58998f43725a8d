import { z } from "zod";
import { endpointOf } from "../platform-endpoints.ts";
import { allPages } from "../platform-pages.ts";
import type { PlatformCall } from "../platform-port.ts";
import type { PlatformRequest, RateLimit } from "../platform-request.ts";
import { PINTEREST } from "./platform-manners.ts";

/** Requests to Pinterest's API. */

/** 100 calls a second for a user of an application with standard access; trial access has 1,000 a day, which 429 tells. */
const RATE: RateLimit = { name: "calls", perSecond: 100, burst: 100, of: "account" };

type Changing = Omit<PlatformRequest, "isSigned" | "rates" | "url">;

/** A request about the user who signed in. */
export function userRequest({ settings }: PlatformCall, path: string, request: Changing): PlatformRequest {
  return { ...request, url: `${endpointOf(settings, "api")}/${path}`, rates: [RATE], isSigned: true };
}

/** A request about the chosen account's catalog. Someone else's is reached through an ad account they shared. */
export function catalogRequest(call: PlatformCall, path: string, request: Changing): PlatformRequest {
  const { ad_account_id } = call.account().parts;
  return userRequest(call, path, { ...request, query: { ...request.query, ad_account_id } });
}

export const reading: Changing = { method: "GET", isRepeatable: true };

/** The most that Pinterest takes. */
const PAGE_SIZE = 250;

export function readList<T>(call: PlatformCall, request: PlatformRequest, item: z.ZodType<T>): Promise<readonly T[]> {
  return allPages(PINTEREST, async (after) => {
    const query = { ...request.query, page_size: PAGE_SIZE, bookmark: after ?? undefined };
    const { items, bookmark } = await call.ask({ ...request, query }, z.object({ items: z.array(item), bookmark: z.string().nullish() }));
    return { items, next: bookmark === undefined || bookmark === "" ? null : bookmark };
  });
}
