import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { inTwoSteps } from "./in-two-steps.ts";

test("takes first steps in turn, without waiting for second ones, and answers in order", async () => {
  const told: string[] = [];
  const release = Promise.withResolvers<void>();
  const answers = await inTwoSteps(
    [1, 2, 3],
    async (one) => {
      told.push(`first ${one}`);
      if (one === 3) release.resolve();
      return one * 10;
    },
    async (made) => {
      if (made === 10) await release.promise;
      told.push(`second ${made}`);
      return made + 1;
    },
  );
  expect(answers).toEqual([11, 21, 31]);
  expect(told.indexOf("second 10")).toBeGreaterThan(told.indexOf("first 3"));
});

test.each(["first", "second"])("waits for what was begun when a %s step fails", async (failing) => {
  const ended: number[] = [];
  const fail = (step: string, one: number): void => {
    if (step === failing && one === 2) throw new Error("broken");
  };
  const work = inTwoSteps(
    [1, 2],
    async (one) => {
      fail("first", one);
      return one;
    },
    async (one) => {
      fail("second", one);
      await turn();
      ended.push(one);
    },
  );
  await expect(work).rejects.toThrow("broken");
  expect(ended).toEqual([1]);
});
