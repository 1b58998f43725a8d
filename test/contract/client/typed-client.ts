import { readFileSync } from "node:fs";
import { branded, members, parseJson } from "../../../src/kernel/unsafe.ts";
import type { operations } from "../../../console/src/api/openapi-types.d.ts";

/**
 * A client as anybody could generate one: its types are made from the OpenAPI document, and so is what it knows of routes. An answer
 * that the document does not promise is thrown, whatever its status.
 */

export type OperationName = keyof operations;

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
export type Request<Name extends OperationName> = Wanted<{
  path: PartOf<Name, "path">;
  query: PartOf<Name, "query">;
  body: BodyOf<Name>;
}>;

type Contents<Responses> = Responses[keyof Responses] extends { readonly content: { readonly "application/json": infer Content } }
  ? Content
  : undefined;
export type Answer<Name extends OperationName> = Contents<operations[Name]["responses"]>;

export interface Refused {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export interface TypedClient {
  /** Rejects with what was answered unless it is the operation's success. */
  call<Name extends OperationName>(name: Name, request: Request<Name>): Promise<Answer<Name>>;
  /** For a request that has to be refused; rejects when it is not. */
  refused<Name extends OperationName>(name: Name, request: Request<Name>): Promise<Refused>;
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly statuses: readonly string[];
}

export function typedClient(url: string, key: string): TypedClient {
  const routes = documentedRoutes();
  const send = async (name: string, { path = {}, query = {}, body }: Parts) => {
    const route = routes.get(name);
    if (route === undefined) throw new Error(`the document has no operation ${name}`);
    const filled = route.path.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(String(path[part])));
    const search = new URLSearchParams(
      Object.fromEntries(Object.entries(query).map(([member, value]) => [member, String(value)])),
    ).toString();
    const answer = await fetch(`${url}/v1${filled}${search === "" ? "" : `?${search}`}`, {
      method: route.method,
      headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!route.statuses.includes(String(answer.status)))
      throw new Error(`${name} was answered ${answer.status}, which is not documented: ${text}`);
    return { status: answer.status, ok: answer.ok, text };
  };
  return {
    async call(name, request) {
      const { status, ok, text } = await send(name, request);
      if (!ok) throw new Error(`${name} was answered ${status}: ${text}`);
      // What the document promises of a status it promises; that answers keep to their schemas is tested where they are made.
      return branded(text === "" ? undefined : parseJson(text));
    },
    async refused(name, request) {
      const { status, ok, text } = await send(name, request);
      if (ok) throw new Error(`${name} was answered ${status}: ${text}`);
      const { code, message } = members(members(parseJson(text))["error"]);
      return { status, code: String(code), message: String(message) };
    },
  };
}

interface Parts {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

function documentedRoutes(): ReadonlyMap<string, Route> {
  const document = members(parseJson(readFileSync(new URL("../../../docs/reference/openapi.json", import.meta.url), "utf8")));
  const found = Object.entries(members(document["paths"])).flatMap(([path, methods]) =>
    Object.entries(members(methods)).map(([method, operation]): [string, Route] => {
      const { operationId, responses } = members(operation);
      return [String(operationId), { method: method.toUpperCase(), path, statuses: Object.keys(members(responses)) }];
    }),
  );
  return new Map(found);
}
