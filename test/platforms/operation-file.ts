import { readFileSync } from "node:fs";
import { z } from "zod";
import { parseJson } from "../../src/kernel/unsafe.ts";

/** Requests of a platform as it describes them, cut down to the calls that are made: facts, kept as data beside the fake. */

const Schema = z.record(z.string(), z.unknown());

const Operation = z.strictObject({
  /** As the platform calls it: `catalogs_create_feed`. */
  id: z.string(),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  /** Below the fake's address, with `{parameters}`; `{name+}` also takes slashes. */
  path: z.string(),
  /** Lower-case names of headers that must be there. */
  headers: z.array(z.string()).default([]),
  /** JSON Schema of the query as an object of strings (a repeated parameter is a list). */
  query: Schema,
  /** JSON Schema of the body; null: it takes none. Form fields are strings; `bytes`: anything. */
  body: z.union([z.strictObject({ type: z.enum(["json", "form"]), schema: Schema }), z.literal("bytes")]).nullable(),
});

const OperationFile = z.strictObject({
  source: z.string(),
  edition: z.string(),
  licence: z.string(),
  /** Schemas that bodies refer to as `#/definitions/Name`. */
  definitions: z.record(z.string(), Schema).default({}),
  operations: z.array(Operation).min(1),
});
export type OperationFile = z.output<typeof OperationFile>;

/** `slug`: the folder of the platform's `operations.json`. */
export function readOperations(slug: string): OperationFile {
  return OperationFile.parse(parseJson(readFileSync(new URL(`${slug}/operations.json`, import.meta.url), "utf8")));
}
