import { expect, test } from "vitest";
import { RunOutput } from "./run.ts";

test("what a newer version's run left, or an older one's, is read during an upgrade", () => {
  const file = { bytes: 1, sha256: "a", gzipBytes: 1, gzipSha256: "b" };
  const told = { columns: ["id"], file, engine: "1", currencies: [], identity: "global" };
  expect(RunOutput.parse({ ...told, tomorrow: true })).toEqual({
    ...told,
    attributes: [],
    carried: [],
    causes: false,
    channels: {},
    split: false,
    translation: null,
  });
  expect(() => RunOutput.parse({ columns: ["id"], tomorrow: true })).toThrow("engine");
});
