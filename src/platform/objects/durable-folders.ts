import { mkdir, open } from "node:fs/promises";
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

/** Makes a folder and its parents, each durable when it resolves. */
export async function makeDurableFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true });
  if (firstMade !== undefined) await syncUpTo(folder, dirname(firstMade));
}
