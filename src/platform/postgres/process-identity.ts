import { createHash } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { members } from "../../kernel/unsafe.ts";

/**
 * Which process a pid means. Pids are given out again, so a pid is remembered together with the moment its process started;
 * a process with the same pid and another start is somebody else. Only Linux tells the start; elsewhere a living pid is believed.
 */

const START_UNKNOWN = "unknown";
/** Of `/proc/<pid>/stat` behind the command's name, which may hold blanks and brackets: state, then 18 others, then the start. */
const STATE_FIELD = 0;
const START_FIELD = 19;
/** What comes after the last boot is counted from zero again. */
const BOOT_ID_FILE = "/proc/sys/kernel/random/boot_id";

/** Undefined when there is no such process, or only a dead one that nobody has collected. */
export async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform !== "linux") return isSignalable(pid) ? START_UNKNOWN : undefined;
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const start = fields[START_FIELD];
  if (start === undefined || ["Z", "X"].includes(fields[STATE_FIELD] ?? "")) return undefined;
  return `${(await bootId()).slice(0, 8)}-${start}`;
}

/** One running kernel: the same in all its containers, another one after the next boot. Where no system says so, the host's name. */
export async function machineMark(): Promise<string> {
  return shortHash((await bootId()) || hostname());
}

/** Where pids mean what they mean here: containers have a numbering of their own. */
export async function processSpace(): Promise<string> {
  return shortHash(await readlink("/proc/self/ns/pid").catch(() => hostname()));
}

function bootId(): Promise<string> {
  return readFile(BOOT_ID_FILE, "utf8").catch(() => "");
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

export async function isRunning(pid: number, start: string): Promise<boolean> {
  return (await processStart(pid)) === start;
}

function isSignalable(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return members(error)["code"] === "EPERM";
  }
}
