import { setTimeout as sleep } from "node:timers/promises";
import { members, parseJson } from "../../src/kernel/unsafe.ts";

/** What came back, for tests that look at all of it. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
  /** `body.data`, when it is one object. */
  readonly data: Readonly<Record<string, unknown>>;
  /** `body.data`, when it is a list. */
  readonly list: readonly Readonly<Record<string, unknown>>[];
  /** `body.error.code`. */
  readonly code: unknown;
}

export interface ApiClient {
  get(route: string): Promise<ApiAnswer>;
  post(route: string, body?: object): Promise<ApiAnswer>;
  put(route: string, body: object): Promise<ApiAnswer>;
  patch(route: string, body: object): Promise<ApiAnswer>;
  delete(route: string): Promise<ApiAnswer>;
}

export function apiClient(url: string, key: string | null): ApiClient {
  const ask = async (route: string, init: RequestInit): Promise<ApiAnswer> => {
    const headers = {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(init.body === undefined ? {} : { "content-type": "application/json" }),
    };
    const answer = await fetch(`${url}/v1${route}`, { ...init, headers });
    const text = await answer.text();
    const body = text === "" ? {} : members(parseJson(text));
    const data = body["data"];
    return {
      status: answer.status,
      headers: answer.headers,
      body,
      data: members(data),
      list: Array.isArray(data) ? data.map(members) : [],
      code: members(body["error"])["code"],
    };
  };
  const send = (method: string, route: string, body?: object) =>
    ask(route, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  return {
    get: (route) => ask(route, { method: "GET" }),
    post: (route, body) => send("POST", route, body),
    put: (route, body) => send("PUT", route, body),
    patch: (route, body) => send("PATCH", route, body),
    delete: (route) => send("DELETE", route),
  };
}

/** Each look takes some milliseconds of the two cores that what is waited for works on. */
const POLL_MS = 100;

/** Asks again until the answer is as wanted; fails with the last one when the time is up. */
export async function eventually(
  ask: () => Promise<ApiAnswer>,
  wanted: (answer: ApiAnswer) => boolean,
  withinMs: number,
): Promise<ApiAnswer> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms; last: ${answer.status} ${JSON.stringify(answer.body)}`);
    await sleep(POLL_MS);
  }
}
