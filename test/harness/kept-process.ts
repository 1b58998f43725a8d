import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { descendantsOf, isRunningAs, type RunningProcess } from "./child-processes.ts";

/** A process of which there's always one. */
export interface KeptProcess {
  /** The present process; undefined between two. */
  pid(): number | undefined;
  starts(): number;
  /** SIGKILL to the process alone; what it started lives on. */
  kill(): void;
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
  /** Ends it, with what it started, for good. */
  end(): Promise<void>;
}

/** Between the end of a process and the next one. */
const RESTART_AFTER_MS = 300;

interface Kept {
  /** Of Node. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly hear: (text: string) => void;
}

/** Starts a program, and again whenever it ends, as an orchestrator would. */
export function keepRunning({ args, env, hear }: Kept): KeptProcess {
  let child: ChildProcess | undefined;
  let starts = 0;
  let isOver = false;
  const seen = new Map<number, RunningProcess>();
  const remember = async (): Promise<void> => {
    if (child?.pid !== undefined) for (const each of await descendantsOf(child.pid)) seen.set(each.pid, each);
  };
  const run = async (): Promise<void> => {
    while (!isOver) {
      starts += 1;
      child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
      for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text: Buffer) => hear(text.toString()));
      await once(child, "exit");
      hear(`ended: ${child.exitCode ?? child.signalCode}\n`);
      child = undefined;
      if (!isOver) await sleep(RESTART_AFTER_MS);
    }
  };
  const running = run();
  return {
    pid: () => child?.pid,
    starts: () => starts,
    kill: () => void child?.kill("SIGKILL"),
    signal: (signal: "SIGSTOP" | "SIGCONT") => void child?.kill(signal),
    async end() {
      isOver = true;
      await remember();
      child?.kill("SIGCONT");
      child?.kill("SIGKILL");
      await running;
      for (const each of seen.values()) if (await isRunningAs(each)) process.kill(each.pid, "SIGKILL");
    },
  };
}
