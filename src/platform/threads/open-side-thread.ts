import { Worker } from "node:worker_threads";
import { branded, members } from "../../kernel/unsafe.ts";
import { outsideTransactions } from "../postgres/postgres-port.ts";
import { type SideThread, type ThreadAnswer, threadEnvironment, ThreadOverrun } from "./threads-port.ts";

interface SideThreadOptions {
  /** The module that the thread runs: it answers each message with a `ThreadAnswer`. */
  readonly module: URL;
  /** How long one answer may take, from when the thread begins with it. */
  readonly deadlineMs: number;
  /** How much longer the first one may: the module has to be loaded. */
  readonly startMs?: number;
  readonly heapMiB: number;
}

/** Starts with the first question, and again with the first one after the thread had to be ended. */
export function openSideThread(options: SideThreadOptions): SideThread {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const end = async (): Promise<void> => {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const answer = async (question: unknown): Promise<ThreadAnswer> => {
    const { deadlineMs, startMs = 0 } = options;
    const patienceMs = worker === undefined ? deadlineMs + startMs : deadlineMs;
    worker ??= startWorker(options);
    try {
      return await answerOf(worker, question, patienceMs);
    } catch (error) {
      await end();
      throw error;
    }
  };
  return {
    ask: outsideTransactions("the side thread", async (question) => {
      const before = last;
      const asked = (async () => {
        await before.catch(() => undefined);
        return answer(question);
      })();
      last = asked;
      const told = await asked;
      if ("fault" in told) throw new Error(told.fault);
      return told.answer;
    }),
    [Symbol.asyncDispose]: end,
  };
}

function startWorker({ module, heapMiB }: SideThreadOptions): Worker {
  const worker = new Worker(module, { env: threadEnvironment(), resourceLimits: { maxOldGenerationSizeMb: heapMiB } });
  // An idle thread keeps no process alive.
  worker.unref();
  return worker;
}

async function answerOf(worker: Worker, question: unknown, deadlineMs: number): Promise<ThreadAnswer> {
  const answered = Promise.withResolvers<ThreadAnswer>();
  const timer = setTimeout(() => answered.reject(new ThreadOverrun("the answer took too long")), deadlineMs);
  const onError = (error: unknown): void => {
    const tooLarge = members(error)["code"] === "ERR_WORKER_OUT_OF_MEMORY";
    answered.reject(tooLarge ? new ThreadOverrun("the answer took too much memory", { cause: error }) : error);
  };
  const onExit = (): void => answered.reject(new Error("the thread ended without an answer"));
  // The other end is our own module.
  const onMessage = (message: unknown): void => answered.resolve(branded<ThreadAnswer>(message));
  worker.on("message", onMessage).on("error", onError).on("exit", onExit);
  worker.ref();
  try {
    worker.postMessage(question, []);
    return await answered.promise;
  } finally {
    clearTimeout(timer);
    worker.off("message", onMessage).off("exit", onExit);
    // What goes wrong while the thread is being ended is nobody's concern any more, but must not be unheard.
    worker.off("error", onError).on("error", () => undefined);
    worker.unref();
  }
}
