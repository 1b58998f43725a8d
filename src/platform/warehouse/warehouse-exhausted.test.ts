import { describe, expect, test } from "vitest";
import { memoryBytes } from "../../config-values.ts";
import { memoryText } from "../../kernel/memory-text.ts";
import { trustedSql as sql } from "../../kernel/sql.ts";
import { openWarehouse } from "./open-warehouse.ts";
import { exhaustedIn } from "./warehouse-exhausted.ts";
import { failure, pidLog, testFolder } from "./warehouse-under-test.ts";

const SAID = { memorySetting: "512MB" };
const GREEDY = sql("SELECT count(DISTINCT s) AS n FROM (SELECT list(repeat(range::VARCHAR, 50)) AS s FROM range(20000000))");

describe("what DuckDB says when something is used up", () => {
  test.each([
    "Out of Memory Error: failed to allocate data of size 16.0 MiB (953.6 MiB/953.6 MiB used)",
    "Out of Memory Error: failed to offload data block of size 256.0 KiB (1.0 GiB/1.0 GiB used).",
    "out of memory: 2600000000 bytes resident, 2500000000 allowed",
    "ended by SIGKILL: out of memory: 2600000000 bytes resident, 2500000000 allowed",
  ])("names the setting to raise, with its present value: %s", (message) => {
    expect(exhaustedIn(message, SAID)).toEqual({
      code: "out_of_memory",
      message: "DuckDB ran out of memory. Raise DUCKDB_MEMORY_LIMIT (now 512MB), restart Feedwright and try again.",
      passes: false,
    });
  });

  test.each([
    'IO Error: Could not write file "/data/scratch/x": No space left on device',
    'IO Error: Could not write all bytes to file "/data/scratch/x": wanted=262144 wrote=4096',
  ])("is a full disk, which passes, and no path is shown: %s", (message) => {
    const exhausted = exhaustedIn(message, SAID);
    expect(exhausted).toMatchObject({ code: "storage_full", passes: true });
    expect(exhausted?.message).not.toContain("/data");
  });

  test("anything else is none of these, whatever the statement's text says", () => {
    expect(exhaustedIn('Binder Error: Referenced column "Out of Memory Error" not found', SAID)).toBeNull();
  });
});

test.each([1e9, 2 ** 30, 128e6, 1.5e9, 512 * 2 ** 20])("an amount of memory is written as it can be set: %d", (bytes) => {
  expect(memoryBytes(memoryText(bytes))).toBe(bytes);
});

test("a job and a read that need more than the limit say which setting to raise, whatever their share of it", async () => {
  await using root = await testFolder();
  await using warehouse = await openWarehouse({ readable: [root.path], memoryLimitBytes: 200e6, threads: 1, log: pidLog().log });
  const signal = new AbortController().signal;
  await using session = await warehouse.of(null).session({ signal, folder: root.path, deadlineMs: 60_000 });
  for (const refused of [await failure(session.run(GREEDY)), await failure(warehouse.of(null).query(GREEDY))]) {
    expect(refused).toMatchObject({
      exhausted: { code: "out_of_memory", message: expect.stringContaining("DUCKDB_MEMORY_LIMIT (now 200MB)") },
    });
  }
});
