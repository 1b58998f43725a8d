import { expect, test } from "vitest";
import { latestAnswer } from "./latest-answer.ts";

/** Answers are given by the test, one for each question. */
function asked() {
  const questions: PromiseWithResolvers<number>[] = [];
  let at = 0;
  const latest = latestAnswer({
    ask() {
      const question = Promise.withResolvers<number>();
      questions.push(question);
      return question.promise;
    },
    freshMs: 5_000,
    waitMs: 50,
    now: () => at,
  });
  return { questions, read: () => latest.read(), forward: (ms: number) => void (at += ms) };
}

test("an answer is told to all who ask while it is fresh, and asked for again after that", async () => {
  const { questions, read, forward } = asked();
  const first = [read(), read()];
  questions[0]?.resolve(1);
  expect(await Promise.all(first)).toEqual([1, 1]);
  forward(4_999);
  expect(await read()).toBe(1);
  expect(questions).toHaveLength(1);
  forward(1);
  const next = read();
  questions[1]?.resolve(2);
  expect(await next).toBe(2);
});

test("that there is no answer is told as long, and never thrown", async () => {
  const { questions, read, forward } = asked();
  const first = read();
  questions[0]?.reject(new Error("the database is away"));
  expect(await first).toBeUndefined();
  expect(await read()).toBeUndefined();
  expect(questions).toHaveLength(1);
  forward(5_000);
  const next = read();
  questions[1]?.resolve(2);
  expect(await next).toBe(2);
});

test("nobody waits for an answer that does not come, nobody asks beside it, and it is told when it has come", async () => {
  const { questions, read } = asked();
  expect(await read()).toBeUndefined();
  expect(await read()).toBeUndefined();
  expect(questions).toHaveLength(1);
  questions[0]?.resolve(1);
  expect(await read()).toBe(1);
});

test("a question that hangs for a minute is asked anew, and what it answers after all is not told", async () => {
  const { questions, read, forward } = asked();
  await read();
  forward(60_000);
  const next = read();
  expect(questions).toHaveLength(2);
  questions[0]?.resolve(1);
  questions[1]?.resolve(2);
  expect(await next).toBe(2);
  expect(await read()).toBe(2);
});
