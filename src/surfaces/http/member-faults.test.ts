import { expect, test } from "vitest";
import { z } from "zod";
import type { AnyOperation } from "../../features/operation.ts";
import { OPERATIONS } from "../../features/operations.ts";
import { PLAINLY } from "../../kernel/plain-faults.ts";
import { memberFaults } from "./member-faults.ts";

const ODD = [null, 1.5, -1, 1e30, "", "No such thing", true, [], {}, [null], [{}], { "No such name": "x" }, { kind: "none" }];

/** Every message that odd values of an operation's members are refused with. */
function refusals({ body, query }: AnyOperation): readonly string[] {
  return [body, query].flatMap((schema) => {
    if (schema === null) return [];
    const written = [...ODD, ...Object.keys(schema.shape).flatMap((name) => ODD.map((value) => ({ [name]: value })))];
    return written.flatMap((value) => {
      const { error } = schema.safeParse(value, PLAINLY);
      return error === undefined ? [] : memberFaults(error).map(({ message }) => message);
    });
  });
}

test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))("%s refuses in plain words", (_, operation) => {
  expect(refusals(operation).filter((message) => /^(Invalid|Too|Unrecognized|Expected)|^$/.test(message))).toEqual([]);
});

test.each([
  [z.string().max(2), [1, 2, 3], "must be a string"],
  [z.array(z.string()).min(1), "", "must be a list"],
])("a value of another type is told that alone: %#", (schema, value, message) => {
  const { error } = z.object({ a: schema }).safeParse({ a: value }, PLAINLY);
  expect(error === undefined ? [] : memberFaults(error)).toEqual([{ param: "/a", code: "invalid_param", message }]);
});

test("a required member that is left out or null is missing_param, also where it takes one of several types; an item of a list is not", () => {
  const schema = z.strictObject({ a: z.string(), b: z.enum(["x"]), c: z.union([z.string(), z.number()]), d: z.array(z.string()) });
  const codesOf = (value: object) =>
    memberFaults(schema.safeParse(value, PLAINLY).error ?? new z.ZodError([])).map(({ param, code }) => [param, code]);
  const missing = ["/a", "/b", "/c"].map((param) => [param, "missing_param"]);
  expect(codesOf({ d: [null] })).toEqual([...missing, ["/d/0", "invalid_param"]]);
  expect(codesOf({ a: null, b: null, c: null, d: [null] })).toEqual([...missing, ["/d/0", "invalid_param"]]);
});

test("what is wrong with the body as a whole is not said beside what is wrong with its members", () => {
  const schema = z.strictObject({ a: z.string().optional() }).refine((body) => Object.keys(body).includes("a"), "names nothing");
  const faultsOf = (value: object) => memberFaults(schema.safeParse(value, PLAINLY).error ?? new z.ZodError([])).map(({ param }) => param);
  expect([faultsOf({ bogus: 1 }), faultsOf({})]).toEqual([["/bogus"], [""]]);
});
