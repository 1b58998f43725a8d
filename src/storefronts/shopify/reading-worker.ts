import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { PlainError } from "../../kernel/errors.ts";
import { branded } from "../../kernel/unsafe.ts";
import type { RawKind, RecordLines } from "../storefront-port.ts";
import { blockSink } from "./record-blocks.ts";
import { type ReadingAnswer, readTask, type ReadingTask } from "./reading-task.ts";
import { createRepairs, type RepairCode } from "./repairs.ts";

/** A thread that reads one task and sends its records in blocks; each block is answered when it has been taken. */

export type WorkerMessage =
  | { readonly kind: RawKind; readonly block: RecordLines }
  | { readonly answer: ReadingAnswer; readonly repairs: readonly (readonly [RepairCode, number])[] }
  | { readonly fault: { readonly code: string; readonly message: string } };

/** Blocks on their way at most: enough that reading never waits for a disk that keeps up. */
const BLOCKS_UNDER_WAY_MAX = 6;

async function main(port: MessagePort): Promise<void> {
  const repairs = createRepairs();
  const blocks = blockSink(sender(port));
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

function sender(port: MessagePort): (kind: RawKind, block: RecordLines) => Promise<void> {
  let underWay = 0;
  let waiting: (() => void) | undefined;
  port.on("message", () => {
    underWay -= 1;
    waiting?.();
    waiting = undefined;
  });
  return async (kind, block) => {
    // Its buffer is its own, so it goes over without a copy.
    port.postMessage({ kind, block } satisfies WorkerMessage, [branded<ArrayBuffer>(block.bytes.buffer)]);
    underWay += 1;
    if (underWay < BLOCKS_UNDER_WAY_MAX) return;
    await new Promise<void>((resolve) => {
      waiting = resolve;
    });
  };
}

/** Outside a thread there is nobody to answer. */
function begin(): void {
  if (parentPort !== null) void main(parentPort);
}

begin();
