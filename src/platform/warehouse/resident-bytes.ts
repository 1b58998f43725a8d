import { readFileSync } from "node:fs";

/** As the system tells it of a process, in KiB. Pages of program files aren't among them: all processes share those. */
const ANONYMOUS = /^RssAnon:\s+(\d+) kB$/m;

/** This process's own memory. Elsewhere than on Linux the program text counts too. */
export function residentBytes(): number {
  const anonymous = process.platform === "linux" ? ANONYMOUS.exec(readFileSync("/proc/self/status", "utf8"))?.[1] : undefined;
  return anonymous === undefined ? process.memoryUsage.rss() : Number(anonymous) * 1024;
}
