import { z } from "zod";
import { members } from "../../kernel/unsafe.ts";

/**
 * What was written, with members that may be left out left out where they are null, at every level: so an answer can be sent back. A null
 * that has to be something stays, for the schema to refuse; and so does one in a list, which has a place there.
 */
export function withoutNulls(schema: unknown, written: unknown): unknown {
  if (schema instanceof z.ZodLazy || mayBeLeftOut(schema)) return withoutNulls(schema.unwrap(), written);
  // Of several forms it is the one whose members it has; the others find nothing to leave out.
  if (schema instanceof z.ZodUnion) return schema.options.reduce<unknown>((left, option) => withoutNulls(option, left), written);
  if (schema instanceof z.ZodArray && Array.isArray(written)) return written.map((item) => withoutNulls(schema.element, item));
  if (!(schema instanceof z.ZodObject) || typeof written !== "object" || written === null || Array.isArray(written)) return written;
  const kept = Object.entries(members(written)).filter(([name, value]) => value !== null || !mayBeLeftOut(schema.shape[name]));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutNulls(schema.shape[name], value)]));
}

function mayBeLeftOut(schema: unknown): schema is z.ZodOptional | z.ZodDefault {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
}
