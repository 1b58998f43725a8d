import { z } from "zod";
import { members } from "./unsafe.ts";

/**
 * Null means "left out" for an optional member, at every level, unless the schema gives null a meaning of its own: so clients may send every member,
 * and an answer can be sent back. The null of a required member stays for the schema to refuse, and so does one in a list or map.
 */
export function withoutNulls(schema: unknown, written: unknown): unknown {
  return holdsNull(written) ? stripped(schema, written) : written;
}

function stripped(schema: unknown, written: unknown): unknown {
  const form = unwrapped(schema);
  // Of several forms it is the one whose members it has; the others find nothing to leave out.
  if (form instanceof z.ZodUnion) return form.options.reduce<unknown>((left, option) => stripped(option, left), written);
  if (form instanceof z.ZodArray && Array.isArray(written)) return written.map((item) => stripped(form.element, item));
  if (typeof written !== "object" || written === null || Array.isArray(written)) return written;
  if (form instanceof z.ZodRecord) return mapped(written, (value) => stripped(form.valueType, value));
  if (!(form instanceof z.ZodObject)) return written;
  const kept = Object.entries(members(written)).filter(([name, value]) => value !== null || !meansLeftOut(form.shape[name]));
  return mapped(Object.fromEntries(kept), (value, name) => stripped(form.shape[name], value));
}

function mapped(written: object, change: (value: unknown, name: string) => unknown): unknown {
  return Object.fromEntries(Object.entries(members(written)).map(([name, value]) => [name, change(value, name)]));
}

/** A schema without what only says whether its value may be left out. */
export function unwrapped(schema: unknown): unknown {
  if (isWrapper(schema)) return unwrapped(schema.unwrap());
  return schema instanceof z.ZodPipe ? unwrapped(schema.in) : schema;
}

const WRAPPERS = [z.ZodOptional, z.ZodDefault, z.ZodPrefault, z.ZodNullable, z.ZodReadonly, z.ZodLazy];

function isWrapper(schema: unknown): schema is InstanceType<(typeof WRAPPERS)[number]> {
  return WRAPPERS.some((wrapper) => schema instanceof wrapper);
}

/** An unknown value takes null as it takes everything: that gives null no meaning. */
function meansLeftOut(schema: unknown): boolean {
  if (!(schema instanceof z.ZodType) || !schema.safeParse(undefined).success) return false;
  return unwrapped(schema) instanceof z.ZodUnknown || !schema.safeParse(null).success;
}

function holdsNull(written: unknown): boolean {
  if (typeof written !== "object" || written === null) return written === null;
  return Object.values(written).some(holdsNull);
}
