import { Buffer } from "node:buffer";
import { GraphQLError } from "graphql";
import { members, parseJson } from "../../../kernel/unsafe.ts";
import { createGiveWay } from "../give-way.ts";
import { PAGE_MAX, PAGED_OBJECTS_MAX } from "../limits.ts";
import type { Args } from "./context.ts";
import type { Listing, Place } from "./listing.ts";

/** A page of a connection, in the members that GraphQL asks for. */
export interface Page {
  readonly nodes: readonly unknown[];
  readonly edges: readonly { readonly cursor: string; readonly node: unknown }[];
  readonly pageInfo: PageInfo;
}

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

interface Window {
  readonly size: number;
  readonly fromEnd: boolean;
  readonly after: CursorPlace | undefined;
  readonly before: CursorPlace | undefined;
}

export async function pageOf(listing: Listing, args: Args): Promise<Page> {
  const { chosen, firstAt, hasNextPage, hasPreviousPage } = await choose(listing, windowOf(args));
  const edges = chosen.map((node, index) => ({ cursor: cursorOf(listing.placeOf(node), firstAt + index), node }));
  const pageInfo = { hasNextPage, hasPreviousPage, startCursor: edges.at(0)?.cursor ?? null, endCursor: edges.at(-1)?.cursor ?? null };
  return { nodes: chosen, edges, pageInfo };
}

interface Chosen {
  readonly chosen: readonly unknown[];
  /** From 1: the first one's position in the list, as far as the way to it is known. */
  readonly firstAt: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** `last` keeps the end of what it passes, so it has to pass everything. */
async function choose(listing: Listing, window: Window): Promise<Chosen> {
  const { size, fromEnd, after, before } = window;
  const kept: unknown[] = [];
  let at = after?.at ?? 0;
  let isCut = false;
  for await (const item of itemsIn(listing, window)) {
    at += 1;
    if (at > PAGED_OBJECTS_MAX) throw badRequest(`a list cannot be paged past ${PAGED_OBJECTS_MAX} objects`);
    kept.push(item);
    isCut ||= kept.length > size;
    if (isCut && !fromEnd) break;
    if (isCut) kept.shift();
  }
  const firstAt = at - kept.length + 1;
  const isBounded = { hasNextPage: before !== undefined, hasPreviousPage: after !== undefined };
  return fromEnd
    ? { ...isBounded, chosen: kept, firstAt, hasPreviousPage: isCut || isBounded.hasPreviousPage }
    : { ...isBounded, chosen: kept.slice(0, size), firstAt, hasNextPage: isCut || isBounded.hasNextPage };
}

async function* itemsIn(listing: Listing, { after, before }: Window): AsyncGenerator {
  const giveWay = createGiveWay();
  for await (const item of listing.items(after)) {
    await giveWay();
    if (after !== undefined && !listing.isBehind(item, after)) continue;
    if (before !== undefined && isAtOrBehind(listing, item, before)) return;
    yield item;
  }
}

function isAtOrBehind(listing: Listing, item: unknown, place: Place): boolean {
  const { id, value } = listing.placeOf(item);
  return (id === place.id && value === place.value) || listing.isBehind(item, place);
}

function windowOf({ first, last, after, before }: Args): Window {
  if (typeof first === "number" && typeof last === "number") throw badRequest("providing both first and last is not supported");
  const size = typeof first === "number" ? first : last;
  if (typeof size !== "number") throw badRequest("you must provide one of first or last");
  if (size < 1 || size > PAGE_MAX) throw badRequest(`${typeof first === "number" ? "first" : "last"} must be between 1 and ${PAGE_MAX}`);
  return { size, fromEnd: typeof first !== "number", after: placeAt(after, "after"), before: placeAt(before, "before") };
}

/** As Shopify's, base64 of `{"last_id":…,"last_value":…}`, with the position, so that the limit of paging holds without counting. */
export function cursorOf({ id, value }: Place, at: number): string {
  return Buffer.from(JSON.stringify({ last_id: id, last_value: value, at })).toString("base64");
}

interface CursorPlace extends Place {
  readonly at: number;
}

function placeAt(cursor: unknown, argument: string): CursorPlace | undefined {
  if (typeof cursor !== "string") return undefined;
  try {
    const { last_id: id, last_value: value, at } = members(parseJson(Buffer.from(cursor, "base64").toString("utf8")));
    if (typeof id === "number" && (typeof value === "number" || typeof value === "string"))
      return { id, value, at: typeof at === "number" && at > 0 ? at : 0 };
  } catch {
    // Said below, as for any other text that is no cursor.
  }
  throw badRequest(`Invalid cursor for argument \`${argument}\`.`);
}

export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
}
