import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { TOO_BUSY } from "../harness/slow-machine.ts";

/** A shop's requests, one after another, until it is ended: reads, its feed's file, and writes of which each leaves something to find. */
export interface Load {
  /** What was answered with anything but success, except reads that a busy machine was late with. */
  readonly failures: readonly string[];
  /** Names of the keys whose making was acknowledged. */
  readonly made: readonly string[];
  /** Of every different file that was served. */
  readonly files: ReadonlySet<string>;
  readonly counts: Readonly<Record<"reads" | "writes" | "runs", number>>;
  end(): Promise<void>;
}

export interface LoadOptions {
  readonly send: (route: string, init?: RequestInit) => Promise<Response>;
  readonly key: string;
  /** Path of the feed's file, such as `/feeds/<token>/gmcfeed.txt`. */
  readonly file: string;
  readonly feed: string;
}

const PAUSE_MS = 30;
/** A shop has a hundred keys at most, so the oldest is revoked, which is a write as well. */
const KEYS_MAX = 20;
const BETWEEN_WRITES_MS = 250;
const BETWEEN_RUNS_MS = 1_000;

export function startLoad({ send, key, file, feed }: LoadOptions): Load {
  const failures: string[] = [];
  const made: string[] = [];
  const files = new Set<string>();
  const counts = { reads: 0, writes: 0, runs: 0 };
  const authorization = `Bearer ${key}`;
  let ending = false;

  const ask = async (route: string, accepted: readonly number[], init: RequestInit = {}): Promise<Response | undefined> => {
    try {
      const headers = new Headers(init.headers);
      headers.set("authorization", authorization);
      const answer = await send(route, { ...init, headers });
      if (accepted.includes(answer.status)) return answer;
      const text = await answer.text();
      if (!TOO_BUSY.test(text)) failures.push(`${init.method ?? "GET"} ${route}: ${answer.status} ${text.slice(0, 200)}`);
    } catch (error) {
      failures.push(`${init.method ?? "GET"} ${route}: ${String(error)}`);
    }
    return undefined;
  };
  const post = (route: string, body: object, repeat: string) => {
    const headers = { "content-type": "application/json", "idempotency-key": repeat };
    return ask(route, [200, 201, 202, 409], { method: "POST", body: JSON.stringify(body), headers });
  };

  const read = async (): Promise<void> => {
    for (const route of ["/v1/feeds", "/v1/shop", `/v1/feeds/${feed}/products?per_page=5`]) if (await ask(route, [200])) counts.reads += 1;
    const served = await ask(file, [200]);
    if (served !== undefined)
      files.add(
        createHash("sha256")
          .update(Buffer.from(await served.arrayBuffer()))
          .digest("hex"),
      );
  };
  const held: string[] = [];
  const write = async (nth: number): Promise<void> => {
    const oldest = held.length < KEYS_MAX ? undefined : held.shift();
    if (oldest !== undefined) await ask(`/v1/api_keys/${oldest}`, [200, 204, 404], { method: "DELETE" });
    const name = `Load ${nth}`;
    const answer = await post("/v1/api_keys", { name }, `load-${nth}`);
    if (answer?.status !== 201) return;
    const latest = members(members(parseJson(await answer.text()))["data"]);
    made.push(String(latest["name"]));
    held.push(String(latest["id"]));
    counts.writes += 1;
  };
  const run = async (nth: number): Promise<void> => {
    const answer = await post(`/v1/feeds/${feed}/regenerate`, {}, `run-${nth}`);
    if (answer !== undefined && answer.status !== 409) counts.runs += 1;
  };

  const loop = async (one: (nth: number) => Promise<void>, betweenMs: number): Promise<void> => {
    for (let nth = 0; !ending; nth += 1) {
      await one(nth);
      await sleep(betweenMs);
    }
  };
  const loops = [loop(read, PAUSE_MS), loop(write, BETWEEN_WRITES_MS), loop(run, BETWEEN_RUNS_MS)];
  return {
    ...{ failures, made, files, counts },
    async end() {
      ending = true;
      await Promise.all(loops);
    },
  };
}
