import { beforeAll, describe, expect, test } from "vitest";
import { builtConsole } from "../../src/surfaces/console/console-build.ts";
import { FIRST_PAGES, firstLoad } from "./first-load.ts";

const KILOBYTES_MAX = 220;

let folder: string;
beforeAll(async () => {
  folder = await builtConsole();
});

describe(`the first load is at most ${KILOBYTES_MAX} kB of compressed JavaScript`, () => {
  test.each(Object.keys(FIRST_PAGES))("for the page %s", async (page) => {
    const files = await firstLoad(folder, page);
    const kilobytes = files.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0) / 1_000;
    const largest = files.toSorted((a, b) => b.gzipBytes - a.gzipBytes).map(({ file, gzipBytes }) => `${file} ${gzipBytes}`);
    expect(kilobytes, largest.join("\n")).toBeLessThanOrEqual(KILOBYTES_MAX);
    expect(files.length).toBeGreaterThan(3);
  });
});
