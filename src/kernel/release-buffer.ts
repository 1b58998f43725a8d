/** Frees a buffer's memory at once; views of it become empty. Otherwise V8 marks the whole heap for every 64 MiB of buffers allocated. */
export function releaseBuffer(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
