import { PlainError } from "../kernel/errors.ts";
import { exhaustedBy } from "../kernel/exhausted.ts";

/** What a command prints when it fails. */
export function failureText(error: unknown): string {
  if (error instanceof PlainError) return error.message;
  return exhaustedBy(error)?.message ?? `Feedwright stopped: ${String(error)}`;
}
