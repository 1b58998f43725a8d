import type { MessagePort } from "node:worker_threads";
import { branded } from "../../kernel/unsafe.ts";
import type { RawKind, RecordLines } from "../storefront-port.ts";

/** A block of records, as a reading thread sends it. */
export interface SentBlock {
  readonly kind: RawKind;
  readonly block: RecordLines;
}

/** Blocks on their way at most: enough that reading never waits for a disk that keeps up. */
export const BLOCKS_UNDER_WAY_MAX = 6;

/**
 * Sends blocks through a port, whose other end answers each with a message when it has been taken. A sent block's promise resolves once there is room
 * for more. Several may wait at a time, because a product and its picture can fill two blocks at once.
 */
export function blockSender(port: Pick<MessagePort, "on" | "postMessage">): (kind: RawKind, block: RecordLines) => Promise<void> {
  let underWay = 0;
  let waiting: readonly (() => void)[] = [];
  port.on("message", () => {
    underWay -= 1;
    if (underWay >= BLOCKS_UNDER_WAY_MAX) return;
    const ready = waiting;
    waiting = [];
    for (const goOn of ready) goOn();
  });
  return async (kind, block) => {
    // Its buffer is its own, so it goes over without a copy.
    port.postMessage({ kind, block } satisfies SentBlock, [branded<ArrayBuffer>(block.bytes.buffer)]);
    underWay += 1;
    if (underWay >= BLOCKS_UNDER_WAY_MAX) await new Promise<void>((resolve) => (waiting = [...waiting, resolve]));
  };
}
