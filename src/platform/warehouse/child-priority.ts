import { readdirSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * The CPU priority of a process. A job that has used much CPU time gets a lower one, so a small shop's run isn't slowed down by a large one. An
 * unprivileged process can't raise its priority again, so it serves no further session.
 */
export interface ChildPriority {
  /** Sets the priority of a new session. */
  begin(settings: PrioritySettings): void;
  /** Lowers it if the session has used more than `longMs`. */
  look(): void;
  isLowered(): boolean;
}

interface PrioritySettings {
  /** 0: the default priority. */
  readonly niceness: number;
  /** CPU time in ms. */
  readonly longMs: number;
}

/** With these, the process gets about a sixth of a core that it shares with a shorter job. */
const LONG_NICENESS = 7;

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
      // Also where the system doesn't let it: it isn't asked again.
      lowered = true;
    },
    isLowered: () => lowered,
  };
}

/**
 * Linux keeps a priority for each thread, and a new thread takes that of its maker. Work goes on without it where a sandbox forbids the call,
 * and a thread may have ended meanwhile.
 */
function giveWay(niceness: number): void {
  const threads = process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [process.pid];
  for (const thread of threads) {
    try {
      setPriority(thread, niceness);
    } catch {
      continue;
    }
  }
}
