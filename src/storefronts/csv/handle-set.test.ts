import { expect, test } from "vitest";
import { createHandleSet } from "./handle-set.ts";

test("a handle is new once, however the set has grown since", () => {
  const set = createHandleSet();
  const handles = Array.from({ length: 20_000 }, (_, at) => `product-${at}`);
  expect(handles.every((handle) => set.add(handle))).toBe(true);
  expect(handles.some((handle) => set.add(handle))).toBe(false);
  expect(set.size).toBe(handles.length);
});
