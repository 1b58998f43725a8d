import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { branded } from "../../src/kernel/unsafe.ts";

/**
 * Tasks of a browser's pages by processor time. The trace that measures them runs all along, which costs little; to end and read it takes a third of a
 * second. So it's read only if a page has seen a task that took too long by the clock: no task takes longer of the processor than that.
 */
export interface TaskWatch {
  /** Has the pages of a context report their long tasks. */
  readonly watch: (context: BrowserContext) => Promise<void>;
  /** The tasks between these two moments, in milliseconds since 1970, were a test's own, between its marks. */
  readonly leaveOut: (begin: number, end: number) => void;
  /** Processor time in milliseconds of the page's tasks that took longer than `msMax`, since the last call or `forget`. */
  readonly tasksOver: (msMax: number) => Promise<readonly number[]>;
  readonly forget: () => Promise<void>;
}

/** Has a page report the tasks that its observer hasn't received yet. */
const FLUSH = "report-long-tasks";
export const OWN_TASKS_BEGIN = "own tasks begin";
export const OWN_TASKS_END = "own tasks end";
/** The marks, and the tasks of all threads. What these do inside isn't recorded: that would be four times as much to write and read. */
const TRACED = ["blink.user_timing", "disabled-by-default-devtools.timeline"];
/** Many times what one visit takes. The newest events are kept. */
const TRACE_KB = 64 * 1_024;

export async function watchTasks(browser: Browser): Promise<TaskWatch> {
  const session = await browser.newBrowserCDPSession();
  const traceConfig = { recordMode: "recordContinuously", traceBufferSizeInKb: TRACE_KB, includedCategories: TRACED } as const;
  const start = () => session.send("Tracing.start", { transferMode: "ReturnAsStream", traceConfig });
  let seen: (readonly [begin: number, ms: number])[] = [];
  let own: (readonly [begin: number, end: number])[] = [];
  await start();
  return {
    async watch(context) {
      await context.exposeFunction("reportLongTask", (begin: number, ms: number) => void seen.push([begin, ms]));
      await context.addInitScript(reportLongTasks, FLUSH);
    },
    leaveOut: (begin, end) => void own.push([begin, end]),
    async tasksOver(msMax) {
      const isOwn = (at: number) => own.some(([begin, end]) => at >= begin && at <= end);
      const isSuspect = seen.some(([begin, ms]) => ms > msMax && !isOwn(begin));
      [seen, own] = [[], []];
      if (!isSuspect) return [];
      const trace = await readTrace(session, await endTrace(session));
      await start();
      return longTasks(trace, msMax);
    },
    async forget() {
      [seen, own] = [[], []];
      await session.send("IO.close", { handle: await endTrace(session) });
      await start();
    },
  };
}

/** After it, the page has reported every long task. */
export const flushLongTasks = (page: Page): Promise<unknown> => page.evaluate((flush) => dispatchEvent(new Event(flush)), FLUSH);

declare function reportLongTask(begin: number, ms: number): void;

/** Runs in the page, before anything of it. */
function reportLongTasks(flush: string): void {
  // Times are rounded there.
  const report = (entries: readonly PerformanceEntry[]): void =>
    entries.forEach(({ startTime, duration }) => reportLongTask(performance.timeOrigin + startTime, Math.ceil(duration) + 1));
  const observer = new PerformanceObserver((list) => report(list.getEntries()));
  observer.observe({ type: "longtask", buffered: true });
  for (const event of ["pagehide", flush]) addEventListener(event, () => report(observer.takeRecords()));
}

async function endTrace(session: CDPSession): Promise<string> {
  const ended = new Promise<string>((resolve) => session.once("Tracing.tracingComplete", ({ stream = "" }) => resolve(stream)));
  await session.send("Tracing.end");
  return ended;
}

async function readTrace(session: CDPSession, handle: string): Promise<string> {
  const chunks: Buffer[] = [];
  for (let isOver = false; !isOver;) {
    const { data, base64Encoded = false, eof } = await session.send("IO.read", { handle });
    chunks.push(Buffer.from(data, base64Encoded ? "base64" : "utf8"));
    isOver = eof;
  }
  await session.send("IO.close", { handle });
  return Buffer.concat(chunks).toString("utf8");
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

/** Milliseconds of the tasks of pages' main threads, without a test's own. */
function longTasks(trace: string, msMax: number): readonly number[] {
  const { traceEvents } = branded<{ readonly traceEvents: readonly TraceEvent[] }>(JSON.parse(trace));
  const isMain = ({ name, args }: TraceEvent) => name === "thread_name" && args?.name === "CrRendererMain";
  const main = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const marks = (mark: string) => traceEvents.filter(({ name }) => name === mark).map(({ ts = 0 }) => ts);
  const ends = marks(OWN_TASKS_END).toSorted((a, b) => a - b);
  const own = marks(OWN_TASKS_BEGIN).map((begin) => [begin, ends.find((end) => end > begin) ?? Infinity] as const);
  const isOwn = ({ ts = 0 }: TraceEvent) => own.some(([begin, end]) => ts >= begin && ts <= end);
  return traceEvents
    .filter(({ pid, tid, name, tdur = 0 }) => name === "RunTask" && tdur > msMax * 1_000 && main.has(`${pid} ${tid}`))
    .filter((task) => !isOwn(task))
    .map(({ tdur = 0 }) => tdur / 1_000);
}
