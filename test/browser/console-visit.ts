import type { Browser, CDPSession, ConsoleMessage, Page } from "playwright-core";
import { SLOW_MACHINE } from "../harness/slow-machine.ts";
import { accessFaults, bringAxe } from "./access-check.ts";
import { watchProcessor } from "./processor-watch.ts";
import { flushLongTasks, type TaskWatch, watchTasks } from "./task-watch.ts";

/**
 * A person at the console: a page that nobody has used, as far as it can tell, and everything that went wrong in it. Whatever a test looks at, `faults` has to be
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
}

/**
 * Processor time of one task of the page: the first one draws it. The clock is no measure, because the machine may be busy with something else, and
 * even the processor's time doubles where two threads share a core.
 */
const TASK_MS_MAX = 100 * SLOW_MACHINE;
/** The browser's own note that the API has refused what a person asked for: the page says so where it was asked. */
const REFUSAL = /^Failed to load resource: the server responded with a status of (\d{3}) /;
/** What the API refuses of a person's own input. */
const REFUSED = [400, 409, 422];
/** Only what never comes takes that long: a busy machine needs several times as long as an idle one. */
const PATIENCE_MS = 100_000;
const WIDTH = 1_440;
const HEIGHT = 900;
const WITHOUT_SCRIPTS = "/healthz";

/** Opens one visit after another, never two at a time. */
export type Visits = (options?: VisitOptions) => Promise<Visit>;

/**
 * A visit gets the page of the previous one, wiped, if nothing went wrong there. Its browser still has the console's files and what it compiled of them;
 * a renderer of its own and the same work again took as much of the processor as all else that a page does until it's there.
 */
export async function visitsTo(browser: Browser, origin: string): Promise<Visits> {
  const tasks = await watchTasks(browser);
  let wiped: WipedPage | undefined;
  return async (options = {}) => {
    const used = wiped ?? (await newPage(browser, origin, tasks));
    wiped = undefined;
    return visitOn(used, options, { tasks, free: () => void (wiped = used) });
  };
}

interface WipedPage {
  readonly page: Page;
  readonly wipe: () => Promise<void>;
}

async function newPage(browser: Browser, origin: string, tasks: TaskWatch): Promise<WipedPage> {
  const permissions = ["clipboard-read", "clipboard-write"];
  const context = await browser.newContext({ baseURL: origin, reducedMotion: "reduce", permissions });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(watchPage);
  await tasks.watch(context);
  await bringAxe(context);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  return { page, wipe: () => wipe(page, session) };
}

/** Nothing of a visit is left but what a browser keeps of files. */
async function wipe(page: Page, session: CDPSession): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await session.send("Input.dispatchMouseEvent", { type: "mouseMoved", x: -1, y: -1 });
  // Of the console's origin and without scripts: what they stored isn't stored again.
  await page.goto(WITHOUT_SCRIPTS);
  await page.evaluate(() => [sessionStorage, localStorage].forEach((storage) => storage.clear()));
  await session.send("Page.resetNavigationHistory");
  await context.clearCookies();
}

interface Surroundings {
  readonly tasks: TaskWatch;
  /** Called where the page may be used again. */
  readonly free: () => void;
}

async function visitOn(
  { page, wipe: wipePage }: WipedPage,
  { width = WIDTH, height = HEIGHT, scheme = "light", refused = [] }: VisitOptions,
  { tasks, free }: Surroundings,
): Promise<Visit> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme });
  const found: string[] = [];
  const hearConsole = (message: ConsoleMessage) => {
    if ([...REFUSED, ...refused].includes(Number(REFUSAL.exec(message.text())?.[1]))) return;
    if (message.type() === "error" || message.type() === "warning") found.push(`console: ${message.text()}`);
  };
  const hearError = (error: Error) => void found.push(`script: ${error.message}`);
  page.on("console", hearConsole);
  page.on("pageerror", hearError);
  const processor = watchProcessor();
  let isClean = false;
  return {
    page,
    clicks: () => page.evaluate(() => Number(document.documentElement.dataset["clicks"] ?? "0")),
    async checkAccess() {
      found.push(...(await accessFaults(page, tasks)));
    },
    async faults() {
      await flushLongTasks(page);
      const violations = await page.evaluate(() => document.documentElement.dataset["violations"] ?? "");
      const msMax = TASK_MS_MAX * processor.slowdown();
      const slow = (await tasks.tasksOver(msMax)).map(
        (ms) => `a task took ${Math.round(ms)} ms of the processor, with ${Math.round(msMax)} ms allowed`,
      );
      const all = [...found, ...violations.split("\n").filter(Boolean), ...slow];
      isClean = all.length === 0;
      return all;
    },
    async [Symbol.asyncDispose]() {
      processor[Symbol.dispose]();
      page.off("console", hearConsole);
      page.off("pageerror", hearError);
      if (isClean) {
        await wipePage();
        return free();
      }
      await tasks.forget();
      await page.context().close();
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
