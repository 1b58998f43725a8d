import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { PlainError } from "../../kernel/errors.ts";
import { branded } from "../../kernel/unsafe.ts";
import { blockSender, type SentBlock } from "./block-sender.ts";
import { blockSink } from "./record-blocks.ts";
import { type ReadingAnswer, readTask, type ReadingTask } from "./reading-task.ts";
import { createRepairs, type RepairCode } from "./repairs.ts";

/** A thread that reads one task and sends its records in blocks; each block is answered when it has been taken. */

export type WorkerMessage =
  | SentBlock
  | { readonly answer: ReadingAnswer; readonly repairs: readonly (readonly [RepairCode, number])[] }
  | { readonly fault: { readonly code: string; readonly message: string } };

async function main(port: MessagePort): Promise<void> {
  const repairs = createRepairs();
  const blocks = blockSink(blockSender(port));
  try {
    // Whoever started this thread gave it a task; ending it early is ending the thread.
    const answer = await readTask(branded<ReadingTask>(workerData), { sink: blocks.sink, signal: new AbortController().signal, repairs });
    await blocks.flush();
    port.postMessage({ answer, repairs: repairs.counts() } satisfies WorkerMessage);
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    port.postMessage({ fault: { code: error.code, message: error.message } } satisfies WorkerMessage);
  } finally {
    port.close();
  }
}

/** Outside a thread there is nobody to answer. */
function begin(): void {
  if (parentPort !== null) void main(parentPort);
}

begin();
