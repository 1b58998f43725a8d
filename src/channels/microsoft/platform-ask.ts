import type { z } from "zod";
import { endpointOf } from "../platform-endpoints.ts";
import type { PlatformCall } from "../platform-port.ts";
import type { PlatformRequest } from "../platform-request.ts";
import { customerHeaders } from "./platform-connect.ts";
import { CONTENT_CALLS } from "./platform-manners.ts";

/** A call of the Content API about the chosen store. */
export type ContentRequest = Pick<PlatformRequest, "method" | "isRepeatable"> & {
  /** Below the store: `catalogs/9`. */
  readonly path: string;
  readonly query?: PlatformRequest["query"];
  readonly json?: unknown;
  readonly rates?: PlatformRequest["rates"];
};

export function askStore<T>(call: PlatformCall, { path, ...request }: ContentRequest, answer: z.ZodType<T>): Promise<T> {
  return askContent(call, { ...request, url: `${endpointOf(call.settings, "content")}/bmc/${call.account().id}/${path}` }, answer);
}

/** Statuses of products lie at an address of their own. */
export function askStatuses<T>(call: PlatformCall, { path, ...request }: ContentRequest, answer: z.ZodType<T>): Promise<T> {
  return askContent(call, { ...request, url: `${endpointOf(call.settings, "statuses")}/bmc/stores/${call.account().id}/${path}` }, answer);
}

type Addressed = Omit<ContentRequest, "path"> & { readonly url: string };

function askContent<T>(call: PlatformCall, { json, query, rates = [], ...rest }: Addressed, answer: z.ZodType<T>): Promise<T> {
  const request: PlatformRequest = {
    ...rest,
    ...(query === undefined ? {} : { query }),
    ...(json === undefined ? {} : { body: { json } }),
    headers: customerHeaders(call.account().parts),
    rates: [CONTENT_CALLS, ...rates],
    isSigned: true,
  };
  return call.ask(request, answer);
}
