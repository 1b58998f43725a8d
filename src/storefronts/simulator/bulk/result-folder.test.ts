import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { openResultFolder } from "./result-folder.ts";

test("what a killed simulator left is cleared away; what may be in use, and what is none of ours, stays", async () => {
  const parent = await mkdtemp(path.join(tmpdir(), "result-folder-test-"));
  const { pid: dead } = spawnSync(process.execPath, ["--version"]);
  const old = new Date(Date.now() - 2 * 3_600_000);
  const left = `feedwright-simulator-${dead}-old`;
  const others = [`feedwright-simulator-${dead}-new`, `feedwright-simulator-${process.pid}-old`, "feedwright-other-1-old"];
  for (const name of [left, ...others]) {
    await mkdir(path.join(parent, name));
    await writeFile(path.join(parent, name, "1.jsonl"), "{}\n");
    if (name.endsWith("-old")) await utimes(path.join(parent, name), old, old);
  }
  const opened = path.basename(await openResultFolder(parent));
  expect((await readdir(parent)).toSorted()).toEqual([...others, opened].toSorted());
  await rm(parent, { recursive: true });
});
