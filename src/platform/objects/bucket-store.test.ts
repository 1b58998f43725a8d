import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { FaultRates } from "../../../test/object-store/faults.ts";
import { startStandIn, type StandIn } from "../../../test/object-store/start-stand-in.ts";
import { testSeed } from "../../../test/harness/test-seed.ts";
import type { BucketSettings } from "./bucket-client.ts";
import { openBucketStore } from "./bucket-store.ts";
import { localSettings } from "./bucket-under-test.ts";
import { describeObjectStore, describeTransfers, TURNS } from "./object-store.suite.ts";
import type { StoreUnderTest } from "./store-under-test.ts";
import { silentLog } from "./silent-log.ts";

const opened: { readonly folder: string; readonly standIn: StandIn }[] = [];

afterEach(async () => {
  for (const { folder, standIn } of opened.splice(0)) {
    await standIn[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
});

async function place(faults: Partial<FaultRates> = {}, changes: Partial<BucketSettings> = {}): Promise<StoreUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), "feedwright-bucket-"));
  const standIn = await startStandIn({ root: join(folder, "remote"), buckets: ["feeds"], seed: testSeed, faults });
  opened.push({ folder, standIn });
  const root = join(folder, "cache");
  return {
    open: () => openBucketStore({ settings: localSettings(standIn.url, changes), root, log: silentLog }),
    async damage(key) {
      const [part] = standIn.buckets.get("feeds")?.get(`data/${key}`)?.parts ?? [];
      await flipBit(join(folder, "remote", "feeds", "bytes", part?.file ?? ""));
      // As another machine sees it, which has no copy.
      for (const name of await readdir(join(root, "copies"))) await rm(join(root, "copies", name, key), { force: true });
    },
    crash: { script: new URL("./bucket-store.crash.ts", import.meta.url), args: [standIn.url, root] },
  };
}

async function flipBit(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

describeObjectStore("a bucket as object store", () => place(), TURNS.bucket);

describeObjectStore(
  "a bucket that overloads, breaks off and loses answers as object store",
  () => place({ slowDown: 0.03, reset: 0.03, lostAnswer: 0.05, slowBody: 0.02, truncated: 0.05, conflict: 0.05 }),
  TURNS.bucket,
);

describeTransfers("a bucket of a store that takes no checksums as object store", () => place({}, { checksums: "WHEN_REQUIRED" }));

test("a client that asks for missing objects keeps its retries", async () => {
  const empty = await place();
  await using store = await empty.open();
  const [standIn] = opened.map((each) => each.standIn);
  for (let round = 0; round < 4; round += 1) {
    const keys = Array.from({ length: 25 }, (_, index) => `missing/${round}-${index}`);
    for (const key of keys) standIn?.faults.planned.push({ on: new RegExp(`${key}$`), fault: "reset" });
    expect(new Set(await Promise.all(keys.map((key) => store.head(key))))).toEqual(new Set([undefined]));
  }
  expect(standIn?.happened).toHaveLength(100);
});
