import { expect, test } from "vitest";
import { z } from "zod";
import { withoutNulls } from "./without-nulls.ts";

const Item = z.strictObject({ id: z.string(), note: z.string().optional(), label: z.string().nullable().optional() });
const Body = z.strictObject({
  name: z.string(),
  scopes: z.array(z.string()).optional(),
  count: z.int().default(3),
  utm: z.record(z.string(), z.string()).nullable().optional(),
  anything: z.unknown().optional(),
  items: z.array(Item).optional(),
  guard: z.strictObject({ enabled: z.boolean() }).partial().optional(),
  cells: z.record(z.string(), z.string().nullable()).optional(),
  groups: z.record(z.string(), Item).optional(),
  choice: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("a"), size: z.int().optional() }),
      z.strictObject({ kind: z.literal("b") }),
    ])
    .optional(),
  named: z
    .strictObject({ key: z.string().optional() })
    .transform(({ key }) => key ?? "")
    .optional(),
});

test.each([
  ["an optional member that is null is left out", { name: "a", scopes: null, count: null }, { name: "a" }],
  ["a null that clears something stays", { name: "a", utm: null }, { name: "a", utm: null }],
  ["a null of a required member stays, to be refused", { name: null }, { name: null }],
  ["a null in a list stays, to be refused", { name: "a", scopes: [null] }, { name: "a", scopes: [null] }],
  ["null says nothing about a member of any type", { name: "a", anything: null }, { name: "a" }],
  ["what such a member holds is left alone", { name: "a", anything: { x: null } }, { name: "a", anything: { x: null } }],
  [
    "items of lists lose theirs",
    { name: "a", items: [{ id: "1", note: null, label: null }] },
    { name: "a", items: [{ id: "1", label: null }] },
  ],
  ["nested objects lose theirs", { name: "a", guard: { enabled: null } }, { name: "a", guard: {} }],
  ["values of maps keep their meaning", { name: "a", cells: { sku: null } }, { name: "a", cells: { sku: null } }],
  ["objects in maps lose theirs", { name: "a", groups: { x: { id: "1", note: null } } }, { name: "a", groups: { x: { id: "1" } } }],
  ["each form of a union loses its own", { name: "a", choice: { kind: "a", size: null } }, { name: "a", choice: { kind: "a" } }],
  ["what is transformed afterwards loses them before", { name: "a", named: { key: null } }, { name: "a", named: {} }],
  ["an unknown member stays, to be refused", { name: "a", bogus: null }, { name: "a", bogus: null }],
])("%s", (_guarantee, written, read) => {
  expect(withoutNulls(Body, written)).toEqual(read);
});

test.each([null, 1, "x", [], [null]])("%j, which isn't an object, stays as it is", (written) => {
  expect(withoutNulls(Body, written)).toEqual(written);
});
