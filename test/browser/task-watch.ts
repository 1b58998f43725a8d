import type { CDPSession, Page } from "playwright-core";
import { branded } from "../../src/kernel/unsafe.ts";

/**
 * Finds tasks of a page's main thread that took too much of the processor. The browser records every task, but reading a record takes as much as
 * loading the page. A task takes at least as long on the clock, so the record is only read if the page's timers were ever late by that much.
 */
export interface TaskWatch {
  /** What is done between isn't the page's own work. */
  readonly apart: <T>(act: () => Promise<T>) => Promise<T>;
  /** Ends the recording. A sentence for each task that took longer. */
  readonly longTasks: (msMax: number) => Promise<readonly string[]>;
}

/** Marks around what isn't the page's own work, in the page's timeline and in the record. */
const APART_BEGINS = "apart begins";
const APART_ENDS = "apart ends";
/** The marks, and the tasks of all threads. What these do inside isn't recorded: that would be four times as much to write, send and read. */
const RECORDED = ["blink.user_timing", "disabled-by-default-devtools.timeline"];
const TASK = "RunTask";
const TICK_MS = 50;

/** Before the page loads anything. The recording ends with the page. */
export async function watchTasks(page: Page): Promise<TaskWatch> {
  let documents = 0;
  page.context().on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.addInitScript(watchTimer, { begins: APART_BEGINS, ends: APART_ENDS, everyMs: TICK_MS });
  const session = await page.context().newCDPSession(page);
  await session.send("Tracing.start", {
    transferMode: "ReturnAsStream",
    traceConfig: { excludedCategories: ["*"], includedCategories: RECORDED },
  });
  let record: Promise<readonly TraceEvent[]> | undefined;
  const mark = (name: string) => page.evaluate((given) => void performance.mark(given), name);
  return {
    async apart(act) {
      await mark(APART_BEGINS);
      const done = await act();
      await mark(APART_ENDS);
      return done;
    },
    async longTasks(msMax) {
      const latestMs = await page.evaluate((nextMs) => {
        // The timer itself may be late just now.
        return new Promise<number>((resolve) => setTimeout(() => resolve(Number(document.documentElement.dataset["late"])), nextMs));
      }, TICK_MS);
      // A document that was left has taken its own timer with it.
      const isQuick = documents <= 1 && latestMs <= msMax;
      return isQuick ? [] : tasksOver(await (record ??= readRecord(session)), msMax);
    },
  };
}

interface Watched {
  readonly begins: string;
  readonly ends: string;
  readonly everyMs: number;
}

/** Runs in the page, before anything of it: keeps the longest time in which the main thread didn't get to a timer. */
function watchTimer({ begins, ends, everyMs }: Watched): void {
  const latest = (name: string): number => performance.getEntriesByName(name).at(-1)?.startTime ?? -1;
  let [last, longest] = [performance.now(), 0];
  setInterval(() => {
    const [now, begun, ended] = [performance.now(), latest(begins), latest(ends)];
    const before = Math.min(begun, now) - last;
    const after = begun > ended ? 0 : now - Math.max(ended, last);
    last = now;
    longest = Math.max(longest, before, after);
    // A document that is only just begun has no element.
    const root = document.querySelector("html");
    if (root !== null) root.dataset["late"] = String(Math.ceil(longest));
  }, everyMs);
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** When it began, in microseconds. */
  readonly ts?: number;
  /** Processor time of the thread, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

async function readRecord(session: CDPSession): Promise<readonly TraceEvent[]> {
  const complete = new Promise<string>((resolve) => session.once("Tracing.tracingComplete", ({ stream = "" }) => resolve(stream)));
  await session.send("Tracing.end");
  const handle = await complete;
  const parts: string[] = [];
  for (let isOver = false; !isOver;) {
    const { data, base64Encoded: isEncoded, eof } = await session.send("IO.read", { handle });
    parts.push(isEncoded === true ? Buffer.from(data, "base64").toString("utf8") : data);
    isOver = eof;
  }
  return branded<{ readonly traceEvents: readonly TraceEvent[] }>(JSON.parse(parts.join(""))).traceEvents;
}

function tasksOver(events: readonly TraceEvent[], msMax: number): readonly string[] {
  const isMain = ({ name, args }: TraceEvent) => name === "thread_name" && args?.name === "CrRendererMain";
  const main = new Set(events.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const marks = (mark: string) => events.filter(({ name }) => name === mark).map(({ ts = 0 }) => ts);
  const ends = marks(APART_ENDS);
  const apart = marks(APART_BEGINS).map((begin) => [begin, ends.find((end) => end > begin) ?? Infinity] as const);
  const isApart = ({ ts = 0 }: TraceEvent) => apart.some(([begin, end]) => ts >= begin && ts <= end);
  return events
    .filter(({ pid, tid, name, tdur = 0 }) => name === TASK && tdur > msMax * 1_000 && main.has(`${pid} ${tid}`))
    .filter((task) => !isApart(task))
    .map(({ tdur = 0 }) => `a task took ${Math.round(tdur / 1_000)} ms of the processor, with ${Math.round(msMax)} ms allowed`);
}
