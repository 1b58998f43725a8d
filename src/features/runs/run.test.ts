import { expect, test } from "vitest";
import { knownRunOutput, readRunOutput, RunOutput } from "./run.ts";

const FILE = { bytes: 1, sha256: "a", gzipBytes: 1, gzipSha256: "b" };
const OLD = { columns: ["id"], file: FILE, engine: "1", currencies: [], identity: "global" };

test("what a newer version's run left, or an older one's, is read during an upgrade", () => {
  expect(RunOutput.parse({ ...OLD, tomorrow: true })).toEqual({
    ...OLD,
    format: 1,
    attributes: [],
    carried: [],
    causes: false,
    channels: {},
    split: false,
    translation: null,
  });
  expect(() => RunOutput.parse({ columns: ["id"], tomorrow: true })).toThrow("engine");
});

test("a run in a newer format is refused instead of misread", () => {
  const stored = { ...OLD, format: 2 };
  expect(() => readRunOutput(stored)).toThrow("was stored in format 2 by a newer version");
  expect(knownRunOutput(stored)).toBeUndefined();
  expect(readRunOutput({ ...OLD, format: 1 })).toEqual(readRunOutput(OLD));
});
