import { describe, expect, test } from "vitest";
import { PlainError } from "../../kernel/errors.ts";
import { WarehouseRefused } from "../../platform/warehouse/warehouse-port.ts";
import { failureReason, isFinal, retryOf } from "./work-failure.ts";

const OUT_OF_MEMORY = new WarehouseRefused("Out of Memory Error: failed to pin block", {
  code: "out_of_memory",
  message: "DuckDB ran out of memory. Raise DUCKDB_MEMORY_LIMIT, which is 1GB now.",
  passes: false,
});
const withCode = (code: string): Error => Object.assign(new Error("a path and some SQL"), { code });

describe("work that ran out of memory", () => {
  test("ends with out_of_memory and a sentence that names the limit, because the next attempt has the same limit", () => {
    expect(failureReason(OUT_OF_MEMORY, "run")).toEqual({ code: "out_of_memory", details: OUT_OF_MEMORY.exhausted?.message });
    expect(isFinal(OUT_OF_MEMORY)).toBe(true);
  });
});

describe("work that found a disk full", () => {
  test.each([
    ["the disk of a file", withCode("ENOSPC"), "The disk is full."],
    ["a quota", withCode("EDQUOT"), "quota"],
    ["PostgreSQL's disk", withCode("53100"), "The database's disk is full."],
    ["the object store's disk", new PlainError("storage_full", "The object store in ./data cannot be written."), "The object store"],
  ])("ends with storage_full and a plain sentence, and is not final: %s", (_, error, sentence) => {
    expect(failureReason(error, "extract")).toMatchObject({ code: "storage_full", details: expect.stringContaining(sentence) });
    expect(isFinal(error)).toBe(false);
  });

  test("waits longer after each attempt, and says meanwhile what it waits for", () => {
    const waits = [0, 1, 2, 3].map((times) => retryOf(withCode("ENOSPC"), { tries: 1, room_waits: times }, 5));
    expect(waits).toEqual([0, 40, 220, 880].map((waitS) => expect.objectContaining({ code: "storage_full", waitS })));
    expect(retryOf(withCode("ENOSPC"), { tries: 1, room_waits: 4 }, 5)).toBe("never");
  });

  test("waits as briefly at first if its workers were killed before", () => {
    expect(retryOf(withCode("ENOSPC"), { tries: 5, room_waits: 0 }, 5)).toMatchObject({ waitS: 0 });
  });

  test("any other failure that passes is tried again at once", () => {
    const lost = new Error("connection terminated");
    expect(retryOf(lost, { tries: 4, room_waits: 4 }, 5)).toBeUndefined();
    expect(retryOf(lost, { tries: 5, room_waits: 0 }, 5)).toBe("never");
  });
});
