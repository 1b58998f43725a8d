import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildConsole, FIRST_PAGES, firstLoad } from "./first-load.ts";

const KILOBYTES_MAX = 220;

let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
beforeAll(async () => {
  folder = await mkdtempDisposable(path.join(tmpdir(), "feedwright-console-"));
  await buildConsole(folder.path);
});
afterAll(() => folder[Symbol.asyncDispose]());

describe(`the first load is at most ${KILOBYTES_MAX} kB of compressed JavaScript`, () => {
  test.each(Object.keys(FIRST_PAGES))("for the page %s", async (page) => {
    const files = await firstLoad(folder.path, page);
    const kilobytes = files.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0) / 1_000;
    const largest = files.toSorted((a, b) => b.gzipBytes - a.gzipBytes).map(({ file, gzipBytes }) => `${file} ${gzipBytes}`);
    expect(kilobytes, largest.join("\n")).toBeLessThanOrEqual(KILOBYTES_MAX);
    expect(files.length).toBeGreaterThan(3);
  });
});
