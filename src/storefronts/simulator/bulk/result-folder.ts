import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const FOLDER = /^feedwright-simulator-(\d+)-/;
/** A folder that was used this lately belongs to somebody, even if we cannot see the process. */
const SURELY_LEFT_MS = 3_600_000;

/** A folder of this simulator's own for its result files. What killed simulators have left is cleared away: it may be gigabytes. */
export async function openResultFolder(parent = tmpdir()): Promise<string> {
  for (const name of await readdir(parent)) {
    const folder = path.join(parent, name);
    if (await isLeft(folder, FOLDER.exec(name)?.[1])) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
  return mkdtemp(path.join(parent, `feedwright-simulator-${process.pid}-`));
}

async function isLeft(folder: string, pid: string | undefined): Promise<boolean> {
  if (pid === undefined || isRunning(Number(pid))) return false;
  const facts = await stat(folder).catch(() => undefined);
  return facts !== undefined && Date.now() - facts.mtimeMs > SURELY_LEFT_MS;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Any other answer is one of a process that is there and not ours.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
