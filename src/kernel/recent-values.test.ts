import { expect, test } from "vitest";
import { openRecentValues } from "./recent-values.ts";

test("a value is loaded once, however many ask at the same time or later", async () => {
  const recent = openRecentValues<string>(10);
  let loads = 0;
  const load = async () => ({ value: `load ${(loads += 1)}`, weight: 3 });
  expect(await Promise.all([recent.get("a", load), recent.get("a", load)])).toEqual(["load 1", "load 1"]);
  expect(await recent.get("a", load)).toBe("load 1");
  expect(await recent.get("b", load)).toBe("load 2");
});

test("what was used longest ago goes first when there's no room, and a value heavier than all the room isn't kept", async () => {
  const recent = openRecentValues<string>(10);
  const loaded: string[] = [];
  const ask = (key: string, weight: number) => recent.get(key, async () => (loaded.push(key), { value: key, weight }));
  for (const key of ["a", "b"]) await ask(key, 5);
  await ask("a", 5);
  await ask("c", 5);
  await ask("a", 5);
  expect(loaded).toEqual(["a", "b", "c"]);
  await ask("b", 5);
  await ask("heavy", 11);
  await ask("heavy", 11);
  expect(loaded).toEqual(["a", "b", "c", "b", "heavy", "heavy"]);
});

test("a load that fails, or whose value is for one alone, is made again", async () => {
  const recent = openRecentValues<string>(10);
  const failing = () => recent.get("a", () => Promise.reject(new Error("no")));
  await expect(failing()).rejects.toThrow("no");
  expect(await recent.get("a", async () => ({ value: "own", weight: undefined }))).toBe("own");
  expect(await recent.get("a", async () => ({ value: "kept", weight: 1 }))).toBe("kept");
  expect(await recent.get("a", () => Promise.reject(new Error("not asked")))).toBe("kept");
});
