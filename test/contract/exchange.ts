import { Agent, type IncomingHttpHeaders, request as send } from "node:http";
import { text } from "node:stream/consumers";
import { members, parseJson } from "../../src/kernel/unsafe.ts";

/** One request exactly as it is spelled here, and all of its answer; `fetch` would mend paths and refuse odd headers. */
export interface Exchange {
  readonly method: string;
  /** Below the service's address, with the query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
}

export interface Exchanged {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body's members, when it is a JSON object. */
  readonly json: Readonly<Record<string, unknown>>;
  /** `data`, when it is one object. */
  readonly data: Readonly<Record<string, unknown>>;
  /** `data`, when it is a list. */
  readonly list: readonly Readonly<Record<string, unknown>>[];
  /** Members of the error, if it is one. */
  readonly error: Readonly<Record<string, unknown>>;
  readonly code: unknown;
  readonly ms: number;
}

export type Exchanger = (wanted: Exchange) => Promise<Exchanged>;

/** A request that hangs is a failure; nothing the service does for a request may take as long. */
const ANSWERED_WITHIN_MS = 300_000;
/** Node's client refuses no more connections than the machine has. */
const SOCKETS_MAX = 16;

export interface Exchanging extends Disposable {
  readonly exchange: Exchanger;
}

export function exchanging(url: string): Exchanging {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_MAX });
  const { hostname: host, port } = new URL(url);
  const exchange = ({ method, target, headers = {}, body }: Exchange): Promise<Exchanged> => {
    const begun = performance.now();
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
      const options = { agent, host, port, method, path: target, headers: { ...length, ...headers }, signal };
      const sent = send(options, (answer) => {
        text(answer).then(
          (read) => resolve({ ...exchanged(answer.statusCode ?? 0, answer.headers, read), ms: performance.now() - begun }),
          reject,
        );
      });
      sent.on("error", reject);
      sent.end(body);
    });
  };
  return { exchange, [Symbol.dispose]: () => agent.destroy() };
}

function exchanged(status: number, headers: IncomingHttpHeaders, read: string): Omit<Exchanged, "ms"> {
  const isJson = (headers["content-type"] ?? "").startsWith("application/json") && read !== "";
  const json = isJson ? members(parseJson(read)) : {};
  const { data, error } = json;
  return {
    status,
    headers,
    text: read,
    json,
    data: members(data),
    list: Array.isArray(data) ? data.map(members) : [],
    error: members(error),
    code: members(error)["code"],
  };
}

/** What the service's own form of an error looks like in this answer; `expect(…).toEqual` it. */
export const bearer = (key: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${key}` });
export const JSON_TYPE = { "content-type": "application/json" } as const;
