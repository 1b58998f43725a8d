import { readFile } from "node:fs/promises";

/** Of the system's account of a process: pages that several processes share are parted among them. */
const PROPORTIONAL = /^Pss:\s+(\d+) kB$/m;

/** What a process and all below it take now. Rejects where the system doesn't tell, as every other than Linux. */
export async function treeMemory(root: number): Promise<number> {
  const own = await ownMemory(root);
  if (own === undefined) throw new Error("this system doesn't report how much memory a process uses");
  const below = await Promise.all((await descendants(root)).map(ownMemory));
  return below.reduce<number>((sum, bytes) => sum + (bytes ?? 0), own);
}

async function descendants(pid: number): Promise<readonly number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const children = listed.split(" ").filter(Boolean).map(Number);
  const below = await Promise.all(children.map(descendants));
  return [...children, ...below.flat()];
}

/** Undefined: it has ended, or is another account's. */
async function ownMemory(pid: number): Promise<number | undefined> {
  const account = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const kilobytes = PROPORTIONAL.exec(account)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}
