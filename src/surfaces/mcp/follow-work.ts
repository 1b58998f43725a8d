import { setTimeout as sleep } from "node:timers/promises";
import { members } from "../../kernel/unsafe.ts";
import type { Arguments } from "./flat-arguments.ts";
import { toolResult, type ToolResult } from "./tool-result.ts";

/**
 * A change may start work that goes on after its answer. A client that sent a progress token sees that work's progress, and gets its state at the end
 * of it or of our patience. The work itself doesn't depend on that: it's in the queue, and nobody's waiting keeps or ends it.
 */
export type Follow = (started: ToolResult, by: Following) => Promise<ToolResult>;

export interface Following {
  /** Calls the tool that reads the work. */
  readonly read: (tool: string, given: Arguments) => Promise<ToolResult>;
  readonly notify: (progress: Progress) => Promise<void>;
  /** Fires when nobody waits any longer. */
  readonly signal: AbortSignal;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

/** Shorter than the 60 s after which clients and load balancers commonly give up. */
const FOLLOW_MS = 55_000;
/** One small query each. */
const POLL_MS = 500;
/** In this process; any more get their answer at once. */
const FOLLOWED_MAX = 32;

/** `stopping` fires when the process wants to end. */
export function openFollowing(stopping: AbortSignal): Follow {
  let followed = 0;
  return async (started, by) => {
    const work = workOf(started);
    if (work === undefined || followed >= FOLLOWED_MAX) return started;
    followed += 1;
    try {
      const last = await lastState(work, { ...by, signal: AbortSignal.any([by.signal, stopping]) });
      return last === undefined ? started : toolResult({ ...started.structuredContent, data: last });
    } finally {
      followed -= 1;
    }
  };
}

type State = Readonly<Record<string, unknown>>;

interface Work {
  readonly tool: string;
  readonly given: Arguments;
}

/** What a change started, if that goes on. Only the answer of a change has `undo`. */
function workOf({ structuredContent, isError }: ToolResult): Work | undefined {
  const data = members(structuredContent["data"]);
  if (isError === true || !("undo" in structuredContent) || !isOpen(data)) return undefined;
  if (data["object"] === "run") return { tool: "get_run", given: { feed_id: data["feed_id"], run_id: data["id"] } };
  return data["object"] === "extract" ? { tool: "get_extract", given: { id: data["id"] } } : undefined;
}

function isOpen({ status }: State): boolean {
  return status === "pending" || status === "running";
}

async function lastState(work: Work, { read, notify, signal }: Following): Promise<State | undefined> {
  const begun = performance.now();
  let last: State | undefined;
  let told = -1;
  while (performance.now() - begun < FOLLOW_MS) {
    const { structuredContent, isError } = await read(work.tool, work.given);
    if (isError === true || signal.aborted) return last;
    last = members(structuredContent["data"]);
    const progress = progressOf(last, Math.floor((performance.now() - begun) / 1000));
    // The protocol wants every value to be higher than the one before.
    if (progress.progress > told) await notify(progress);
    told = Math.max(told, progress.progress);
    if (!isOpen(last)) return last;
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return last;
  }
  return last;
}

/** An extract knows how far it is. Of a run nobody can say, so its seconds count. */
function progressOf({ object, id, status, progress }: State, seconds: number): Progress {
  const message = `${String(object)} ${String(id)}: ${String(status)}`;
  return typeof progress === "number" ? { progress, total: 100, message } : { progress: seconds, message };
}
