import { mkdtemp, readdir, readFile, readlink, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { productFact, rawImage, rawProduct, rawVariant } from "../../../test/harness/raw-records.ts";
import { parseJson } from "../../kernel/unsafe.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import { openRawFiles } from "./raw-files.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

async function scratchFolder(): Promise<Scratch> {
  const path = await mkdtemp(join(tmpdir(), "feedwright-raw-"));
  return { path, file: (name) => join(path, name), [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** A folder that is not there: every file in it fails to open, as on a disk that has gone. */
const missingFolder = (scratch: Scratch): Scratch => ({ ...scratch, file: (name) => join(scratch.path, "missing", name) });

const longVariant = (seq: number) => rawVariant(seq, { product_key: "shirt", sku: "x".repeat(1_000) });

/** Files of the folder that this process holds open. */
async function openFiles(folder: string): Promise<readonly string[]> {
  const descriptors = await readdir("/proc/self/fd");
  const targets = await Promise.all(descriptors.map((descriptor) => readlink(join("/proc/self/fd", descriptor)).catch(() => "")));
  return targets.filter((target) => target.startsWith(folder));
}

describe("record files", () => {
  test("hold every record, each on a line, in the order it came", async () => {
    await using scratch = await scratchFolder();
    await using raw = openRawFiles(scratch);
    await raw.sink.product(rawProduct(1, { key: "shirt", title: "line\nbreak" }));
    for (let seq = 1; seq <= 3; seq += 1) await raw.sink.variant(rawVariant(seq, { product_key: "shirt" }));
    await raw.sink.image(rawImage(1, { product_key: "shirt", url: "https://shop.example/a.jpg" }));
    for (const value of ["Sale", "New"]) await raw.sink.fact(productFact("shirt", "collection", value));
    await raw.close();
    const variants = (await readFile(raw.variants, "utf8")).trimEnd().split("\n").map(parseJson);
    expect(variants).toMatchObject([{ seq: 1 }, { seq: 2 }, { seq: 3 }]);
    expect((await readFile(raw.products, "utf8")).split("\n")).toHaveLength(2);
    expect((await readFile(raw.images, "utf8")).split("\n")).toHaveLength(2);
    expect((await readFile(raw.facts, "utf8")).trimEnd().split("\n").map(parseJson)).toMatchObject([{ value: "Sale" }, { value: "New" }]);
    expect(raw.counts).toMatchObject({ variants: 3, facts: 2 });
  });

  test("make whoever writes wait, and what was waited for is in the file", async () => {
    await using scratch = await scratchFolder();
    await using raw = openRawFiles(scratch);
    let waits = 0;
    let writtenBytes = 0;
    for (let seq = 1; seq <= 2_000; seq += 1) {
      const record = longVariant(seq);
      writtenBytes += JSON.stringify(record).length + 1;
      const room = raw.sink.variant(record);
      if (room === undefined) continue;
      await room;
      waits += 1;
      expect((await stat(raw.variants)).size).toBe(writtenBytes);
    }
    expect(waits).toBeGreaterThan(5);
    await raw.close();
    expect((await stat(raw.variants)).size).toBe(writtenBytes);
  });

  test("take records that others have written out, in their place between those of the sink", async () => {
    await using scratch = await scratchFolder();
    await using raw = openRawFiles(scratch);
    const lines = [2, 3].map((seq) => `${JSON.stringify(rawVariant(seq, { product_key: "shirt", sku: "é".repeat(seq) }))}\n`);
    await raw.sink.variant(rawVariant(1, { product_key: "shirt" }));
    await raw.sink.lines("variant", { bytes: Buffer.from(lines.join("")), records: 2, longestBytes: 100_000 });
    await raw.sink.variant(rawVariant(4, { product_key: "shirt" }));
    await raw.close();
    const variants = (await readFile(raw.variants, "utf8")).trimEnd().split("\n").map(parseJson);
    expect(variants).toMatchObject([{ seq: 1 }, { seq: 2, sku: "éé" }, { seq: 3 }, { seq: 4 }]);
    expect(raw.counts).toMatchObject({ variants: 4, longestRecordBytes: 100_000 });
  });

  test("a disk that fails is told at a write, and again at the close", async () => {
    await using scratch = await scratchFolder();
    await using raw = openRawFiles(missingFolder(scratch));
    await expect(writeMany(raw.sink)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(raw.close()).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("a write after they were closed fails instead of waiting for ever", async () => {
    await using scratch = await scratchFolder();
    const raw = openRawFiles(scratch);
    await raw[Symbol.asyncDispose]();
    await expect(writeMany(raw.sink)).rejects.toMatchObject({ code: "ERR_STREAM_DESTROYED" });
    await expect(raw.close()).rejects.toThrow(/write after|premature close/i);
  });

  test("an extraction that stops half-way leaves no file open", async () => {
    await using scratch = await scratchFolder();
    {
      await using raw = openRawFiles(scratch);
      await writeMany(raw.sink);
      await expect.poll(() => openFiles(scratch.path), IN_TIME).toHaveLength(7);
    }
    expect(await openFiles(scratch.path)).toEqual([]);
  });

  test("letting go of files that failed or were closed is no error", async () => {
    await using scratch = await scratchFolder();
    const failing = openRawFiles(missingFolder(scratch));
    await failing[Symbol.asyncDispose]();
    const closed = openRawFiles(scratch);
    await closed.close();
    await closed[Symbol.asyncDispose]();
    expect(await openFiles(scratch.path)).toEqual([]);
  });
});

/** More than is gathered before it is handed to the disk. */
async function writeMany(sink: ReturnType<typeof openRawFiles>["sink"]): Promise<void> {
  for (let seq = 1; seq <= 400; seq += 1) await sink.variant(longVariant(seq));
}
