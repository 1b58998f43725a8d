import { expect, test } from "vitest";
import { Listing } from "../admin/listing.ts";
import { seededDraw } from "../../sample/seeded-draw.ts";
import type { CompiledNode, CompiledQuery } from "./compiled-query.ts";
import { shuffledLines } from "./line-window.ts";
import type { ResultWriter } from "./result-file.ts";
import { writeResult } from "./write-result.ts";

const CHILDREN = 20;
const DUE_CHARACTERS = 100_000;

/** A list that is as long as asked for, and of which nothing is kept. */
function longQuery(roots: number): CompiledQuery {
  const place = (item: unknown) => ({ id: Number(item), value: Number(item) });
  const count = (length: number) => new Listing({ placeOf: place, items: () => Iterator.from(Array(length).keys()) });
  const child: CompiledNode = { render: (item) => `{"id":"${String(item)}"`, idOf: String, connections: [] };
  const root: CompiledNode = { ...child, connections: [{ list: () => count(CHILDREN), nodeOf: () => child }] };
  return { needs: [], connections: [{ list: () => count(roots), nodeOf: () => root }] };
}

function heldWriter() {
  const held = { characters: 0, most: 0, lines: 0 };
  const file: ResultWriter = {
    append: (text) => {
      held.characters += text.length;
      held.lines += 1;
      held.most = Math.max(held.most, held.characters);
    },
    isDue: () => held.characters >= DUE_CHARACTERS,
    flush: () => {
      held.characters = 0;
      return Promise.resolve();
    },
    finish: () => Promise.reject(new Error("not here")),
    abandon: () => Promise.resolve(),
  };
  return { held, file };
}

function run(roots: number, more: { readonly pace?: number; readonly signal?: AbortSignal } = {}) {
  const { held, file } = heldWriter();
  const counts: number[] = [];
  const lines = shuffledLines((line) => file.append(line), seededDraw(1, 1, "texts"));
  const counted = (objects: number) => {
    counts.push(objects);
    return undefined;
  };
  const writing = writeResult({ query: longQuery(roots), lines, file, pace: 1e12, signal: new AbortController().signal, counted, ...more });
  return { held, counts, writing };
}

test("however long a result is, little of it is held: what is due for a write, and one product", async () => {
  const { held, counts, writing } = run(30_000);
  await writing;
  expect(held.lines).toBe(30_000 * (1 + CHILDREN));
  expect(counts.at(-1)).toBe(held.lines);
  expect(held.characters).toBe(0);
  expect(held.most).toBeLessThan(2 * DUE_CHARACTERS);
});

test("a slow shop takes its time", async () => {
  const startedAt = performance.now();
  await run(100, { pace: 10_000 }).writing;
  expect(performance.now() - startedAt).toBeGreaterThan(190);
});

test("a stop is heard in the middle", async () => {
  const stop = new AbortController();
  const { counts, writing } = run(1_000, { pace: 10_000, signal: stop.signal });
  setTimeout(() => stop.abort(), 20);
  await expect(writing).rejects.toThrow("aborted");
  expect(counts.length).toBeLessThan(500);
});
