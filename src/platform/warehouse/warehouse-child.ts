import { mkdirSync, rmSync, writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { branded } from "../../kernel/unsafe.ts";
import type { ChildCall, ChildSettings, FromChild, ToChild } from "./child-calls.ts";
import { type ChildPriority, openPriority } from "./child-priority.ts";
import { type AnsweredCalls, type ChildWork, openChildWork } from "./child-work.ts";
import { residentBytes } from "./resident-bytes.ts";

/**
 * The process that DuckDB runs in; `duckdb-child.ts` forks it. It lives for its parent alone: when the channel closes it
 * ends at once. Statements run on other threads than the one that hears of it, so a statement cannot delay that.
 */

/** A look takes 50 µs; two cores fill 30 MiB in between. */
const MEMORY_LOOK_EVERY_MS = 25;
/** After these DuckDB's state is not to be trusted: errors of its own, not of the statement. */
const BROKEN = /^(FATAL|INTERNAL) Error/;

/** SIGKILL, because an orderly exit waits for the threads that compute. The reason is read by the parent from stderr. */
function die(reason: string): void {
  try {
    writeSync(process.stderr.fd, `${reason}\n`);
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}

function stayWithin(bytesMax: number): void {
  const bytes = residentBytes();
  if (bytes > bytesMax) die(`out of memory: ${bytes} bytes resident, ${bytesMax} allowed`);
}

async function open(settings: ChildSettings, priority: ChildPriority): Promise<ChildWork> {
  priority.begin(settings);
  // What is spilled are rows of a shop: not for other users of the machine.
  mkdirSync(settings.spillFolder, { recursive: true, mode: 0o700 });
  return openChildWork(settings, priority);
}

/** The DuckDB that is open. Sessions follow each other in a process, each with one of its own. */
interface Opened {
  readonly settings: ChildSettings;
  readonly work: Promise<ChildWork>;
}

function listen(): void {
  const priority = openPriority();
  let opened: Opened | undefined;
  const running = new Map<number, AbortController>();
  let looking: NodeJS.Timeout | undefined;

  /** Memory grows while something runs; what has ended is looked at once more. */
  const look = (): void => {
    if (opened !== undefined) stayWithin(opened.settings.residentSetBytesMax);
    priority.look();
    if (running.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };

  const answer = async <C extends ChildCall>(id: number, call: C, ask: Parameters<AnsweredCalls[C]>[0]): Promise<void> => {
    const interrupt = new AbortController();
    running.set(id, interrupt);
    looking ??= setInterval(look, MEMORY_LOOK_EVERY_MS);
    try {
      if (opened === undefined) throw new Error("a call came before the settings");
      const { settle, ...work } = await opened.work;
      const calls: AnsweredCalls = work;
      tell({ id, answer: await calls[call](ask, interrupt.signal) });
      // If it can't be done now, the next query is followed by it too.
      if (call === "query") await settle().catch(() => undefined);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (BROKEN.test(message)) die(message);
      tell({ id, refused: message });
    } finally {
      running.delete(id);
    }
  };

  process.on("message", (received) => {
    const message = branded<ToChild>(received);
    if (message.kind === "interrupt") running.get(message.id)?.abort();
    else if (message.kind === "call") void answer(message.id, message.call, message.ask);
    // If opening failed, the handler below ends the process and says why.
    else if (message.kind === "threads") opened?.work.then((work) => work.allowThreads(message.threads)).catch(() => undefined);
    else {
      const { settings } = message;
      opened = { settings, work: open(settings, priority) };
      opened.work.catch((error: unknown) => die(String(error)));
    }
  });
  process.once("disconnect", () => {
    if (opened !== undefined) rmSync(opened.settings.spillFolder, { recursive: true, force: true });
    die("the parent is gone");
  });
}

function tell(message: FromChild): void {
  process.send?.(message);
}

process.on("uncaughtException", (error) => die(String(error)));
// Ctrl-C and a service manager's stop reach the whole group; the parent decides when a child ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
listen();
// Node keeps compiled code at an orderly exit, and a child has none.
flushCompileCache();
