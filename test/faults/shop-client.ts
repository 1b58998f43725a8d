import { setTimeout as sleep } from "node:timers/promises";
import { members } from "../../src/kernel/unsafe.ts";

/** What a client of one shop's API is told: status and body, or why there was no answer. */
export type Answer =
  | { readonly status: number; readonly body: Readonly<Record<string, unknown>> }
  | { readonly status: 0; readonly body: Readonly<Record<string, never>> };

/** A request that takes longer hangs; PostgreSQL is away for a few seconds at most. */
const TIMEOUT_MS = 120_000;
/** Each look takes some milliseconds of the two cores that what is waited for works on. */
const POLL_MS = 100;

export interface Work {
  readonly kind: "run" | "extract";
  readonly id: string;
  readonly status: string;
  readonly errorCode: string | null;
  readonly publication: string | null;
}

export const isUnderWay = ({ status }: Work): boolean => status === "pending" || status === "running";

export interface ShopClient {
  readonly startExtract: () => Promise<Answer>;
  readonly startRun: () => Promise<Answer>;
  /** The newest run and extract; undefined while the service cannot tell. */
  latestWork(): Promise<readonly Work[] | undefined>;
  /** Waits until work is under way; `false` when none is within the bound. */
  workBegan(withinMs: number): Promise<boolean>;
  /** Waits until no work is under way; undefined when that takes longer than the bound. */
  workEnded(withinMs: number): Promise<readonly Work[] | undefined>;
}

export function shopClient(url: string, key: string, feedId: string): ShopClient {
  const ask = async (method: "GET" | "POST", path: string, body?: object): Promise<Answer> => {
    const headers = { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) };
    const init = {
      method,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    return fetch(`${url}/v1${path}`, init).then(
      async (answer) => ({ status: answer.status, body: members(await answer.json().catch(() => ({}))) }),
      () => ({ status: 0, body: {} }),
    );
  };
  const latest = async (kind: Work["kind"], path: string): Promise<readonly Work[] | undefined> => {
    const { status, body } = await ask("GET", path);
    if (status === 404) return [];
    return status === 200 ? [workOf(kind, members(body["data"]))] : undefined;
  };
  const client: ShopClient = {
    startExtract: () => ask("POST", "/extracts", {}),
    startRun: () => ask("POST", `/feeds/${feedId}/regenerate`),
    async latestWork() {
      const [extracts, runs] = [await latest("extract", "/extracts/latest"), await latest("run", `/feeds/${feedId}/runs/latest`)];
      return extracts === undefined || runs === undefined ? undefined : [...extracts, ...runs];
    },
    async workBegan(withinMs) {
      const deadline = performance.now() + withinMs;
      while (performance.now() < deadline) {
        if ((await client.latestWork())?.some(isUnderWay) === true) return true;
        await sleep(POLL_MS);
      }
      return false;
    },
    async workEnded(withinMs) {
      const deadline = performance.now() + withinMs;
      while (performance.now() < deadline) {
        const work = await client.latestWork();
        if (work !== undefined && !work.some(isUnderWay)) return work;
        await sleep(POLL_MS);
      }
      return undefined;
    },
  };
  return client;
}

function workOf(kind: Work["kind"], data: Readonly<Record<string, unknown>>): Work {
  const text = (name: string): string | null => (typeof data[name] === "string" ? data[name] : null);
  return { kind, id: text("id") ?? "", status: text("status") ?? "", errorCode: text("error_code"), publication: text("publication") };
}
