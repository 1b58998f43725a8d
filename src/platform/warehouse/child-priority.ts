import { readdirSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * How far a process gives way to others. A job that has computed for long gives way to those that haven't, so that a small shop's run beside a large
 * one takes little longer than alone. Without rights a process can't take it back, so it then serves no other session.
 */
export interface ChildPriority {
  /** For the session that begins. */
  begin(settings: PrioritySettings): void;
  /** Lowers it once the session has computed for long. */
  look(): void;
  isLowered(): boolean;
}

interface PrioritySettings {
  /** 0: this process gives way to nobody. */
  readonly niceness: number;
  /** Processor time after which a session counts as long. */
  readonly longMs: number;
}

/** A process at the lower priority gets about a quarter of a core that it shares with one at the other. */
const LONG_NICENESS = 5;

export function openPriority(): ChildPriority {
  let lowered = false;
  let session: (PrioritySettings & { readonly since: NodeJS.CpuUsage }) | undefined;
  return {
    begin(settings) {
      session = { ...settings, since: process.cpuUsage() };
      if (settings.niceness > 0) giveWay(settings.niceness);
    },
    look() {
      if (lowered || session === undefined || session.niceness === 0) return;
      const { user, system } = process.cpuUsage(session.since);
      if ((user + system) / 1_000 < session.longMs) return;
      giveWay(session.niceness + LONG_NICENESS);
      lowered = true;
    },
    isLowered: () => lowered,
  };
}

/** Linux keeps a priority for each thread, and a new thread takes that of its maker. */
function giveWay(niceness: number): void {
  const threads = process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, niceness);
}
