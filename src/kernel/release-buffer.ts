/**
 * Gives back the memory of a buffer that was used up; whatever views it is empty afterwards. If it's left to V8, each 64 MiB of
 * buffers cost it a look at the whole heap.
 */
export function releaseBuffer(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
