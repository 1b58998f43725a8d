import { members, parseJson } from "../../src/kernel/unsafe.ts";
import type { HttpFront } from "../../src/surfaces/http/http-front.suite.ts";

export interface FrontAnswer {
  readonly status: number;
  readonly text: string;
  /** `data` of the answer, when it is one object. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The same, when it is a list. */
  readonly list: readonly Readonly<Record<string, unknown>>[];
  readonly meta: Readonly<Record<string, unknown>>;
  /** Code and sentence of the error, if it is one. */
  readonly code: unknown;
  readonly message: unknown;
  /** The members its details name, in their order. */
  readonly params: readonly unknown[];
}

/** Requests with one key, through the whole HTTP front but without a socket. */
export interface FrontClient {
  get(route: string): Promise<FrontAnswer>;
  post(route: string, body?: object): Promise<FrontAnswer>;
  patch(route: string, body: object): Promise<FrontAnswer>;
  put(route: string, body: object): Promise<FrontAnswer>;
  delete(route: string): Promise<FrontAnswer>;
}

export function frontClient(front: HttpFront, key: string): FrontClient {
  const ask = async (method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE", route: string, body?: object): Promise<FrontAnswer> => {
    const sent = body === undefined ? {} : { payload: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const answer = await front.send({ method, url: `/v1${route}`, key, ...sent });
    const { data, meta, error } = members(answer.body === "" ? {} : parseJson(answer.body));
    const { details } = members(error);
    return {
      status: answer.statusCode,
      text: answer.body,
      data: members(data),
      list: Array.isArray(data) ? data.map(members) : [],
      meta: members(meta),
      code: members(error)["code"],
      message: members(error)["message"],
      params: Array.isArray(details) ? details.map((detail) => members(detail)["param"]) : [],
    };
  };
  return {
    get: (route) => ask("GET", route),
    post: (route, body) => ask("POST", route, body),
    put: (route, body) => ask("PUT", route, body),
    patch: (route, body) => ask("PATCH", route, body),
    delete: (route) => ask("DELETE", route),
  };
}
