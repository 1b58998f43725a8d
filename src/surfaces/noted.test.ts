import { expect, test } from "vitest";
import { keepNoted } from "./noted.ts";

test("what is noted is known until its time is over, and how long that is", () => {
  let nowMs = 0;
  const noted = keepNoted<string>({ now: () => new Date(nowMs) });
  noted.note("a", "merchant", 10);
  expect(noted.get("a")).toEqual({ value: "merchant", secondsLeft: 10 });
  nowMs = 8_500;
  expect(noted.get("a")).toEqual({ value: "merchant", secondsLeft: 2 });
  nowMs = 10_000;
  expect(noted.get("a")).toBeUndefined();
  expect(noted.get("b")).toBeUndefined();
});

test("of more names than there is room for, the oldest are forgotten", () => {
  const noted = keepNoted<number>({ now: () => new Date(0) });
  for (let at = 0; at < 10_001; at += 1) noted.note(String(at), at, 60);
  expect(noted.get("0")).toBeUndefined();
  expect(noted.get("1")).toMatchObject({ value: 1 });
  expect(noted.get("10000")).toMatchObject({ value: 10_000 });
});
