import { constants, open, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";

/**
 * Whether any process of a cluster's server is alive, also one that a killed Feedwright has left behind in another container,
 * whose pids and shared memory can't be seen from here. Every process of the server inherits the reading end of a named pipe
 * beside the cluster, and the kernel refuses to open a pipe for writing that nobody reads.
 */

const PIPE = "server.pipe";
const MKFIFO_TIMEOUT_MS = 10_000;

export async function hasLivingServer(cluster: string): Promise<boolean> {
  const pipe = join(cluster, PIPE);
  if (!(await isPipe(pipe))) return false;
  try {
    await using _writer = await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    return true;
  } catch {
    return false;
  }
}

/** What a server gets as its standard input. Undefined where the system or the file system has no named pipes. */
export async function openServerPipe(cluster: string): Promise<FileHandle | undefined> {
  const pipe = join(cluster, PIPE);
  if (!(await isPipe(pipe))) {
    // A copy of the folder may hold a file in its place.
    await rm(pipe, { force: true });
    const made = await runProgram("mkfifo", ["-m", "600", pipe], { timeoutMs: MKFIFO_TIMEOUT_MS });
    if (!made.done) return undefined;
  }
  return open(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
}

async function isPipe(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFIFO(),
    () => false,
  );
}
