import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Processes as Linux lists them, for tests that kill one of a service's. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

async function processOf(pid: string): Promise<RunningProcess | undefined> {
  const [stat, command] = await Promise.all(["stat", "cmdline"].map((name) => readFile(join("/proc", pid, name), "utf8").catch(() => "")));
  if (stat === undefined || command === undefined || stat === "") return undefined;
  // The name in brackets may hold spaces and brackets; state and parent follow it (proc(5)).
  const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A process that has ended and is not yet collected.
  if (state === "Z") return undefined;
  return { pid: Number(pid), parent: Number(parent), command: command.replaceAll("\0", " ").trim() };
}

/** Everything below a process, children before grandchildren. */
export async function descendantsOf(pid: number): Promise<readonly RunningProcess[]> {
  const names = (await readdir("/proc")).filter((name) => /^[0-9]+$/.test(name));
  const all = (await Promise.all(names.map(processOf))).filter((found) => found !== undefined);
  const below: RunningProcess[] = [];
  let parents = new Set([pid]);
  while (parents.size > 0) {
    const children = all.filter(({ parent }) => parents.has(parent));
    below.push(...children);
    parents = new Set(children.map((child) => child.pid));
  }
  return below;
}

/** DuckDB's processes below one of ours: long-lived ones for queries, one for each job. */
export async function warehouseChildren(pid: number): Promise<readonly number[]> {
  return (await descendantsOf(pid)).filter(({ command }) => command.includes("warehouse-child")).map((child) => child.pid);
}

/** Whether this very process still runs, and not another that was given its id. */
export async function isRunningAs({ pid, command }: RunningProcess): Promise<boolean> {
  return (await processOf(String(pid)))?.command === command;
}
