import { expect, test } from "vitest";
import { growingProcesses, type MemorySample } from "./cluster-memory.ts";

const MIB = 1024 ** 2;

/** A sample each ten seconds. */
const life = (mebibytes: readonly number[]): readonly MemorySample[] =>
  mebibytes.map((each, at) => ({ node: "api-1", pid: 7, atMs: at * 10_000, bytes: each * MIB }));

test("a process that grows all its life is told of; one that warms up, swings or lives shortly isn't", () => {
  const steps = Array.from({ length: 40 }, (_, at) => at);
  expect(growingProcesses(life(steps.map((at) => 200 + at * 10)))).toEqual(["api-1 (pid 7) grew from 350 to 550 MiB in 390 s"]);
  expect(growingProcesses(life(steps.map((at) => Math.min(300, 100 + at * 40))))).toEqual([]);
  expect(growingProcesses(life(steps.map((at) => 300 + (at % 5) * 40)))).toEqual([]);
  expect(growingProcesses(life([100, 200, 400, 800]))).toEqual([]);
});
