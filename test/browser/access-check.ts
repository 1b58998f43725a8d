import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { BrowserContext, Page } from "playwright-core";
import { branded } from "../../src/kernel/unsafe.ts";
import { OWN_TASKS_BEGIN, OWN_TASKS_END, type TaskWatch } from "./task-watch.ts";

/**
 * Gives every page of a context axe, as a function that nobody has called yet. A browser compiles it once; to send half a megabyte for every check took
 * as much of the processor as the check.
 */
export async function bringAxe(context: BrowserContext): Promise<void> {
  const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await context.addInitScript({ content: `globalThis.loadAxe = () => {\n${source}\n};` });
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

/** What axe finds on the page as it is drawn. */
export async function accessFaults(page: Page, tasks: TaskWatch): Promise<readonly string[]> {
  await page.evaluate(nextFrame);
  const begin = await page.evaluate(markTasks, OWN_TASKS_BEGIN);
  // Evaluated by the debugger, which the page's policy doesn't bind.
  await page.evaluate("globalThis.axe ?? loadAxe()");
  const { violations } = branded<AxeResult>(await page.evaluate(AXE));
  tasks.leaveOut(begin, await page.evaluate(markTasks, OWN_TASKS_END));
  return violations.map(
    ({ id, help, nodes }) =>
      `axe ${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ""}`).join(" | ")}`,
  );
}

/** Both run in the page. What a script has made may get its contents in the frame that draws it. */
const nextFrame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
const markTasks = (mark: string): number => performance.timeOrigin + performance.mark(mark).startTime;
