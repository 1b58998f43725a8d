import { copyFile, open, stat, truncate } from "node:fs/promises";
import { join } from "node:path";

/**
 * What the built-in PostgreSQL writes, in `DATA_DIR/postgres.log`. The server appends to a file that this process has opened,
 * so its account needs no access to the directory; it is cut by copying, because the server keeps the file open.
 */

/** Two files of this size hold weeks of warnings. */
const LOG_MAX_BYTES = 4 * 1024 * 1024;
const CHECK_INTERVAL_MS = 10_000;
/** The lines that say why a start failed. */
const TAIL_BYTES = 8 * 1024;

export const serverLogFile = (dataDir: string): string => join(dataDir, "postgres.log");

/** Keeps the log bounded until disposed. */
export function boundServerLog(file: string, maxBytes = LOG_MAX_BYTES, intervalMs = CHECK_INTERVAL_MS): Disposable {
  // One at a time: a second copy, made after the first has emptied the log, would replace what was kept by nothing.
  let cutting = false;
  const check = async (): Promise<void> => {
    if (cutting) return;
    cutting = true;
    await cutServerLog(file, maxBytes).catch(() => undefined);
    cutting = false;
  };
  void check();
  const timer = setInterval(() => void check(), intervalMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

async function cutServerLog(file: string, maxBytes: number): Promise<void> {
  if ((await sizeOf(file)) <= maxBytes) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

export async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** What was written after `offset`, at most the last lines of it. */
export async function readLogTail(file: string, offset: number): Promise<string> {
  await using handle = await open(file, "r");
  const { size } = await handle.stat();
  const from = Math.max(size < offset ? 0 : offset, size - TAIL_BYTES);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(TAIL_BYTES), 0, size - from, from);
  return buffer.toString("utf8", 0, bytesRead);
}
