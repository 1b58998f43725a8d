import { CreateMultipartUploadCommand } from "@aws-sdk/client-s3";
import { mkdtempDisposable, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type StandIn, type StandInOptions, startStandIn } from "../../../test/object-store/start-stand-in.ts";
import { type Logger, type Metrics, NO_METRICS } from "../telemetry/telemetry-port.ts";
import { type BucketSettings, openBucket } from "./bucket-client.ts";
import { openDownloads } from "./bucket-downloads.ts";
import { abortAbandoned } from "./bucket-scrub.ts";
import { type BucketStore, openBucketStore } from "./bucket-store.ts";
import { localSettings } from "./bucket-under-test.ts";
import { removedForgetter } from "./forget-removed.ts";
import { openLocalCopies } from "./local-copies.ts";
import { ObjectTaken } from "./object-keys.ts";
import { putText, putWithGzip } from "./store-under-test.ts";
import { ObjectMissing, type ObjectStore } from "./objects-port.ts";
import { silentLog } from "./silent-log.ts";

let stack: AsyncDisposableStack;
let folder: string;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  folder = stack.use(await mkdtempDisposable(join(tmpdir(), "feedwright-bucket-"))).path;
});
afterEach(() => stack.disposeAsync());

async function remote(options: Partial<StandInOptions> = {}): Promise<StandIn> {
  return stack.use(await startStandIn({ root: join(folder, "remote"), buckets: ["feeds"], ...options }));
}

async function storeAt({ url }: StandIn, changes: Partial<BucketSettings> = {}, node = "node"): Promise<BucketStore> {
  return stack.use(await openBucketStore({ settings: localSettings(url, changes), root: join(folder, node), log: silentLog }));
}

const MIB = 1024 * 1024;
const textAt = async (store: ObjectStore, key: string): Promise<string> => text(await store.read(key));

async function putBytes(store: ObjectStore, key: string, bytes: Buffer): Promise<void> {
  await using scratch = await store.scratch();
  await writeFile(scratch.file("part"), bytes);
  await store.put(key, scratch.file("part"));
}

describe("a put", () => {
  test("whose answer is lost is known as our own, in one request or in parts", async () => {
    const standIn = await remote();
    const store = await storeAt(standIn);
    standIn.faults.planned.push({ on: /^PUT .*\/a\/1/, fault: "lostAnswer" }, { on: /^POST .*uploadId=/, fault: "lostAnswer" });
    await putText(store, "a/1", "small");
    await putBytes(store, "a/2", Buffer.alloc(9 * MIB, 7));
    expect(standIn.happened).toEqual(["lostAnswer", "lostAnswer"]);
    expect((await store.head("a/2"))?.bytes).toBe(9 * MIB);
    await expect(putText(store, "a/1", "other")).rejects.toBeInstanceOf(ObjectTaken);
    await expect(putBytes(store, "a/2", Buffer.alloc(9 * MIB))).rejects.toBeInstanceOf(ObjectTaken);
    expect(await textAt(store, "a/1")).toBe("small");
  });

  test("that two nodes make in parts is won by one, and the other leaves no parts behind", async () => {
    const standIn = await remote();
    const stores = [await storeAt(standIn, {}, "one"), await storeAt(standIn, {}, "two")];
    const puts = await Promise.allSettled(stores.map((store, index) => putBytes(store, "a/1", Buffer.alloc(9 * MIB, index))));
    expect(puts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await readdir(join(folder, "remote", "feeds", "uploads"))).toEqual([]);
    const winner = puts.findIndex(({ status }) => status === "fulfilled");
    const reader = await storeAt(standIn, {}, "three");
    await using copy = await reader.local("a/1");
    expect((await readFile(copy.path)).equals(Buffer.alloc(9 * MIB, winner))).toBe(true);
  });

  test("into a store without conditions finds a taken key by asking", async () => {
    const standIn = await remote({ ignoresConditions: true });
    const store = await storeAt(standIn, { conditionalWrites: false });
    await store.ready();
    await putText(store, "a/1", "first");
    await expect(putText(store, "a/1", "second")).rejects.toBeInstanceOf(ObjectTaken);
    expect(await textAt(store, "a/1")).toBe("first");
  });

  test("leaves parts behind only when its process dies, and these are removed once they're old", async () => {
    const standIn = await remote();
    const bucket = openBucket(localSettings(standIn.url));
    stack.defer(() => bucket.client.destroy());
    await bucket.client.send(new CreateMultipartUploadCommand(bucket.at("a/dead")));
    await bucket.client.send(new CreateMultipartUploadCommand({ Bucket: "feeds", Key: "someone-else" }));
    expect(await abortAbandoned({ bucket, log: silentLog }, new Date(Date.now() - 60_000))).toBe(0);
    expect(await abortAbandoned({ bucket, log: silentLog }, new Date(Date.now() + 60_000))).toBe(1);
    expect(await readdir(join(folder, "remote", "feeds", "uploads"))).toHaveLength(1);
  });
});

describe("local copies", () => {
  test("are fetched once for many readers at once", async () => {
    const standIn = await remote();
    await putBytes(await storeAt(standIn), "a/1", Buffer.alloc(5 * MIB, 1));
    const other = await storeAt(standIn, {}, "other");
    const before = standIn.requests.length;
    await Promise.all(Array.from({ length: 50 }, async () => (await other.local("a/1"))[Symbol.asyncDispose]()));
    expect(standIn.requests.slice(before)).toHaveLength(2);
    await other.parts("a/1", [{ start: 5, end: 9 }]);
    expect(standIn.requests.slice(before)).toHaveLength(2);
  });

  test("stay within their bound, and none that is leased goes", async () => {
    const standIn = await remote();
    const store = await storeAt(standIn, { cacheBytesMax: 3 * MIB });
    for (let index = 0; index < 6; index += 1) await putBytes(store, `a/${index}`, Buffer.alloc(MIB, index));
    const kept = async (): Promise<string[]> => (await readdir(join(store.objectsFolder, "a"))).toSorted();
    expect(await kept()).toEqual(["3", "4", "5"]);
    const leases = await Promise.all(["a/0", "a/1"].map((key) => store.local(key)));
    for (const key of ["a/2", "a/3", "a/4", "a/5"]) await store.check(key);
    expect(await kept()).toEqual(["0", "1", "5"]);
    const all = await Promise.all(["a/2", "a/3", "a/4"].map((key) => store.local(key)));
    for (const { path } of [...leases, ...all]) expect((await stat(path)).size).toBe(MIB);
    for (const lease of [...leases, ...all]) await lease[Symbol.asyncDispose]();
    await expect.poll(async () => (await kept()).length).toBe(3);
  });

  test("that were damaged or lost on disk are fetched again", async () => {
    const standIn = await remote();
    const store = await storeAt(standIn);
    await putText(store, "a/1", "a price of 12.00");
    await writeFile(join(store.objectsFolder, "a/1"), "a price of 92.00");
    expect(await textAt(store, "a/1")).toBe("a price of 12.00");
    await rm(join(folder, "node"), { recursive: true });
    expect(await textAt(store, "a/1")).toBe("a price of 12.00");
  });

  test("of objects that another node removed are forgotten", async () => {
    const standIn = await remote();
    const [one, two] = [await storeAt(standIn, {}, "one"), await storeAt(standIn, {}, "two")];
    await putText(one, "a/1", "x");
    await two.check("a/1");
    await one.remove("a/");
    await expect(two.check("a/1", { recheck: true })).rejects.toBeInstanceOf(ObjectMissing);
    await expect(two.check("a/1")).rejects.toBeInstanceOf(ObjectMissing);
  });

  test("of objects that another node removed are forgotten without being asked for", async () => {
    const standIn = await remote();
    const store = await storeAt(standIn);
    const bucket = openBucket(localSettings(standIn.url));
    stack.defer(() => bucket.client.destroy());
    for (const key of ["a/1", "b/1"]) await putText(store, key, "x");
    const own = { root: join(folder, "own"), bytesMax: MIB, download: openDownloads(bucket), tellDamaged: () => undefined };
    const copies = stack.use(await openLocalCopies(own));
    for (const key of ["a/1", "b/1"]) (await copies.lease(key)).release();
    await store.remove("a/");
    await removedForgetter({ bucket, copies })();
    expect(copies.keys()).toEqual(["b/1"]);
    expect(await readdir(join(copies.folder, "a"))).toEqual([]);
  });

  test("of a damaged object are never used, and it's told once", async () => {
    const standIn = await remote();
    await putText(await storeAt(standIn), "a/1", "x");
    const [part] = standIn.buckets.get("feeds")?.get("data/a/1")?.parts ?? [];
    await writeFile(join(folder, "remote/feeds/bytes", part?.file ?? ""), "y");
    const [error, count] = [vi.fn<Logger["error"]>(), vi.fn<Metrics["count"]>()];
    const watch = { log: { ...silentLog, error }, metrics: { ...NO_METRICS, count } };
    const other = stack.use(await openBucketStore({ settings: localSettings(standIn.url), root: join(folder, "other"), ...watch }));
    for (let turn = 0; turn < 3; turn += 1)
      await expect(other.check("a/1", { recheck: true })).rejects.toMatchObject({ code: "object_damaged" });
    expect(count.mock.calls).toEqual([["objects_damaged_total", {}]]);
    expect(error.mock.calls).toMatchObject([[{ object: "a/1" }, "an object is damaged: its bytes differ from the stored ones"]]);
  });
});

describe("a store that can't be used says why", () => {
  test.each([
    [
      "a wrong secret",
      { credentials: Object.freeze({ accessKeyId: "STANDINKEY", secretAccessKey: "wrong" }) },
      "Check S3_SECRET_ACCESS_KEY.",
    ],
    ["an unknown key", { credentials: { accessKeyId: "NOBODY", secretAccessKey: "x" } }, "Check S3_ACCESS_KEY_ID."],
    ["a missing bucket", { bucket: "others" }, "the bucket doesn't exist."],
    ["another region", { region: "us-east-1" }, "Set S3_REGION to eu-central-1."],
  ])("with %s", async (_, changes, sentence) => {
    const store = await storeAt(await remote(), changes);
    await expect(store.ready()).rejects.toMatchObject({ name: "PlainError", code: "storage_unwritable" });
    await expect(store.ready()).rejects.toThrow(sentence);
    await expect(putText(store, "a/1", "x")).rejects.toThrow(sentence);
  });

  test("with no answer", async () => {
    const standIn = await remote();
    const store = await storeAt(standIn);
    await standIn[Symbol.asyncDispose]();
    await expect(store.ready()).rejects.toMatchObject({ code: "storage_failed" });
    await expect(store.ready()).rejects.toThrow(
      `there is no answer from ${standIn.url} (ECONNREFUSED). Check S3_ENDPOINT and the network.`,
    );
  });

  test.each([
    ["writing", /^PUT /],
    ["reading", /^GET .*~ready/],
    ["listing", /^GET .*list-type/],
    ["removing", /^DELETE /],
  ])("with an access key that has no permission for %s", async (_, denied) => {
    const store = await storeAt(await remote({ denied }));
    await expect(store.ready()).rejects.toThrow("the access key has no permission for this.");
    await expect(store.ready()).rejects.toMatchObject({ code: "storage_unwritable" });
  });

  test("where it overwrites in spite of a condition", async () => {
    const store = await storeAt(await remote({ ignoresConditions: true }));
    await expect(store.ready()).rejects.toThrow("it overwrites objects in spite of If-None-Match.");
  });
});

test("a clock that is wrong is put right by the store's own time", async () => {
  const store = await storeAt(await remote({ now: () => new Date(Date.now() + 3_600_000) }));
  await store.ready();
  await putText(store, "a/1", "x");
  expect(await textAt(store, "a/1")).toBe("x");
});

test("a link works for a minute and for one object", async () => {
  let later = 0;
  const standIn = await remote({ now: () => new Date(Date.now() + later) });
  const store = await storeAt(standIn, { presignedDownloads: true });
  await putText(store, "a/1", "x");
  const as = { contentType: "text/plain", contentDisposition: 'attachment; filename="a b.txt"', acceptsGzip: true };
  const url = (await store.downloadUrl?.("a/1", as)) ?? "";
  const answer = await fetch(url);
  expect([answer.status, await answer.text(), answer.headers.get("content-disposition")]).toEqual([
    200,
    "x",
    'attachment; filename="a b.txt"',
  ]);
  expect((await fetch(url.replace("a/1?", "a/2?"))).status).toBe(403);
  later = 61_000;
  expect((await fetch(url)).status).toBe(403);
});

test("a long text goes to the bucket as gzip, and a link gives it to those who unpack it", async () => {
  const standIn = await remote();
  const store = await storeAt(standIn, { presignedDownloads: true });
  const content = "id\ttitle\tprice\n".repeat(200_000);
  await putWithGzip(store, "a/feed.txt", content);
  const stored = standIn.buckets.get("feeds")?.get("data/a/feed.txt")?.bytes ?? content.length;
  expect(stored).toBeLessThan(content.length / 20);
  const as = { contentType: "text/plain", contentDisposition: "attachment" };
  expect(await store.downloadUrl?.("a/feed.txt", { ...as, acceptsGzip: false })).toBeUndefined();
  const answer = await fetch((await store.downloadUrl?.("a/feed.txt", { ...as, acceptsGzip: true })) ?? "");
  expect([answer.status, answer.headers.get("content-encoding"), (await answer.text()) === content]).toEqual([200, "gzip", true]);
});

test("objects outlive the store's process, the node's disk and the node", async () => {
  const first = await remote();
  await putBytes(await storeAt(first), "a/1", Buffer.alloc(9 * MIB, 3));
  await first[Symbol.asyncDispose]();
  const store = await storeAt(await remote(), {}, "new");
  await using copy = await store.local("a/1", { recheck: true });
  expect((await readFile(copy.path)).equals(Buffer.alloc(9 * MIB, 3))).toBe(true);
});
