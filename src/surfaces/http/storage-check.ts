import { PlainError } from "../../kernel/errors.ts";

/** What `/readyz` says of the object store: anybody may read it, so a failure names its code and leaves the place to the log. */
export async function storageDetail(objects: { ready(): Promise<void> }): Promise<string> {
  try {
    await objects.ready();
    return "is writable";
  } catch (error) {
    const code = error instanceof PlainError ? error.code : "storage_failed";
    throw new PlainError(code, `isn't writable (${code}); see the log for details`, error);
  }
}
