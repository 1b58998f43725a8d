import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";

/**
 * A thread for work that is pure computation and may be long, so that the thread that serves goes on serving. Questions and answers are plain
 * data; one is worked on at a time.
 */
export interface SideThread extends AsyncDisposable {
  /** Rejects with `ThreadOverrun` where the answer would take more time or memory than the thread has; the thread is then replaced. */
  ask(question: unknown): Promise<unknown>;
}

/** Work that is past its bound: asked again, it would be again. */
export class ThreadOverrun extends Error {
  override readonly name = "ThreadOverrun";
}

/** What a side thread's module posts back. */
export type ThreadAnswer = { readonly answer: unknown } | { readonly fault: string };

/** All that a thread is told of the environment. It doesn't take over where this process keeps compiled code; told of it, it starts in less than half of the time. */
export function threadEnvironment(): NodeJS.ProcessEnv {
  // Node names the folder of its own version, within the one it was given.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
