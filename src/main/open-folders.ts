import { stat } from "node:fs/promises";

/** Group reads or writes, others anything. A group may pass through (0710): that's how root lets PostgreSQL's account in. */
const OPEN_BITS = 0o067;

/** A sentence for each folder that other accounts of the machine can look into. */
export async function openFolders(folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all([...new Set(folders)].map(openFolder));
  return found.filter((sentence) => sentence !== undefined);
}

async function openFolder(folder: string): Promise<string | undefined> {
  const mode = await stat(folder).then(
    (facts) => facts.mode & 0o777,
    () => 0,
  );
  if ((mode & OPEN_BITS) === 0) return undefined;
  return `${folder} is open to other accounts (mode ${mode.toString(8).padStart(4, "0")}). To close it: chmod 700 ${folder}`;
}
