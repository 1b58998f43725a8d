import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, readlink, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Scratch } from "./objects-port.ts";

/**
 * Folders of work in progress, named `<host>.<pid>.<start>.<random>`: whose they are can be told after a crash, also when the
 * process id has been given to somebody else since. Other hosts (containers on one volume) cannot be asked, so theirs go by age.
 */

/** No job runs this long, so a folder of another host that is older has lost its owner. */
const FOREIGN_AGE_MS = 48 * 3_600_000;

const SCRATCH_NAME = /^([0-9a-f]{12})\.([0-9]+)\.([0-9]+)\.[A-Za-z0-9]{6}$/;

/** Where a process id means something: containers that share a host's name have id spaces of their own. */
async function hostMark(): Promise<string> {
  const idSpace = await readlink("/proc/self/ns/pid").catch(() => "");
  return createHash("sha256").update(`${hostname()} ${idSpace}`).digest("hex").slice(0, 12);
}

/** When a process began, in ticks since boot; "0" where the system does not tell, `undefined` when it is gone. */
async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform !== "linux") return isRunning(pid) ? "0" : undefined;
  const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name in brackets may hold spaces and brackets; the start is the 20th field after it (proc(5), field 22).
  return line.slice(line.lastIndexOf(")") + 2).split(" ")[19];
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Removes the folders whose process has died; answers how many. */
export async function sweepScratch(parent: string, now: Date): Promise<number> {
  const here = await hostMark();
  let removed = 0;
  for (const name of await readdir(parent)) {
    const [, host, pid, start] = SCRATCH_NAME.exec(name) ?? [];
    if (host === undefined) continue;
    const lost =
      host === here ? (await startOf(Number(pid))) !== start : await isOlderThan(join(parent, name), now.getTime() - FOREIGN_AGE_MS);
    if (!lost) continue;
    await rm(join(parent, name), { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

async function isOlderThan(path: string, timeMs: number): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts !== undefined && facts.mtimeMs < timeMs;
}

export async function makeScratch(parent: string): Promise<Scratch> {
  const start = (await startOf(process.pid)) ?? "0";
  const path = await mkdtemp(join(parent, `${await hostMark()}.${process.pid}.${start}.`));
  return {
    path,
    file(name) {
      if (!/^[A-Za-z0-9._-]+$/.test(name) || name === "." || name === "..")
        throw new RangeError(`not a file name of ours: ${JSON.stringify(name)}`);
      return join(path, name);
    },
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** Makes scratch folders in one place, and removes those that are still there when it's disposed. */
export function scratchFolders(parent: string): { readonly make: () => Promise<Scratch> } & AsyncDisposable {
  const open = new Set<Scratch>();
  return {
    async make() {
      const scratch = await makeScratch(parent);
      const tracked: Scratch = {
        ...scratch,
        async [Symbol.asyncDispose]() {
          open.delete(tracked);
          await scratch[Symbol.asyncDispose]();
        },
      };
      open.add(tracked);
      return tracked;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...open].map((scratch) => scratch[Symbol.asyncDispose]()));
    },
  };
}
