import { execFileSync, spawn } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { literal, sql } from "../src/engine/sql/fragment.ts";
import { openBucketStore } from "../src/platform/objects/bucket-store.ts";
import { localSettings } from "../src/platform/objects/bucket-under-test.ts";
import { openDirectoryStore } from "../src/platform/objects/directory-store.ts";
import type { ByteRange, ObjectStore } from "../src/platform/objects/objects-port.ts";
import { silentLog } from "../src/platform/objects/silent-log.ts";
import { benchPlan, benchSession, benchWarehouse, makeSnapshot } from "./bench-feed.ts";
import { median, percentile, untilIdle } from "./measure.ts";
import { answersASecond } from "./raw-requests.ts";
import { record, type ResultLine } from "./results.ts";
import { type BenchService, startService } from "./running-server.ts";
import { wholeRun } from "./whole-run.ts";

/**
 * `node bench/object-store.ts [--variants 1000000] [--rounds 2] [--latency-ms 5]`: a run that's stored in a bucket and one that's stored in a
 * folder, in turns; small reads from an object that isn't on this node's disk; and feed files served from the local copy.
 */
const { values } = parseArgs({
  options: {
    variants: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "2" },
    "latency-ms": { type: "string", default: "5" },
  },
});
const variants = Number(values.variants);
const STAND_IN = fileURLToPath(new URL("../test/object-store/serve.ts", import.meta.url));
const MAKE_RECORDS = fileURLToPath(new URL("catalog/make-snapshot-records.ts", import.meta.url));
const FILES = ["rows.parquet", "gmcfeed.txt", "gmcfeed.txt.gz", "index.parquet", "excluded.txt"] as const;
const SNAPSHOT = "shops/1/extracts/1/1/source.parquet";
const FIRST_BYTES = 500;
const CONNECTIONS = 50;
const FOR_MS = 5_000;
const folder = await mkdtemp(path.join(tmpdir(), "feedwright-bench-"));
const lines: ResultLine[] = [];
const seconds = (value: number): string => `${value.toFixed(2)} s`;

const remote = await startRemote();
try {
  await measureRuns();
  await measureServing();
  await record(`node bench/object-store.ts --variants ${variants}`, lines);
} finally {
  remote.end();
  await rm(folder, { recursive: true, force: true });
}

/** In a process of its own, as a bucket is. */
async function startRemote() {
  const args = [STAND_IN, "--port", "0", "--root", path.join(folder, "remote"), "--latency-ms", values["latency-ms"]];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const said = await new Promise<string>((resolve) => child.stdout.once("data", (text: Buffer) => resolve(text.toString("utf8"))));
  return { url: /http:\/\/127\.0\.0\.1:[0-9]+/.exec(said)?.[0] ?? "", end: () => child.kill() };
}

function bucketStore(node: string) {
  return openBucketStore({ settings: localSettings(remote.url, { cacheBytesMax: 20e9 }), root: path.join(folder, node), log: silentLog });
}

async function measureRuns(): Promise<void> {
  execFileSync(process.execPath, [MAKE_RECORDS, "--variants", String(variants), "--out", folder]);
  await using warehouse = await benchWarehouse(folder);
  const snapshot = await makeSnapshot(warehouse, folder, { facts: null, metafieldColumns: [], pictures: variants });
  const plan = benchPlan(20, snapshot.clean);
  let turn = 0;
  const run = async (store: ObjectStore): Promise<Taken> => {
    const startedAt = performance.now();
    await using source = await store.local(SNAPSHOT, { recheck: true });
    const readAt = performance.now();
    await using scratch = await store.scratch();
    {
      await using session = await benchSession(warehouse, scratch.path);
      await wholeRun(session, scratch.path, { plan, input: { source: sql`read_parquet(${literal(source.path)})`, attached: [] } });
    }
    const madeAt = performance.now();
    turn += 1;
    for (const name of FILES) {
      const gzipFile = name === "gmcfeed.txt" ? scratch.file("gmcfeed.txt.gz") : undefined;
      await store.put(`shops/1/runs/${turn}/1/${name}`, scratch.file(name), { gzipFile });
    }
    const endedAt = performance.now();
    return { whole: (endedAt - startedAt) / 1_000, read: (readAt - startedAt) / 1_000, stored: (endedAt - madeAt) / 1_000 };
  };
  await using directory = await openDirectoryStore({ root: path.join(folder, "directory"), log: silentLog });
  await using bucket = await bucketStore("worker");
  for (const store of [directory, bucket]) await putCopy(store, snapshot.file);
  const taken: Readonly<Record<"directory" | "bucket" | "cold", Taken[]>> = { directory: [], bucket: [], cold: [] };
  for (let round = 0; round < Number(values.rounds); round += 1) {
    taken.directory.push(await run(directory));
    taken.bucket.push(await run(bucket));
    await using fresh = await bucketStore(`fresh-${round}`);
    taken.cold.push(await run(fresh));
  }
  lines.push(...runLines(taken));
  await measureSmallReads(`shops/1/runs/${turn}/1/gmcfeed.txt`);
}

interface Taken {
  readonly whole: number;
  readonly read: number;
  readonly stored: number;
}

async function putCopy(store: ObjectStore, file: string): Promise<void> {
  await using scratch = await store.scratch();
  await copyFile(file, scratch.file("source"));
  await store.put(SNAPSHOT, scratch.file("source"));
}

function runLines({ directory, bucket, cold }: Readonly<Record<"directory" | "bucket" | "cold", readonly Taken[]>>): readonly ResultLine[] {
  const middle = (all: readonly Taken[], what: keyof Taken): number => median(all.map((one) => one[what]));
  const figure = (all: readonly Taken[]): string =>
    `${seconds(middle(all, "whole"))}, of it snapshot ${seconds(middle(all, "read"))}, storing ${seconds(middle(all, "stored"))}`;
  const ratio = (all: readonly Taken[]): string =>
    `${(middle(all, "whole") / middle(directory, "whole")).toFixed(2)} × the folder's, goal ≤ 1.25 ×`;
  const run = `run of ${variants} variants`;
  return [
    { what: `${run}, stored in a folder`, figure: figure(directory), beside: "the baseline" },
    { what: `${run}, stored in a bucket at ${values["latency-ms"]} ms`, figure: figure(bucket), beside: ratio(bucket) },
    { what: `${run}, the same on a node without a copy of the snapshot`, figure: figure(cold), beside: ratio(cold) },
  ];
}

/** 25 rows from anywhere: with the whole object fetched first, from its local copy, and what 25 requests for ranges would take. */
async function measureSmallReads(key: string): Promise<void> {
  await using store = await bucketStore("reader");
  const bytes = (await store.head(key))?.bytes ?? 0;
  const ranges = rangesOf(bytes);
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
  const first = await timed(() => store.parts(key, ranges));
  const warm: number[] = [];
  for (let turn = 0; turn < 200; turn += 1) warm.push(await timed(() => store.parts(key, ranges)));
  const { GetObjectCommand } = await import("@aws-sdk/client-s3");
  const { openBucket } = await import("../src/platform/objects/bucket-client.ts");
  const { client, at } = openBucket(localSettings(remote.url));
  // The bucket has the file itself as gzip.
  const plain = `${path.posix.dirname(key)}/rows.parquet`;
  const ask = async ({ start, end }: ByteRange) =>
    (await client.send(new GetObjectCommand({ ...at(plain), Range: `bytes=${start}-${end}` }))).Body?.transformToByteArray();
  const remoteRanges = rangesOf((await store.head(plain))?.bytes ?? 0);
  const remoteReads: number[] = [];
  for (let turn = 0; turn < 40; turn += 1) remoteReads.push(await timed(() => Promise.all(remoteRanges.map(ask))));
  client.destroy();
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  const what = `25 lines of a file of ${Math.round(bytes / 1e6)} MB`;
  lines.push(
    { what: `${what}, first read on a node: fetched whole and compared`, figure: ms(first), beside: "once for each node" },
    {
      what: `${what}, from the local copy`,
      figure: `p50 ${ms(percentile(warm, 0.5))}, p95 ${ms(percentile(warm, 0.95))}`,
      beside: "no goal",
    },
    {
      what: `${what}, by 25 requests for ranges, compared with nothing`,
      figure: `p50 ${ms(percentile(remoteReads, 0.5))}, p95 ${ms(percentile(remoteReads, 0.95))}`,
      beside: "not used: a range can't be compared with the checksum",
    },
  );
}

function rangesOf(bytes: number): readonly ByteRange[] {
  return Array.from({ length: 25 }, (_, at) => ({ start: Math.floor((bytes / 26) * at), end: Math.floor((bytes / 26) * at) + 400 }));
}

async function measureServing(): Promise<void> {
  await using service = await startService(
    {
      STORAGE_URL: "s3://feeds/serving",
      S3_ENDPOINT: remote.url,
      S3_REGION: "eu-central-1",
      S3_ACCESS_KEY_ID: "STANDINKEY",
      S3_SECRET_ACCESS_KEY: "stand-in-secret",
    },
    "ignore",
  );
  const url = await installed(service);
  const route = new URL(String(url)).pathname;
  // As the client that counts asks for it.
  const plain = { headers: { "accept-encoding": "identity" } };
  let answer = await fetch(`${service.baseUrl}${route}`, plain);
  for (; answer.status !== 200; answer = await fetch(`${service.baseUrl}${route}`, plain)) await sleep(200);
  await answer.arrayBuffer();
  const etag = answer.headers.get("etag") ?? "";
  // The sample shop's other runs and first deliveries are still under way when its first file is there.
  await untilIdle(service.pid);
  const samples: number[] = [];
  for (let turn = 0; turn < FIRST_BYTES; turn += 1) {
    const startedAt = performance.now();
    const { body } = await fetch(`${service.baseUrl}${route}`);
    for await (const _ of body ?? []) {
      samples.push(performance.now() - startedAt);
      break;
    }
  }
  const asked = { baseUrl: service.baseUrl, route, key: "none", connections: CONNECTIONS, forMs: FOR_MS };
  const unchanged = await answersASecond({ ...asked, etag });
  const p = (of: number): string => `${percentile(samples, of).toFixed(1)} ms`;
  lines.push(
    { what: "first byte of a cached feed file", figure: `p50 ${p(0.5)}, p95 ${p(0.95)}`, beside: "p95 ≤ 20 ms" },
    { what: `feed file requests answered 304, ${CONNECTIONS} connections`, figure: `${Math.round(unchanged)}/s`, beside: "≥ 2,000/s" },
  );
}

/** The sample shop is installed behind the start. */
async function installed(service: BenchService): Promise<unknown> {
  for (;;) {
    const url = await service.quickstart().then(
      (quickstart) => quickstart["feed_url"],
      () => undefined,
    );
    if (url !== undefined) return url;
    await sleep(200);
  }
}
