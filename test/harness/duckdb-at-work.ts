import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { vi } from "vitest";
import { warehouseChildren } from "./child-processes.ts";
import { IN_TIME } from "./slow-machine.ts";

/** Resolves while a session of this process has a DuckDB open: that is when its spill folder is there. */
export async function duckDbAtWork(objectsFolder: string): Promise<void> {
  const isOpen = async (): Promise<boolean> =>
    (await readdir(join(objectsFolder, "scratch"), { recursive: true })).some((path) => path.endsWith(".spill"));
  await vi.waitUntil(isOpen, { ...IN_TIME, interval: 1 });
}

/**
 * Kills every DuckDB while one of them works for a session. Which one that is can't be seen from outside: a process serves one session after another.
 * Finding the processes takes longer than work on a few rows, so the search begins together with the work.
 */
export async function killDuckDbAtWork(objectsFolder: string): Promise<void> {
  const [known] = await Promise.all([warehouseChildren(process.pid), duckDbAtWork(objectsFolder)]);
  for (const pid of known) kill(pid);
  for (const pid of await warehouseChildren(process.pid)) kill(pid);
}

/** It may have ended by itself. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
