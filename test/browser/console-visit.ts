import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { branded } from "../../src/kernel/unsafe.ts";
import { SLOW_MACHINE } from "../harness/slow-machine.ts";
import { watchProcessor } from "./processor-watch.ts";

/**
 * A person at the console: a page in a browser context of its own, and everything that went wrong in it. Whatever a test looks at, `faults` has to be
 * empty at its end: violations of the policy, errors of scripts and of the console, tasks that hold the page up, and what axe finds.
 */
export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** Presses of a pointer so far, counted in the page. */
  readonly clicks: () => Promise<number>;
  /** Accessibility of the page as it is now; findings join the faults. */
  readonly checkAccess: () => Promise<void>;
  /** Ends the recording. Empty where nothing went wrong. */
  readonly faults: () => Promise<readonly string[]>;
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
  /** Whom the page is signed in as; the sample shop's merchant unless told otherwise. */
  readonly key?: string;
  /** Other statuses of answers that the test itself brings about. */
  readonly refused?: readonly number[];
  /** The test cuts the page's connection or ends its session, so the browser notes requests and streams that break off. */
  readonly cutOff?: boolean;
}

/**
 * Processor time of one task of the page: the first one draws it. The clock is no measure, because the machine may be busy with something else, and
 * even the processor's time doubles where two threads share a core.
 */
const TASK_MS_MAX = 100 * SLOW_MACHINE;
/** The browser's own note that the API has refused what a person asked for: the page says so where it was asked. */
const REFUSAL = /^Failed to load resource: the server responded with a status of (\d{3}) /;
const DISCONNECTED = /^Failed to load resource: net::ERR_(?:INTERNET_DISCONNECTED|NETWORK_CHANGED|INCOMPLETE_CHUNKED_ENCODING)/;
/** What the API refuses of a person's own input. */
const REFUSED = [400, 409, 422];
/** Only what never comes takes that long: a busy machine needs several times as long as an idle one. */
const PATIENCE_MS = 100_000;
const WIDTH = 1_440;
const HEIGHT = 900;

export async function visit(
  browser: Browser,
  origin: string,
  { width = WIDTH, height = HEIGHT, scheme = "light", refused = [], cutOff = false }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const found: string[] = [];
  page.on("console", (message) => {
    if ([...REFUSED, ...refused].includes(Number(REFUSAL.exec(message.text())?.[1]))) return;
    if (cutOff && DISCONNECTED.test(message.text())) return;
    if (message.type() === "error" || message.type() === "warning") found.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => found.push(`script: ${error.message}`));
  await page.addInitScript(watchPage);
  const processor = watchProcessor();
  let traced: Promise<Buffer> | undefined;
  const stopTracing = (): Promise<Buffer> => (traced ??= browser.stopTracing());
  await browser.startTracing(page, { categories: TRACED });
  return {
    page,
    clicks: () => page.evaluate(() => Number(document.documentElement.dataset["clicks"] ?? "0")),
    async checkAccess() {
      found.push(...(await accessFaults(page)));
    },
    async faults() {
      const violations = await page.evaluate(() => document.documentElement.dataset["violations"] ?? "");
      const slow = longTasks(await stopTracing(), TASK_MS_MAX * processor.slowdown());
      return [...found, ...violations.split("\n").filter(Boolean), ...slow];
    },
    async [Symbol.asyncDispose]() {
      processor[Symbol.dispose]();
      await stopTracing();
      await context.close();
    },
  };
}

/** Runs in the page, before anything of it. */
function watchPage(): void {
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
    const { dataset } = document.documentElement;
    dataset["violations"] = `${dataset["violations"] ?? ""}policy: ${violatedDirective} ${blockedURI} ${sourceFile}\n`;
  });
  document.addEventListener(
    "pointerdown",
    () => {
      const { dataset } = document.documentElement;
      dataset["clicks"] = String(Number(dataset["clicks"] ?? "0") + 1);
    },
    true,
  );
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

/** Tasks of the pages' main threads that took too much processor time. Those of the check for accessibility aren't the page's. */
function longTasks(trace: Buffer, msMax: number): readonly string[] {
  const { traceEvents } = branded<{ readonly traceEvents: readonly TraceEvent[] }>(JSON.parse(trace.toString("utf8")));
  const isMain = ({ name, args }: TraceEvent) => name === "thread_name" && args?.name === "CrRendererMain";
  const main = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const marks = (mark: string) => traceEvents.filter(({ name }) => name === mark).map(({ ts = 0 }) => ts);
  const ends = marks(AXE_ENDS);
  const checks = marks(AXE_BEGINS).map((begin) => [begin, ends.find((end) => end > begin) ?? Infinity] as const);
  const isCheck = ({ ts = 0 }: TraceEvent) => checks.some(([begin, end]) => ts >= begin && ts <= end);
  return traceEvents
    .filter(({ pid, tid, name, tdur = 0 }) => name === TASK && tdur > msMax * 1_000 && main.has(`${pid} ${tid}`))
    .filter((task) => !isCheck(task))
    .map(({ tdur = 0 }) => `a task took ${Math.round(tdur / 1_000)} ms of the processor, with ${Math.round(msMax)} ms allowed`);
}

const TASK = "RunTask";
/** The marks around a check, and the tasks of all threads. What these do inside isn't told: that would be four times as much to write, send and read. */
const TRACED = ["blink.user_timing", "disabled-by-default-devtools.timeline"];
const AXE_BEGINS = "axe begins";
const AXE_ENDS = "axe ends";

/** Without what a button that waits has announced: its label is gone when the wait is, and the announcement a moment later. */
const AXE = "axe.run({ exclude: ['[data-live-announcer]'] }, { resultTypes: ['violations'] })";

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

async function accessFaults(page: Page): Promise<readonly string[]> {
  // A grid numbers its rows in the frame after the one that adds them.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  // Evaluated by the debugger, which the page's policy doesn't bind.
  await page.evaluate((mark) => void performance.mark(mark), AXE_BEGINS);
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const { violations } = branded<AxeResult>(await page.evaluate(AXE));
  await page.evaluate((mark) => void performance.mark(mark), AXE_ENDS);
  return violations.map(
    ({ id, help, nodes }) =>
      `axe ${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ""}`).join(" | ")}`,
  );
}
