import { type ChildProcess, fork } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { fileURLToPath } from "node:url";
import { branded } from "../../kernel/unsafe.ts";
import type { Logger } from "../telemetry/telemetry-port.ts";
import type { ChildCall, ChildCalls, ChildSettings, FromChild, ToChild } from "./child-calls.ts";
import { exhaustedIn } from "./warehouse-exhausted.ts";
import { WarehouseLost, WarehouseRefused } from "./warehouse-port.ts";

/** The service's end of a DuckDB process. Whatever happens to the process, every call settles. */
export interface DuckDbChild {
  readonly pid: number | undefined;
  /** Killed or ended: every call rejects. */
  isLost(): boolean;
  /** Nothing it was asked is unanswered. */
  isIdle(): boolean;
  /** Why it was killed or has ended; undefined while it lives. */
  lostBy(): WarehouseLost["reason"] | undefined;
  /**
   * Rejects with `WarehouseRefused`, or `WarehouseLost` once the child is gone. The signal interrupts the statement, which
   * works while it computes and not while it is being planned.
   */
  call<C extends ChildCall>(call: C, ask: ChildCalls[C]["ask"], signal?: AbortSignal): Promise<ChildCalls[C]["answer"]>;
  /** Another DuckDB, in the place of one that was closed. */
  reopen(settings: ChildSettings): void;
  /** Sets how many threads later statements may use. A running one keeps its own. */
  allowThreads(threads: number): void;
  /** SIGKILL. Calls under way and later ones reject with the reason. */
  kill(reason: WarehouseLost["reason"], detail: string): void;
  /** Resolves when the process has ended, however it did. */
  readonly gone: Promise<void>;
}

/** Enough for the reason a child gives, and for a stack. */
const STDERR_CHARACTERS_MAX = 4_000;

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

export function forkDuckDb(settings: ChildSettings, log: Logger): DuckDbChild {
  const child = fork(fileURLToPath(new URL("./warehouse-child.ts", import.meta.url)), [], {
    serialization: "advanced",
    execArgv: [],
    // Nothing else of ours: the environment holds secrets, and dates must not depend on the machine's zone.
    env: { TZ: "UTC", ...compiledCode() },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const waiting = new Map<number, Waiting>();
  let lost: WarehouseLost | undefined;
  let calls = 0;

  const lose = (reason: WarehouseLost["reason"], detail: string): void => {
    lost ??= new WarehouseLost(reason, detail, reason === "crashed" ? exhaustedIn(detail, settings) : null);
    for (const { reject } of waiting.values()) reject(lost);
    waiting.clear();
  };
  // A channel that has closed is a child that is ending; `gone` tells why.
  const tell = (message: ToChild): void => void child.send(message, () => undefined);

  child.on("message", (received) => hear(waiting, branded<FromChild>(received), settings));
  const gone = whenGone(child).then((detail) => {
    if (lost === undefined) log.warn({ pid: child.pid, detail }, "a warehouse child crashed");
    lose("crashed", detail);
  });
  tell({ kind: "open", settings });
  log.debug({ pid: child.pid, niceness: settings.niceness }, "forked a warehouse child");

  return {
    pid: child.pid,
    gone,
    isLost: () => lost !== undefined,
    isIdle: () => waiting.size === 0,
    lostBy: () => lost?.reason,
    reopen: (other) => tell({ kind: "open", settings: other }),
    allowThreads: (threads) => tell({ kind: "threads", threads }),
    kill(reason, detail) {
      lose(reason, detail);
      child.kill("SIGKILL");
    },
    call(call, ask, signal) {
      if (lost !== undefined) return Promise.reject(lost);
      const id = (calls += 1);
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const interrupt = (): void => tell({ kind: "interrupt", id });
      waiting.set(id, { resolve, reject });
      tell({ kind: "call", id, call, ask });
      signal?.addEventListener("abort", interrupt);
      return branded(promise.finally(() => signal?.removeEventListener("abort", interrupt)));
    },
  };
}

/** Where this process keeps compiled code, if it does: a child that finds its own there starts in two thirds of the time. */
function compiledCode(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

function hear(waiting: Map<number, Waiting>, message: FromChild, settings: ChildSettings): void {
  const call = waiting.get(message.id);
  waiting.delete(message.id);
  if ("refused" in message) call?.reject(new WarehouseRefused(message.refused, exhaustedIn(message.refused, settings)));
  else call?.resolve(message.answer);
}

/** Resolves with how the process ended and the last it said. */
function whenGone(child: ChildProcess): Promise<string> {
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-STDERR_CHARACTERS_MAX);
  });
  return new Promise((resolve) => {
    // Without a process id it never began; afterwards an error is a signal or message that came too late.
    child.on("error", (error) => child.pid === undefined && resolve(`can't be started: ${error.message}`));
    child.once("close", (code, signal) => resolve(`ended by ${signal ?? `exit ${code}`}${said === "" ? "" : `: ${said.trim()}`}`));
  });
}
