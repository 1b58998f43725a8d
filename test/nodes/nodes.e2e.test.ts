import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { apiClient, eventually } from "../harness/api-client.ts";
import { type CsvShop, csvShop } from "../harness/csv-shop.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";
import type { ApiProcess, WorkerProcess } from "../harness/service-process.ts";
import { IN_TIME } from "../harness/slow-machine.ts";
import { openBalancer } from "./balancer.ts";
import { expectNothingLost } from "./checks.ts";
import { startLoad } from "./load.ts";

/** Two API processes and two workers, as on machines of their own: one database, one object store, and a data folder each. */

const DONE_WITHIN_MS = 300_000;
/** A stream that says nothing ends. */
const STREAM_SECONDS = 300;
/** An extract of so many is under way for seconds. */
const MANY = 20_000;
const HEADER = "Handle,Title,Variant SKU,Variant Price\n";
const products = (count: number, word: string): string =>
  HEADER + Array.from({ length: count }, (_, at) => `lamp-${at},${word} ${at},L-${at},${at + 1}.90\n`).join("");

let folder: string;
let home: ClonedService;
let apis: ApiProcess[] = [];
let workers: WorkerProcess[] = [];
let shop: CsvShop;
let started = 0;

/** Its own folder, which no other process has. */
const own = (): Readonly<Record<string, string>> => ({ DATA_DIR: join(folder, `node-${(started += 1)}`) });
const api = (settings: Readonly<Record<string, string>> = {}) => home.startApi({ ...own(), ...settings });
async function worker(settings: Readonly<Record<string, string>> = {}): Promise<WorkerProcess> {
  const made = home.startWorker({ ...own(), ...settings });
  await made.ready;
  return made;
}
const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index];
  if (found === undefined) throw new Error(`there is no ${index}`);
  return found;
};
const fileFrom = async (url: string): Promise<string> => (await fetch(`${url}${new URL(shop.feedUrl).pathname}`)).text();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "feedwright-nodes-"));
  home = await clonedService({
    STORAGE_URL: `file://${join(folder, "bucket")}`,
    PUBLIC_URL: "http://127.0.0.1:9",
    DRAIN_DELAY: "1",
    MEMORY_LIMIT: "3GB",
    RATE_LIMIT_ANONYMOUS: "0",
  });
  apis = await Promise.all([api(), api()]);
  // They hand back at once what they hold when they stop.
  workers = await Promise.all([worker({ DRAIN_TIMEOUT: "0" }), worker({ DRAIN_TIMEOUT: "0" })]);
  shop = await csvShop({ ...home, url: at(apis, 0).url }, "nodes.example", products(20, "Lamp"));
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

test("a file uploaded to one process is extracted by any worker and served by every process", async () => {
  const there = apiClient(at(apis, 1).url, shop.key);
  for (const [nth, { url }] of apis.entries()) {
    const answer = await fetch(`${url}/v1/extracts/upload`, {
      method: "POST",
      headers: { authorization: `Bearer ${shop.key}`, "content-type": "text/csv", "content-encoding": "gzip" },
      body: gzipSync(products(25, `Lantern${nth}`)),
    });
    expect(answer.status).toBe(202);
    await vi.waitFor(async () => {
      for (const each of apis) expect(await fileFrom(each.url)).toContain(`Lantern${nth} 24`);
    }, IN_TIME);
  }
  await eventually(
    () => there.get("/extracts"),
    ({ list }) => list[0]?.["status"] === "completed",
    DONE_WITHIN_MS,
  );
  // What they stored is in the one store, and a sign-in, a preview or an export that one made is there for the others.
  const left = await Promise.all((await readdir(folder)).filter((name) => name !== "bucket").map((name) => readdir(join(folder, name))));
  expect(left.flat().filter((name) => name === "objects")).toEqual([]);
});

test("the event stream of one process tells what was asked of another one, and ends with a time to come back after when it stops", async () => {
  const listening = await api({ DRAIN_DELAY: "10" });
  const headers = { authorization: `Bearer ${shop.key}` };
  const stream = await fetch(`${listening.url}/v1/events/stream?seconds=${STREAM_SECONDS}`, { headers });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error("no stream");
  const { list } = await shop.client.get("/feeds");
  await apiClient(at(apis, 0).url, shop.key).post(`/feeds/${String(list[0]?.["id"])}/regenerate`, {});
  let text = "";
  while (!text.includes("event: feed.updated")) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the stream ended: ${text}`);
    text += value;
  }
  expect(text).toMatch(/^retry: [0-9]+$/m);
  const stopping = listening.stop();
  await vi.waitFor(async () => expect((await fetch(`${listening.url}/readyz`)).status).toBe(503), IN_TIME);
  // It still serves.
  const answer = await fetch(`${listening.url}/v1/feeds`, { headers });
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  for (let done = false; !done;) ({ done } = await reader.read());
  expect(await stopping).toBe(0);
});

test("a worker that stops hands back what it holds, and another one takes it at once", async () => {
  // Another one would take the extract before there's anything to hand back.
  await at(workers, 1).stop();
  const uploaded = await fetch(`${at(apis, 0).url}/v1/extracts/upload`, {
    method: "POST",
    headers: { authorization: `Bearer ${shop.key}`, "content-type": "text/csv" },
    body: products(MANY, "Torch"),
  });
  expect(uploaded.status).toBe(202);
  const newest = async (): Promise<{ readonly attempt: number; readonly beats: boolean; readonly handed_back: number }> =>
    (
      await home.database.pool.query(
        "select attempt, beat_at is not null as beats, handed_back from extracts where type = 'full' order by id desc limit 1",
      )
    ).rows[0];
  await vi.waitFor(async () => expect(await newest()).toMatchObject({ attempt: 1, beats: true }), IN_TIME);
  expect(await at(workers, 0).stop()).toBe(0);
  expect(await newest()).toEqual({ attempt: 1, beats: false, handed_back: 1 });
  workers = await Promise.all([worker(), worker()]);
  const { client } = shop;
  const { list } = await eventually(
    () => client.get("/extracts"),
    (answer) => answer.list[0]?.["status"] === "completed",
    DONE_WITHIN_MS,
  );
  expect(list[0]).toMatchObject({ status: "completed" });
  expect(await newest()).toMatchObject({ attempt: 2, handed_back: 1 });
});

test("restarting every process one after another fails no request and loses nothing", async () => {
  await using balancer = openBalancer();
  for (const { url } of apis) balancer.add(url);
  // The guard held the file of so many new products.
  const headers = { authorization: `Bearer ${shop.key}`, "content-type": "text/csv" };
  const again = await fetch(`${at(apis, 0).url}/v1/extracts/upload`, { method: "POST", headers, body: products(25, "Lantern") });
  expect(again.status).toBe(202);
  await vi.waitFor(async () => expect(await fileFrom(at(apis, 0).url)).toContain("Lantern 24"), IN_TIME);
  const { list } = await apiClient(at(apis, 0).url, shop.key).get("/feeds");
  const file = new URL(shop.feedUrl).pathname;
  const load = startLoad({ send: (route, init) => balancer.send(route, init), key: shop.key, file, feed: String(list[0]?.["id"]) });
  for (const old of apis) {
    const fresh = await api();
    balancer.add(fresh.url);
    apis = [...apis.filter((each) => each !== old), fresh];
    expect(await old.stop()).toBe(0);
    balancer.remove(old.url);
  }
  for (const old of workers) {
    workers = [...workers.filter((each) => each !== old), await worker()];
    expect(await old.stop()).toBe(0);
  }
  await load.end();
  await expectNothingLost(home.database, load);
  for (const count of Object.values(load.counts)) expect(count).toBeGreaterThan(0);
});
