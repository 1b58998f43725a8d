import { PlainError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";

/** What the operating system says, as a person would say it; the code is stored with a failed run. */
const FAULTS: Readonly<Record<string, readonly [code: string, sentence: string]>> = {
  ENOSPC: ["storage_full", "its disk is full. Free some space there and try again"],
  EDQUOT: ["storage_full", "the disk quota is used up. Raise it or free some space and try again"],
  EACCES: ["storage_unwritable", "this user may not write there. Change the folder's owner or choose another folder"],
  EPERM: ["storage_unwritable", "the file system refuses it. Choose a folder on a local disk that knows hard links"],
  EROFS: ["storage_unwritable", "its file system is read-only. Remount it or choose another folder"],
  ENOTDIR: ["storage_unwritable", "a file stands where a folder is needed. Move it away or choose another folder"],
  EEXIST: ["storage_unwritable", "a file stands where a folder is needed. Move it away or choose another folder"],
  ENOENT: ["storage_failed", "its folder is not there and cannot be made. Look at the path and try again"],
  EXDEV: ["storage_unwritable", "it spans two file systems. Keep the whole folder on one"],
};

export function errorCode(error: unknown): string {
  const { code } = members(error);
  return typeof code === "string" ? code : "";
}

/** A failure of the disk under the store, naming the store. */
export function storageFault(root: string, error: unknown): PlainError {
  const [code, sentence] = FAULTS[errorCode(error)] ?? [
    "storage_failed",
    `the disk answered ${errorCode(error) || String(error)}. Look at its health`,
  ];
  return new PlainError(code, `The object store in ${root} cannot be written: ${sentence}.`, error);
}

export const isMissing = (error: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(errorCode(error));

/** Undefined for what isn't there, or was removed meanwhile. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}
