import { chmod, mkdir, open, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes what happened to the names in a folder survive a power cut. Windows has no such call and orders names itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Syncs every folder from `folder` up to `top`. All of them, also those that existed: another process may have made one
 * a moment ago and not synced it yet. A clean folder costs microseconds.
 */
export async function syncUpTo(folder: string, top: string): Promise<void> {
  for (let current = folder; ; current = dirname(current)) {
    await syncFolder(current);
    if (current === top || current === dirname(current)) return;
  }
}

export const OWNER_ONLY = 0o700;
/** The same of a file. */
export const OWNER_ONLY_FILE = 0o600;
const OTHER_BITS = 0o077;

/** Takes a folder that this account made under another umask away from all others. Somebody else's stays as it is. */
export async function closeFolder(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder);
  const isOpen = (mode & OTHER_BITS) !== 0 && uid === process.getuid?.();
  if (isOpen) await chmod(folder, OWNER_ONLY);
}

/** Makes a folder and its parents, for this account alone and each durable when it resolves. */
export async function makeDurableFolder(folder: string): Promise<void> {
  const firstMade = await makeFolder(folder);
  if (firstMade !== undefined) await syncUpTo(folder, dirname(firstMade));
}

/** One folder after the other: below `/proc` Node's own way of making one with its parents never ends. Answers the topmost that was not there. */
async function makeFolder(folder: string): Promise<string | undefined> {
  const parent = dirname(folder);
  if (parent === folder || (await isFolder(folder))) return undefined;
  const firstMade = await makeFolder(parent);
  await mkdir(folder, { mode: OWNER_ONLY }).catch(async (error: unknown) => {
    if (!(await isFolder(folder))) throw error;
  });
  return firstMade ?? folder;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
