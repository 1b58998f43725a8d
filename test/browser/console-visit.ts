import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { branded } from "../../src/kernel/unsafe.ts";
import { SLOW_MACHINE, TOO_BUSY } from "../harness/slow-machine.ts";
import { watchProcessor } from "./processor-watch.ts";
import { type TaskWatch, watchTasks } from "./task-watch.ts";

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
/** Judged by what the answer says. */
const UNAVAILABLE = 503;
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
    if ([...REFUSED, UNAVAILABLE, ...refused].includes(Number(REFUSAL.exec(message.text())?.[1]))) return;
    if (TOO_BUSY.test(message.text()) || (cutOff && DISCONNECTED.test(message.text()))) return;
    if (message.type() === "error" || message.type() === "warning") found.push(`console: ${message.text()} ${message.location().url}`);
  });
  const unavailable: Promise<string>[] = [];
  page.on("response", (answer) => {
    if (answer.status() !== UNAVAILABLE || refused.includes(UNAVAILABLE)) return;
    unavailable.push(answer.text().then((text) => `${answer.url()} was answered ${UNAVAILABLE} ${text}`, String));
  });
  page.on("pageerror", (error) => found.push(`script: ${error.message}`));
  await page.addInitScript(watchPage);
  const processor = watchProcessor();
  const tasks = await watchTasks(page);
  return {
    page,
    clicks: () => page.evaluate(() => Number(document.documentElement.dataset["clicks"] ?? "0")),
    async checkAccess() {
      found.push(...(await accessFaults(page, tasks)));
    },
    async faults() {
      const violations = await page.evaluate(() => document.documentElement.dataset["violations"] ?? "");
      const slow = await tasks.longTasks(TASK_MS_MAX * processor.slowdown());
      const missed = (await Promise.all(unavailable)).filter((answer) => !TOO_BUSY.test(answer));
      return [...found, ...missed, ...violations.split("\n").filter(Boolean), ...slow];
    },
    async [Symbol.asyncDispose]() {
      processor[Symbol.dispose]();
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

/** Without what a button that waits has announced: its label is gone when the wait is, and the announcement a moment later. */
const AXE = "axe.run({ exclude: ['[data-live-announcer]'] }, { resultTypes: ['violations'] })";

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

async function accessFaults(page: Page, tasks: TaskWatch): Promise<readonly string[]> {
  // A grid numbers its rows in the frame after the one that adds them.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const { violations } = await tasks.apart(async () => {
    // Evaluated by the debugger, which the page's policy doesn't bind.
    await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
    return branded<AxeResult>(await page.evaluate(AXE));
  });
  return violations.map(
    ({ id, help, nodes }) =>
      `axe ${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ""}`).join(" | ")}`,
  );
}
