import { ApiError, NetworkError } from "./errors.ts";
import { authorization } from "./embedded.ts";
import { messages } from "../messages/messages.ts";
import { promised } from "../unsafe.ts";
import type { operations } from "./openapi-types.d.ts";
import { OPERATIONS } from "./operations.ts";

/** The public API, called by the names of the reference. The browser sends the session's cookie; no key is ever in the page. */

export type OperationName = keyof operations & keyof typeof OPERATIONS;

type PartOf<Name extends OperationName, Part extends "path" | "query"> = operations[Name]["parameters"] extends {
  readonly [P in Part]: infer Given;
}
  ? Given
  : operations[Name]["parameters"] extends { readonly [P in Part]?: infer Given }
    ? Given | undefined
    : undefined;
type BodyOf<Name extends OperationName> = operations[Name] extends {
  readonly requestBody: { readonly content: { readonly "application/json": infer Body } };
}
  ? Body
  : operations[Name] extends { readonly requestBody?: { readonly content: { readonly "application/json": infer Body } } }
    ? Body | undefined
    : undefined;

/** A part that may be undefined may be left out. */
type Wanted<Given> = { readonly [Part in keyof Given as undefined extends Given[Part] ? never : Part]: Given[Part] } & {
  readonly [Part in keyof Given as undefined extends Given[Part] ? Part : never]?: Given[Part];
};
export type ApiRequest<Name extends OperationName> = Wanted<{
  path: PartOf<Name, "path">;
  query: PartOf<Name, "query">;
  body: BodyOf<Name>;
}>;

type Contents<Responses> = Responses[keyof Responses] extends { readonly content: { readonly "application/json": infer Content } }
  ? Content
  : undefined;
/** A page is `{data, meta}`. Anything else comes in an envelope of `data` alone, which is taken off. */
type Unwrapped<Content> = Content extends { readonly meta: unknown }
  ? Content
  : Content extends { readonly data: infer Data }
    ? Data
    : Content;
export type ApiAnswer<Name extends OperationName> = Unwrapped<Contents<operations[Name]["responses"]>>;

interface Parts {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: unknown;
}

/** The shop that requests act for; null for a key of an organization or an administrator that has opened none. */
let shop: string | null = null;

export function actFor(shopId: string | null): void {
  shop = shopId;
}

export function actingFor(): string | null {
  return shop;
}

/**
 * Calls an operation and answers what it answers.
 * @throws {ApiError} what the API refused, with its code, fields and request id
 * @throws {NetworkError} no answer of the API came
 */
export async function call<Name extends OperationName>(
  name: Name,
  request: ApiRequest<Name>,
  { signal, idempotencyKey }: { readonly signal?: AbortSignal; readonly idempotencyKey?: string } = {},
): Promise<ApiAnswer<Name>> {
  const [method, url] = target(name, request);
  const { body }: Parts = request;
  const headers = {
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
  };
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await send(url, { method, headers, ...json, ...(signal === undefined ? {} : { signal }) });
  const text = await textOf(response, signal);
  if (!response.ok) throw ApiError.of(response, text);
  return promised<ApiAnswer<Name>>(text === "" ? undefined : unwrapped(jsonOf(text)));
}

/** @throws {NetworkError} the answer broke off */
export async function textOf(response: Response, signal?: AbortSignal): Promise<string> {
  try {
    return await response.text();
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown;
    throw new NetworkError();
  }
}

/** Something else may answer in the API's place, such as the sign-in page of a network. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NetworkError(messages.api.otherAnswered);
  }
}

function unwrapped(answer: unknown): unknown {
  return typeof answer === "object" && answer !== null && "data" in answer && !("meta" in answer) ? answer.data : answer;
}

/** Where an operation is, for what a browser opens by itself: streams, downloads, uploads. */
export function addressOf<Name extends OperationName>(name: Name, request: ApiRequest<Name>): string {
  return target(name, request)[1];
}

function target(name: OperationName, { path = {}, query = {} }: Parts): readonly [method: string, url: string] {
  const [method = "GET", route = "", scope] = OPERATIONS[name].split(" ");
  const filled = route.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(String(path[part])));
  const search = new URLSearchParams();
  if (scope !== undefined && shop !== null) search.set("shop_id", shop);
  for (const [member, value] of Object.entries(query)) if (value !== undefined && value !== null) search.set(member, String(value));
  return [method, `/v1${filled}${search.size === 0 ? "" : `?${search.toString()}`}`];
}

/** `init.headers` is a plain object. */
export async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    const headers = { ...promised<Readonly<Record<string, string>>>(init.headers ?? {}), ...(await authorization()) };
    return await fetch(url, { ...init, headers });
  } catch (thrown) {
    if (init.signal?.aborted === true) throw thrown;
    throw new NetworkError();
  }
}
