import { Worker } from "node:worker_threads";
import { PlainError } from "../../kernel/errors.ts";
import { releaseBuffer } from "../../kernel/release-buffer.ts";
import { branded } from "../../kernel/unsafe.ts";
import { threadEnvironment } from "../../platform/threads/threads-port.ts";
import type { ReadingAnswer, ReadingTask, ReadingWork } from "./reading-task.ts";
import type { WorkerMessage } from "./reading-worker.ts";

/** What a thread may take: the longest line a few times over, and the blocks on their way. */
const HEAP_MIB = 1_024;
/** Pages for young objects stay with the process when the thread ends; with this much two threads leave 200 MiB, by default 400. */
const YOUNG_MIB = 36;

/** Reads a task in a thread of its own; its records come to the sink in blocks. Ends the thread when the work is stopped. */
export async function readInThread(task: ReadingTask, { sink, signal, repairs }: ReadingWork): Promise<ReadingAnswer> {
  signal.throwIfAborted();
  const worker = new Worker(new URL("reading-worker.ts", import.meta.url), {
    workerData: task,
    env: threadEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB, maxYoungGenerationSizeMb: YOUNG_MIB },
  });
  const ended = Promise.withResolvers<ReadingAnswer>();
  const stop = (): void => ended.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  worker.on("error", (error) => ended.reject(error));
  worker.on("exit", () => ended.reject(new Error("the reading thread ended without an answer")));
  worker.on("message", (received: unknown) => {
    // The other end is our own module.
    const message = branded<WorkerMessage>(received);
    if ("answer" in message) {
      for (const [code, count] of message.repairs) repairs.count(code, count);
      ended.resolve(message.answer);
    } else if ("fault" in message) ended.reject(new PlainError(message.fault.code, message.fault.message));
    else {
      const { kind, block } = message;
      const taken = Promise.resolve(sink.lines(kind, block)).then(() => {
        releaseBuffer(block.bytes.buffer);
        worker.postMessage("taken", []);
      });
      taken.catch((error: unknown) => ended.reject(error));
    }
  });
  try {
    return await ended.promise;
  } finally {
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
