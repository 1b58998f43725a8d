import { MessageChannel } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { BLOCKS_UNDER_WAY_MAX, blockSender } from "./block-sender.ts";

/** One block more than may be on their way, sent at once. `gone`: sends that resolved. `take` answers one block. */
function sentAtOnce() {
  const { port1, port2 } = new MessageChannel();
  const send = blockSender(port1);
  const resolved: number[] = [];
  for (let nth = 0; nth <= BLOCKS_UNDER_WAY_MAX; nth += 1)
    void send("product", { bytes: Buffer.from(new ArrayBuffer(8)), records: 1, longestBytes: 8 }).then(() => resolved.push(nth));
  return { gone: () => resolved.length, take: () => port2.postMessage("taken"), [Symbol.dispose]: () => port1.close() };
}

test("sends wait while as many blocks are on their way as may be, and go on once there is room, however many wait at a time", async () => {
  using sent = sentAtOnce();
  await vi.waitFor(() => expect(sent.gone()).toBe(BLOCKS_UNDER_WAY_MAX - 1));
  sent.take();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent.gone()).toBe(BLOCKS_UNDER_WAY_MAX - 1);
  sent.take();
  await vi.waitFor(() => expect(sent.gone()).toBe(BLOCKS_UNDER_WAY_MAX + 1));
});
