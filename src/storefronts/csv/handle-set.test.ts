import { expect, test } from "vitest";
import { createHandleSet } from "./handle-set.ts";

test("a handle is new once, however the set has grown since", () => {
  const set = createHandleSet();
  const handles = Array.from({ length: 20_000 }, (_, at) => `product-${at}`);
  expect(handles.every((handle) => set.add(handle))).toBe(true);
  expect(handles.some((handle) => set.add(handle))).toBe(false);
  expect([...handles, "other"].filter((handle) => !set.has(handle))).toEqual(["other"]);
  expect(set.size).toBe(handles.length);
});

test("the first title of a handle is its own, however the set has grown since; another one is another product's", () => {
  const set = createHandleSet();
  const handles = Array.from({ length: 5_000 }, (_, at) => `product-${at}`);
  for (const handle of handles) set.add(handle);
  expect(handles.every((handle) => set.addTitled(handle, `Title of ${handle}`).isOwn)).toBe(true);
  for (let at = 0; at < 20_000; at += 1) set.add(`other-${at}`);
  expect(handles.every((handle) => set.addTitled(handle, `Title of ${handle}`).isOwn)).toBe(true);
  expect(handles.some((handle) => set.addTitled(handle, "Another").isOwn)).toBe(false);
  expect(set.addTitled("new", "Title")).toEqual({ isNew: true, isOwn: true });
});
