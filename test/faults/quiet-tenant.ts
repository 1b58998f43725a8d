import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../../bench/measure.ts";
import { keysOf, members, parseJson } from "../../src/kernel/unsafe.ts";
import { readFeed } from "./feed-reader.ts";

/** A shop that goes about its business while another one misbehaves: it looks at itself, previews, runs its feed, and channels read its file. */
export interface QuietTenant {
  readonly url: string;
  readonly key: string;
  readonly feedId: string;
  readonly feedUrl: string;
}

/** What the quiet shop saw; times in milliseconds. */
export interface Seen {
  readonly shop: Times;
  readonly preview: Times;
  readonly feedFile: Times;
  /** From asking for a run until it was at work. */
  readonly runBegan: Times;
  readonly ready: Times;
  /** Answers that were not the expected one, with how often. */
  readonly refused: Readonly<Record<string, number>>;
}

interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** What is asked, how often, and within how long there must be an answer of any kind. */
const EVERY_MS = { shop: 50, preview: 500, feedFile: 250, runBegan: 1_000, ready: 250 } as const;
type Probe = keyof typeof EVERY_MS;
const TIMEOUT_MS = 120_000;
const POLL_MS = 100;

const RULE = { type: "set_value", target: "custom_label_0", value: "quiet" };

/** Watches until it is told to stop, and each kind of request at least once. */
export function watchQuietly(tenant: QuietTenant): { stop(): Promise<Seen> } {
  const stopping = new AbortController();
  const times: Record<Probe, number[]> = { shop: [], preview: [], feedFile: [], runBegan: [], ready: [] };
  const refused: Record<string, number> = {};
  const probes: Readonly<Record<Probe, () => Promise<Outcome>>> = {
    shop: () => timed(async () => (await ask(tenant, "GET", "/v1/shop")).status),
    preview: () => timed(async () => (await ask(tenant, "POST", `/v1/feeds/${tenant.feedId}/rules/preview`, { rule: RULE })).status),
    feedFile: () => timed(async () => (await readFeed(tenant.feedUrl, "identity")).status),
    runBegan: () => runOnce(tenant),
    ready: () => timed(async () => (await fetch(`${tenant.url}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) })).status),
  };
  const watch = async (probe: Probe): Promise<void> => {
    do {
      const { status, ms } = await probes[probe]();
      times[probe].push(ms);
      if (status !== 200) refused[`${probe}: ${status}`] = (refused[`${probe}: ${status}`] ?? 0) + 1;
      await sleep(EVERY_MS[probe], undefined, { signal: stopping.signal }).catch(() => undefined);
    } while (!stopping.signal.aborted);
  };
  const watching = Promise.all(keysOf(EVERY_MS).map(watch));
  return {
    async stop() {
      stopping.abort();
      await watching;
      const { shop, preview, feedFile, runBegan, ready } = times;
      return {
        shop: timesOf(shop),
        preview: timesOf(preview),
        feedFile: timesOf(feedFile),
        runBegan: timesOf(runBegan),
        ready: timesOf(ready),
        refused,
      };
    },
  };
}

interface Outcome {
  /** 0 where nobody answered. */
  readonly status: number;
  readonly ms: number;
}

async function timed(work: () => Promise<number>): Promise<Outcome> {
  const began = performance.now();
  const status = await work().catch(() => 0);
  return { status, ms: performance.now() - began };
}

/** A run's own duration counts from when it was taken up, so what is left of its life is how long it waited. */
async function runOnce(tenant: QuietTenant): Promise<Outcome> {
  const began = performance.now();
  const started = await ask(tenant, "POST", `/v1/feeds/${tenant.feedId}/regenerate`).catch(() => undefined);
  if (started?.status !== 202) return { status: started?.status ?? 0, ms: performance.now() - began };
  const path = `/v1/feeds/${tenant.feedId}/runs/${String(started.data["id"])}`;
  while (performance.now() - began < TIMEOUT_MS) {
    const { data } = await ask(tenant, "GET", path).catch(() => ({ data: members(null) }));
    const { status, created_at: createdAt, completed_at: completedAt, duration_ms: durationMs } = data;
    if (status === "completed" && typeof createdAt === "string" && typeof completedAt === "string" && typeof durationMs === "number")
      return { status: 200, ms: Math.max(0, Date.parse(completedAt) - Date.parse(createdAt) - durationMs) };
    if (status === "failed") return { status: 500, ms: performance.now() - began };
    await sleep(POLL_MS);
  }
  return { status: 0, ms: performance.now() - began };
}

interface Told {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
}

async function ask({ url, key }: QuietTenant, method: string, path: string, body?: object): Promise<Told> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, data: members(members(parseJson(await answer.text()))["data"]) };
}

function timesOf(samples: readonly number[]): Times {
  const at = (share: number): number => Math.round(percentile(samples, share));
  return { count: samples.length, p50: at(0.5), p95: at(0.95), max: at(1) };
}
