import { expect, test } from "vitest";
import { seededDraw } from "../../sample/seeded-draw.ts";
import { groupedLines, shuffledLines, WINDOW_LINES } from "./line-window.ts";

const PRODUCTS = 20_000;
const CHILDREN = 6;

function shuffled(seed: number) {
  const out: string[] = [];
  let waitingMost = 0;
  let put = 0;
  const lines = shuffledLines((line) => out.push(line), seededDraw(seed, 1, "texts"));
  for (let product = 0; product < PRODUCTS; product += 1) {
    lines.root(`p${product}`);
    for (let child = 0; child < CHILDREN; child += 1) lines.child(`p${product}/${child}`);
    put += 1 + CHILDREN;
    waitingMost = Math.max(waitingMost, put - out.length);
  }
  lines.close();
  return { out, waitingMost };
}

test("a large result never has more than its window in memory, and loses nothing", () => {
  const { out, waitingMost } = shuffled(1);
  expect(waitingMost).toBeLessThanOrEqual(WINDOW_LINES);
  expect(new Set(out).size).toBe(PRODUCTS * (1 + CHILDREN));
  expect(out).toHaveLength(PRODUCTS * (1 + CHILDREN));
});

test("children are scattered, and now and then one comes before its parent", () => {
  const { out } = shuffled(1);
  const place = new Map(out.map((line, at) => [line, at]));
  const distances = out
    .filter((line) => line.includes("/"))
    .map((line) => (place.get(line) ?? 0) - (place.get(line.split("/")[0] ?? "") ?? 0));
  const early = distances.filter((distance) => distance < 0).length;
  expect(early).toBeGreaterThan(0);
  expect(early / distances.length).toBeLessThan(0.02);
  expect(Math.max(...distances.slice(0, 50_000))).toBeGreaterThan(WINDOW_LINES / 2);
});

test("the same seed is the same order, another one is another", () => {
  expect(shuffled(7).out).toEqual(shuffled(7).out);
  expect(shuffled(7).out).not.toEqual(shuffled(8).out);
});

test("grouped lines stay as they come", () => {
  const out: string[] = [];
  const lines = groupedLines((line) => out.push(line));
  lines.root("a");
  lines.child("a/1");
  lines.root("b");
  lines.close();
  expect(out).toEqual(["a", "a/1", "b"]);
});
