import { execFile } from "node:child_process";
import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test("Compiled code is cached where only this account writes, not in the temporary folder of all", async () => {
  const temporary = await mkdtemp(join(tmpdir(), "feedwright-launcher-"));
  onTestFinished(() => rm(temporary, { recursive: true, force: true }));
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, [join(ROOT, "bin/feedwright.js"), "--help"], { env: { ...env, TMPDIR: temporary } });
  expect(await readdir(temporary)).toEqual([]);
  const { uid, mode } = await lstat(join(ROOT, "node_modules/.cache/feedwright-compiled"));
  expect([uid, mode & 0o077]).toEqual([process.getuid?.(), 0]);
});
