import { expect, test } from "vitest";
import { differing } from "./use-edits.ts";

test("an edit that says what the server says is none", () => {
  const kept = { title: "Lamp", labels: ["a", "b"], excluded: false };
  expect(differing({}, kept)).toEqual({});
  expect(differing({ title: "Lamp", labels: ["a", "b"] }, kept)).toEqual({});
  expect(differing({ title: "Lamp", labels: ["b", "a"], excluded: true }, kept)).toEqual({ labels: ["b", "a"], excluded: true });
});
