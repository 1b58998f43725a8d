import { expect, test } from "vitest";
import { divideMemory, leastMemory, memoryWarning, type MemoryWishes, usualMemory } from "./config-memory.ts";
import { readConfig } from "./config.ts";
import { CONFIG_VARIABLES } from "./config-variables.ts";

const HERE: MemoryWishes = { embedded: true };
const ELSEWHERE: MemoryWishes = { embedded: false };

function divided(limitBytes: number, wishes: MemoryWishes = HERE) {
  const division = divideMemory(limitBytes, wishes);
  if (division === undefined) throw new Error(`${limitBytes} is too small`);
  const { serviceBytes, postgresBytes, children } = division;
  const shares = Object.values(children);
  const sum = shares.reduce((total, { children: count, shareBytes }) => total + count * shareBytes, serviceBytes + (postgresBytes ?? 0));
  return { ...division, sum, counts: shares.map((share) => share.children) };
}

test("the parts of every budget are at most the budget, and each child's own limits lie below its share", () => {
  for (const wishes of [HERE, ELSEWHERE, { ...HERE, jobBytes: 5e8 }]) {
    for (let bytes = leastMemory(wishes); bytes < 64e9; bytes *= 1.07) {
      const { sum, children } = divided(bytes, wishes);
      expect(sum).toBeLessThanOrEqual(bytes);
      for (const share of Object.values(children)) {
        expect(share.duckdbBytes).toBeLessThan(share.endBytes);
        expect(share.endBytes).toBeLessThan(share.shareBytes);
      }
    }
  }
});

test("a smaller budget means fewer processes before it means smaller ones, and a larger one larger ones", () => {
  const facts = (gigabytes: number) => {
    const { counts, children } = divided(gigabytes * 1e9);
    return [counts, Math.round(children.job.duckdbBytes / 1e7) / 100];
  };
  expect([2, 4, 6, 6.6, 8, 9, 16].map(facts)).toEqual([
    [[1, 1, 1, 1], 0.14],
    [[1, 1, 1, 1], 0.9],
    [[1, 1, 1, 1], 1],
    [[2, 1, 1, 1], 1],
    [[2, 1, 2, 1], 1],
    [[2, 2, 2, 1], 1.14],
    [[2, 2, 2, 1], 2.3],
  ]);
});

test("the least budget divides, and nothing below it does", () => {
  for (const wishes of [HERE, ELSEWHERE, { ...HERE, jobBytes: 4e9 }]) {
    expect(divideMemory(leastMemory(wishes), wishes)).toBeDefined();
    expect(divideMemory(leastMemory(wishes) - 1e6, wishes)).toBeUndefined();
  }
  expect(leastMemory(HERE)).toBeLessThanOrEqual(2e9);
});

test("the amounts that the settings' descriptions name are those of the division", () => {
  const setting = CONFIG_VARIABLES.find(({ name }) => name === "MEMORY_LIMIT");
  expect(setting?.default).toContain(`at most ${(usualMemory(HERE) / 1e9).toFixed(1)}GB`);
  const least = [leastMemory(HERE), leastMemory(ELSEWHERE)].map((bytes) => Math.ceil(bytes / 1e8) / 10);
  expect(setting?.takes).toBe(
    `an amount of memory from ${least[0]}GB to 1TB, such as 4GB or 4GiB (from ${least[1]}GB with \`DATABASE_URL\`)`,
  );
});

test("a machine of 8 GB has room for two jobs at the specification's 1 GB", () => {
  expect(divided(0.8 * 2 ** 33).children.job).toMatchObject({ children: 2, duckdbBytes: 1e9 });
  expect(divided(usualMemory(HERE)).counts).toEqual([2, 2, 2, 1]);
});

test("a database elsewhere leaves its part to the others", () => {
  expect(divided(4e9, ELSEWHERE).postgresBytes).toBeNull();
  expect(divided(4e9, ELSEWHERE).children.job.duckdbBytes).toBeGreaterThan(divided(4e9).children.job.duckdbBytes);
});

test("MEMORY_LIMIT that is too small is refused with the least that is enough, and why it's more than elsewhere", () => {
  const refusal = (env: Record<string, string>) => () => readConfig(env);
  expect(refusal({ MEMORY_LIMIT: "1GB" })).toThrow(/^MEMORY_LIMIT is 1GB; Feedwright needs at least 1\.\d+GB\.$/);
  expect(refusal({ MEMORY_LIMIT: "4GB", DUCKDB_MEMORY_LIMIT: "2GB" })).toThrow(/needs at least \d\.\d+GB with DUCKDB_MEMORY_LIMIT=2GB\.$/);
  expect(readConfig({ MEMORY_LIMIT: "2GB" }).memory.limitBytes).toBe(2e9);
});

test("without MEMORY_LIMIT a job has the DUCKDB_MEMORY_LIMIT that was set, whatever the machine", () => {
  const { memory } = readConfig({ DUCKDB_MEMORY_LIMIT: "512GB" });
  expect(memory.children.job.duckdbBytes).toBe(512e9);
  expect(memoryWarning(memory)).toMatch(/^MEMORY_LIMIT is \d.*, and this machine or container has /);
  expect(memoryWarning(divided(2e9))).toBeUndefined();
});
