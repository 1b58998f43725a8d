import { PlainError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";

/** What the operating system says, as a person would say it; the code is stored with a failed run. */
const FAULTS: Readonly<Record<string, readonly [code: string, sentence: string]>> = {
  ENOSPC: ["storage_full", "its disk is full. Free some space there, then try again"],
  EDQUOT: ["storage_full", "the disk quota is used up. Raise it or free some space, then try again"],
  EACCES: ["storage_unwritable", "this user has no permission to write there. Change the folder's owner or choose another folder"],
  EPERM: ["storage_unwritable", "the file system doesn't allow it. Choose a folder on a local disk that supports hard links"],
  EROFS: ["storage_unwritable", "its file system is read-only. Remount it or choose another folder"],
  ENOTDIR: ["storage_unwritable", "a file is in the place of a folder. Move the file away or choose another folder"],
  EEXIST: ["storage_unwritable", "a file is in the place of a folder. Move the file away or choose another folder"],
  ENOENT: ["storage_failed", "its folder doesn't exist and can't be created. Check the path, then try again"],
  EXDEV: ["storage_unwritable", "it spans two file systems. Keep the whole folder on one"],
};

export function errorCode(error: unknown): string {
  const { code } = members(error);
  return typeof code === "string" ? code : "";
}

/** A failure of the disk under the store, naming the store. */
export function storageFault(root: string, error: unknown): PlainError {
  const what = `The object store in ${root}`;
  const sentence = `the disk answered ${errorCode(error) || String(error)}. Check the disk's health`;
  return diskFault(what, error) ?? new PlainError("storage_failed", `${what} isn't writable: ${sentence}.`, error);
}

/** A failure of the disk under something else; undefined for what the operating system doesn't say of a disk. */
export function diskFault(what: string, error: unknown): PlainError | undefined {
  const said = FAULTS[errorCode(error)];
  return said && new PlainError(said[0], `${what} isn't writable: ${said[1]}.`, error);
}

export const isMissing = (error: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(errorCode(error));

/** Undefined for what isn't there, or was removed meanwhile. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}
