import { expect, test } from "vitest";
import type { z } from "zod";
import { OPERATIONS } from "../../features/operations.ts";
import { RequestError } from "../../kernel/errors.ts";
import { branded } from "../../kernel/unsafe.ts";
import { prepareOperation } from "./perform-operation.ts";
import { parsedBody } from "./read-input.ts";

const OPTIONAL = OPERATIONS.flatMap((operation) =>
  Object.entries(branded<Readonly<Record<string, z.ZodType>>>(operation.body?.shape ?? {}))
    .filter(([, schema]) => schema.safeParse(undefined).success)
    .map(([name]) => [operation, name] as const),
);

/** Null may have a meaning of its own there; then it is taken as well. */
test.each(OPTIONAL.map(([operation, name]) => [`${operation.name} takes null for its optional member ${name}`, operation, name] as const))(
  "%s",
  (_title, operation, name) => {
    expect(faultsOf({ [name]: null }).filter(({ param }) => param === `/${name}`)).toEqual([]);

    function faultsOf(body: object) {
      try {
        parsedBody(prepareOperation(operation), body);
        return [];
      } catch (error) {
        if (error instanceof RequestError) return error.details;
        throw error;
      }
    }
  },
);

test("there are operations with optional members", () => {
  expect(OPTIONAL.length).toBeGreaterThan(20);
});
