import { expect, test } from "vitest";
import { z } from "zod";
import { PLAINLY } from "./plain-faults.ts";

const messages = (schema: z.ZodType, value: unknown): readonly string[] =>
  schema.safeParse(value, PLAINLY).error?.issues.map(({ message }) => message) ?? [];

test.each([
  [z.string(), 3, "must be a string"],
  [z.boolean(), "yes", "must be true or false"],
  [z.int(), 1.5, "must be an integer"],
  [z.number(), "1", "must be a number"],
  [z.array(z.string()), {}, "must be a list"],
  [z.strictObject({}), [], "must be an object"],
  [z.record(z.string(), z.string()), 1, "must be an object"],
  [z.int().min(1), 0, "must be at least 1"],
  [z.number().gt(1), 1, "must be more than 1"],
  [z.number().lt(1), 1, "must be less than 1"],
  [z.int().max(100), 101, "must be at most 100"],
  [z.string().min(1), "", "must have at least 1 character"],
  [z.string().max(2), "abc", "must have at most 2 characters"],
  [z.string().length(2), "abc", "must have exactly 2 characters"],
  [z.array(z.int()).max(1), [1, 2], "must have at most 1 item"],
  [z.enum(["asc", "desc"]), "up", 'must be one of "asc", "desc"'],
  [z.literal("active"), "x", 'must be "active"'],
  [z.number().multipleOf(5), 3, "must be a multiple of 5"],
  [z.iso.datetime(), "now", "must be an ISO 8601 time with a time zone, such as 2026-11-22T12:00:00Z"],
  [z.email(), "a", "must be an e-mail address"],
  [z.discriminatedUnion("kind", [z.object({ kind: z.literal("a") }), z.object({ kind: z.literal("b") })]), {}, 'must be one of "a", "b"'],
  [z.record(z.string().regex(/^[a-z]$/, "must be a letter"), z.string()), { A: "" }, "must be a letter"],
])("a value that is refused is told what to be: %#", (schema, value, expected) => {
  expect(messages(schema, value)).toEqual([expected]);
});

test("a schema's own words stay", () => {
  expect(messages(z.string("is a name").max(3, "has three letters"), "abcd")).toEqual(["has three letters"]);
  expect(messages(z.string("is a name"), 1)).toEqual(["is a name"]);
});
