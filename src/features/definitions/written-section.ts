import type { z } from "zod";
import { schemaFaults } from "../../engine/rules/schema-faults.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";

/** A person fixes the first faults before reading more: a document's are not looked for any further, in any section. */
export const FAULTS_MAX = 100;

/** What a schema says of a section of a document, with pointers from the document's root. */
export function sectionFaults(error: z.ZodError, pointer: string): readonly ErrorDetail[] {
  return schemaFaults(error).map(({ at, code, message }) => ({
    param: `${pointer}${at}`,
    code,
    message: code === "unknown_param" ? "Unknown field. Remove it or check its spelling." : message,
  }));
}

export function wrong(param: string, message: string): ErrorDetail {
  return { param, code: "invalid_param", message };
}
