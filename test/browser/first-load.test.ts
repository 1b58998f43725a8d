import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { buildConsole, firstLoad } from "./first-load.ts";

const KILOBYTES_MAX = 220;

test(`the console's first load is at most ${KILOBYTES_MAX} kB of compressed JavaScript`, async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "feedwright-console-"));
  await buildConsole(folder.path);
  const files = await firstLoad(folder.path);
  const kilobytes = files.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0) / 1_000;
  const largest = files.toSorted((a, b) => b.gzipBytes - a.gzipBytes).map(({ file, gzipBytes }) => `${file} ${gzipBytes}`);
  expect(kilobytes, largest.join("\n")).toBeLessThanOrEqual(KILOBYTES_MAX);
  expect(files.length).toBeGreaterThan(3);
});
