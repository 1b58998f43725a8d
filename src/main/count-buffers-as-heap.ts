import { setFlagsFromString } from "node:v8";

/**
 * By default, V8 marks the whole heap each time 64 MiB of buffers are allocated: thirty times while a large export is downloaded. With this flag,
 * buffers count toward the heap limit, which V8 derives from live memory. An extract of 100,000 variants takes a tenth less processor time, and
 * 60 MiB more at its peak.
 */
export function countBuffersAsHeap(): void {
  setFlagsFromString("--external-memory-accounted-in-global-limit");
}
