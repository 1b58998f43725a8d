import { mkdtempDisposable, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { csvShop, type CsvShop } from "../harness/csv-shop.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";
import type { ApiProcess, WorkerProcess } from "../harness/service-process.ts";
import { type StandIn, startStandIn, STAND_IN_CREDENTIALS, STAND_IN_REGION } from "../object-store/start-stand-in.ts";

/** Nodes of their own disks that share a database and a bucket, and nothing else. */

const EXPORT = ["Handle,Title,Variant SKU,Variant Price", "scarf,Wool scarf,SC-1,12.90", "hat,Felt hat,HA-1,20.00", ""].join("\n");

let stack: AsyncDisposableStack;
let folder: string;
let standIn: StandIn;
let home: ClonedService;
let api: ApiProcess;
let worker: WorkerProcess;
let shop: CsvShop;

beforeAll(async () => {
  stack = new AsyncDisposableStack();
  folder = stack.use(await mkdtempDisposable(join(tmpdir(), "feedwright-nodes-"))).path;
  standIn = stack.use(await startStandIn({ root: join(folder, "remote"), buckets: ["feeds"] }));
  home = stack.use(
    await clonedService({
      STORAGE_URL: "s3://feeds/production",
      S3_ENDPOINT: standIn.url,
      S3_REGION: STAND_IN_REGION,
      S3_ACCESS_KEY_ID: STAND_IN_CREDENTIALS.accessKeyId,
      S3_SECRET_ACCESS_KEY: STAND_IN_CREDENTIALS.secretAccessKey,
      MEMORY_LIMIT: "4GB",
    }),
  );
  worker = home.startWorker({ DATA_DIR: join(folder, "worker") });
  api = await home.startApi({ DATA_DIR: join(folder, "api") });
  shop = await csvShop({ ...home, url: api.url }, "hazel.example", EXPORT);
});
afterAll(() => stack.disposeAsync());

const fileOf = (node: ApiProcess): string => `${node.url}${new URL(shop.feedUrl).pathname}`;

test("a node that never ran the run serves its feed, and what a client has already without asking the bucket", async () => {
  const first = await fetch(fileOf(api));
  expect(first.status).toBe(200);
  expect(await first.text()).toContain("Wool scarf");
  const asked = standIn.requests.length;
  const downloads = (): readonly string[] => standIn.requests.slice(asked).filter((line) => line.includes("gmcfeed"));
  const fresh = await home.startApi({ DATA_DIR: join(folder, "fresh") });
  const again = await fetch(fileOf(fresh), { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
  expect(downloads()).toEqual([]);
  await fresh.kill();
});

test("a download link redirects to the bucket by a signature", async () => {
  const { list: feeds } = await shop.client.get("/feeds");
  const feed = `/feeds/${String(feeds[0]?.["id"])}`;
  const { list: runs } = await shop.client.get(`${feed}/runs`);
  const { data } = await shop.client.get(`${feed}/runs/${String(runs[0]?.["id"])}/download`);
  const redirected = await fetch(String(data["url"]), { redirect: "manual" });
  expect(redirected.status).toBe(302);
  const location = new URL(redirected.headers.get("location") ?? "");
  expect(location.origin).toBe(standIn.url);
  const file = await fetch(location);
  expect(file.status).toBe(200);
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename=/);
  expect(await file.text()).toContain("Wool scarf");
  location.searchParams.set("response-content-type", "text/html");
  expect((await fetch(location)).status).toBe(403);
});

test("after all disks are lost, new nodes serve the feed and run it again", async () => {
  const before = await (await fetch(fileOf(api))).text();
  await api.kill();
  await worker.kill();
  for (const name of ["api", "worker"]) await rm(join(folder, name), { recursive: true, force: true });
  api = await home.startApi({ DATA_DIR: join(folder, "api") });
  expect(await (await fetch(fileOf(api))).text()).toBe(before);
  worker = home.startWorker({ DATA_DIR: join(folder, "worker") });
  const file = join(folder, "second.csv");
  await writeFile(file, EXPORT.replace("Wool scarf", "Silk scarf"));
  const settings = { DATA_DIR: join(folder, "command") };
  await home.commandWith(settings, "extract", "--shop", "hazel.example", "--csv", file).output;
  await expect.poll(async () => (await fetch(fileOf(api))).text(), { timeout: 300_000 }).toContain("Silk scarf");
});

test("the doctor names the bucket, and says in one sentence what is wrong with it", async () => {
  const settings = { DATA_DIR: join(folder, "command") };
  expect(await home.commandWith(settings, "doctor").output).toContain("ok    Storage: s3://feeds/production is writable");
  const wrong = home.commandWith({ ...settings, STORAGE_URL: "s3://other" }, "doctor");
  await expect(wrong.output).rejects.toThrow(/./);
  expect(wrong.said()).toContain("FAIL  Storage: The object store s3://other/ can't be used: the bucket doesn't exist.");
});
