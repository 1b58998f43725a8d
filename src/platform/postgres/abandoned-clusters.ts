import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "../telemetry/telemetry-port.ts";
import { SHARED_DIR, dataPath, readClusterOwner, readLocation, type ClusterOwner } from "./cluster-folder.ts";
import { runningPostmaster } from "./postmaster-pid.ts";
import { isRunning } from "./process-identity.ts";
import { hasLivingServer } from "./server-pipe.ts";

/**
 * A directory that was only moved, or whose disk is not mounted, looks like one that was deleted: its cluster stays this
 * long after its last use. A directory that is there and claims another cluster has given its old one up, and that goes at once.
 */
const MISSING_DIR_GRACE_MS = 24 * 60 * 60 * 1000;

/** Removes clusters under `SHARED_DIR` that no data directory claims, nobody is making and no server runs on. */
export async function removeAbandonedClusters(log: Logger, sharedDir = SHARED_DIR): Promise<void> {
  for (const name of await readdir(sharedDir).catch(() => [])) {
    const path = join(sharedDir, name);
    const owner = await readClusterOwner(path).catch(() => undefined);
    if (owner === undefined || !(await isAbandoned(path, owner))) continue;
    log.debug({ path, dataDir: owner.dataDir }, "removing the database of a data directory that no longer exists");
    await rm(path, { recursive: true, force: true });
  }
}

async function isAbandoned(path: string, { id, dataDir, maker }: ClusterOwner): Promise<boolean> {
  if (await isRunning(maker.pid, maker.start)) return false;
  const claim = await readLocation(dataDir).catch(() => ({ id }));
  if (claim?.id === id || (await hasLivingServer(path)) || (await runningPostmaster(dataPath(path))) !== undefined) return false;
  if (await exists(dataDir)) return true;
  // Starting and stopping a server both change its folder.
  const lastUse = await stat(dataPath(path)).catch(() => stat(path));
  return Date.now() - lastUse.mtimeMs > MISSING_DIR_GRACE_MS;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
