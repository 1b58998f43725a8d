import { expect, test } from "vitest";
import { differing } from "./use-edits.ts";

test("an edit with the same value as the server's is dropped", () => {
  const kept = { title: "Lamp", labels: ["a", "b"], excluded: false };
  expect(differing({}, kept)).toEqual({});
  expect(differing({ title: "Lamp", labels: ["a", "b"] }, kept)).toEqual({});
  expect(differing({ title: "Lamp", labels: ["b", "a"], excluded: true }, kept)).toEqual({ labels: ["b", "a"], excluded: true });
});
