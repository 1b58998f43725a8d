import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { askedTogether, existsTogether } from "./asked-together.ts";

test("what comes while a question of its lane is under way is asked at once by the next, and each gets its own answer", async () => {
  const questions: (readonly number[])[] = [];
  const ask = askedTogether<number, number>({
    laneOf: (asked) => (asked < 100 ? "low" : "high"),
    answer: (asked) => {
      questions.push(asked);
      return Promise.resolve(asked.map((one) => one * 2));
    },
  });
  expect(await Promise.all([1, 2, 100, 3].map(ask))).toEqual([2, 4, 200, 6]);
  expect(questions).toEqual([[1], [100], [2, 3]]);
});

test("between two questions of a lane there may be a rest, in which more come together", async () => {
  const questions: (readonly number[])[] = [];
  const ask = askedTogether<number, number>({
    laneOf: () => "",
    rest: () => sleep(20),
    answer: (asked) => {
      questions.push(asked);
      return Promise.resolve(asked);
    },
  });
  expect(await ask(1)).toBe(1);
  const second = ask(2);
  await sleep(1);
  expect(await Promise.all([second, ask(3)])).toEqual([2, 3]);
  expect(questions).toEqual([[1], [2, 3]]);
});

test("a failure is that of those who asked together, and the next are asked anew", async () => {
  let fails = true;
  const ask = askedTogether<number, number>({
    laneOf: () => "",
    answer: (asked) => (fails ? Promise.reject(new Error("away")) : Promise.resolve(asked)),
  });
  await expect(ask(1)).rejects.toThrow("away");
  fails = false;
  expect(await ask(2)).toBe(2);
});

test("thousands of names are looked up a few in each statement", async () => {
  const sizes: number[] = [];
  const exists = existsTogether((names) => {
    sizes.push(names.length);
    return Promise.resolve(names.filter((name) => name === "1999"));
  });
  const found = await Promise.all(Array.from({ length: 2_000 }, (_, at) => exists(String(at))));
  expect(found.filter(Boolean)).toHaveLength(1);
  expect(found[1_999]).toBe(true);
  // The first is asked at once.
  expect(sizes).toEqual([1, ...Array.from({ length: 49 }, () => 40), 39]);
});
