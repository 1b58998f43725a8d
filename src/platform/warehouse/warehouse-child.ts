import { mkdirSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { setPriority } from "node:os";
import { branded } from "../../kernel/unsafe.ts";
import type { ChildCall, ChildSettings, FromChild, ToChild } from "./child-calls.ts";
import { type ChildWork, openChildWork } from "./child-work.ts";

/**
 * The process that DuckDB runs in; `duckdb-child.ts` forks it. It lives for its parent alone: when the channel closes it
 * ends at once. Statements run on other threads than the one that hears of it, so a statement cannot delay that.
 */

/** A look takes 50 µs; two cores fill 30 MiB in between. */
const MEMORY_LOOK_EVERY_MS = 25;
/** As the system tells it of a process, in KiB. Pages of program files aren't among them: all processes share those. */
const ANONYMOUS = /^RssAnon:\s+(\d+) kB$/m;
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
  setInterval(() => {
    const bytes = ownBytes();
    if (bytes > bytesMax) die(`out of memory: ${bytes} bytes resident, ${bytesMax} allowed`);
  }, MEMORY_LOOK_EVERY_MS);
}

/** Elsewhere than on Linux the program text counts too. */
function ownBytes(): number {
  const anonymous = process.platform === "linux" ? ANONYMOUS.exec(readFileSync("/proc/self/status", "utf8"))?.[1] : undefined;
  return anonymous === undefined ? process.memoryUsage.rss() : Number(anonymous) * 1024;
}

/** Linux keeps a priority for each thread, and a new thread takes that of its maker. */
function giveWay(niceness: number): void {
  const threads = process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, niceness);
}

async function open(settings: ChildSettings): Promise<ChildWork> {
  if (settings.niceness > 0) giveWay(settings.niceness);
  stayWithin(settings.residentSetBytesMax);
  // What is spilled are rows of a shop: not for other users of the machine.
  mkdirSync(settings.spillFolder, { recursive: true, mode: 0o700 });
  process.once("disconnect", () => {
    rmSync(settings.spillFolder, { recursive: true, force: true });
    die("the parent is gone");
  });
  return openChildWork(settings);
}

function listen(): void {
  let work: Promise<ChildWork> | undefined;
  const running = new Map<number, AbortController>();

  const answer = async <C extends ChildCall>(id: number, call: C, ask: Parameters<ChildWork[C]>[0]): Promise<void> => {
    const interrupt = new AbortController();
    running.set(id, interrupt);
    try {
      if (work === undefined) throw new Error("a call came before the settings");
      tell({ id, answer: await (await work)[call](ask, interrupt.signal) });
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
    else {
      work = open(message.settings);
      work.catch((error: unknown) => die(String(error)));
    }
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
