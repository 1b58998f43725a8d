import { setTimeout as sleep } from "node:timers/promises";
import { mkdtempDisposable, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { branded, members, parseJson } from "../src/kernel/unsafe.ts";
import { launchChromium } from "../test/browser/chromium.ts";
import { buildConsole, firstLoad } from "../test/browser/first-load.ts";
import { catalogOfSize } from "./catalog/catalog-of-size.ts";
import { makeExport } from "./catalog/make-export.ts";
import { median } from "./measure.ts";
import { record, type ResultLine } from "./results.ts";
import { type BenchService, startService } from "./running-server.ts";

/**
 * `node bench/console.ts --variants 100000`: what a person at the console waits for: the build, the first load, scrolling the source data, and the
 * counts of a rule that is being typed. A task's time is that of the processor, so it hardly minds what else the machine does.
 */
const { values } = parseArgs({ options: { variants: { type: "string", default: "100000" } } });
const variants = Number(values.variants);
const COLUMNS = 48;
const BUILT = fileURLToPath(new URL("../console/dist", import.meta.url));
const ROUNDS = 5;
const TYPING_PAUSE_MS = 30;
const STEPS = 120;
const LONG_MS = 50;
const WAIT_MS = 180_000;

/** When the page's heading and the table of feeds are drawn, counted from the navigation. */
const FIRST_USEFUL = `new MutationObserver((_, observer) => {
  if (document.querySelector("main table a") === null) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => (globalThis.usefulAt = performance.now())));
}).observe(document, { childList: true, subtree: true })`;

/** From the last change of the text to the counts of that text. */
const COUNTED = `() => new Promise((resolve) => {
  const startedAt = performance.now();
  const preview = document.querySelector("section[aria-label=Preview]");
  let wasBusy = false;
  const look = () => {
    wasBusy ||= preview.getAttribute("aria-busy") === "true";
    if (wasBusy && preview.getAttribute("aria-busy") === "false") resolve(performance.now() - startedAt);
    else requestAnimationFrame(look);
  };
  look();
})`;

const RULES: readonly (readonly [what: string, text: string, endings: readonly string[]])[] = [
  ["an exclusion by price", 'Exclude because "Cheap" when [D]price < 2', ["1", "2", "3", "4", "5"]],
  ["an exclusion by a word of the title", 'Exclude because "Bags" when [D]title contains "Bag', ['s"', ' "', 'a"', 'e"', 'i"']],
  ["a label by vendor", 'Set custom_label_0 to "new" when [D]vendor = "Acme', ['1"', '2"', '3"', '4"', '5"']],
  ["another title for every row", 'Set title to [G]brand & " " & [G]title & "', ['1"', '2"', '3"', '4"', '5"']],
];

const lines: ResultLine[] = [];
await measureBuild();
await rm(BUILT, { recursive: true, force: true });
await using service = await startService();
lines.push({ what: "`npm start` until it's ready, with the console to be built", figure: seconds(service.readySeconds), beside: "≤ 6 s" });
const shop = await bigShop(service);
await using browser = await launchChromium();
await measureFirstPaint(browser);
await measureScroll(browser);
await measureRuleCounts(browser);
await record(`node bench/console.ts --variants ${variants}`, lines);

function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

async function measureBuild(): Promise<void> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "feedwright-bench-console-"));
  const took: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const startedAt = performance.now();
    await buildConsole(folder.path);
    took.push((performance.now() - startedAt) / 1_000);
  }
  const bytes = (await firstLoad(folder.path, "overview")).reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
  lines.push(
    { what: "build of the console", figure: seconds(median(took)), beside: "≤ 2 s" },
    { what: "scripts of the first load, gzip", figure: `${(bytes / 1_000).toFixed(1)} kB`, beside: "≤ 220 kB" },
  );
}

interface BigShop {
  readonly key: string;
  /** The console's addresses of the shop and its feed. */
  readonly home: string;
  readonly feed: string;
}

async function bigShop(at: BenchService): Promise<BigShop> {
  const file = path.join(at.dataDir, "one.csv");
  makeExport(catalogOfSize(variants), file);
  const installed = members(parseJson(await at.command("shop", "add", "--csv", file, "--domain", "one.example", "--json")));
  const short = (id: unknown): string => String(id).replace(/^\w+_/, "");
  const home = `/console/shops/${short(installed["shop_id"])}`;
  return { key: String(installed["merchant_key"]), home, feed: `${home}/feeds/${short(installed["feed_id"])}` };
}

/** A page of someone who is signed in, in a browser that has cached nothing. */
async function signedIn(from: Browser): Promise<Page & AsyncDisposable> {
  const context = await from.newContext({ baseURL: service.baseUrl, viewport: { width: 1_440, height: 900 } });
  context.setDefaultTimeout(WAIT_MS);
  const credential = { headers: { "content-type": "application/json" }, data: JSON.stringify({ key: shop.key }) };
  await context.request.post("/session", { ...credential, headers: { ...credential.headers, origin: service.baseUrl } });
  const page = await context.newPage();
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
}

/** Asked from outside: the console's policy lets no text be evaluated in the page. */
async function usefulAt(page: Page): Promise<number> {
  for (let waited = 0; waited < WAIT_MS; waited += 50) {
    const at = Number(await page.evaluate("globalThis.usefulAt ?? 0"));
    if (at > 0) return at;
    await sleep(50);
  }
  throw new Error("the overview never showed its feeds");
}

async function measureFirstPaint(from: Browser): Promise<void> {
  const useful: number[] = [];
  const painted: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await using page = await signedIn(from);
    await page.addInitScript(FIRST_USEFUL);
    await page.goto(shop.home);
    useful.push(await usefulAt(page));
    painted.push(Number(await page.evaluate(`performance.getEntriesByName("first-contentful-paint")[0]?.startTime`)));
  }
  lines.push({
    what: "overview, nothing cached: first paint, then with its feeds",
    figure: `${median(painted).toFixed(0)} ms, ${median(useful).toFixed(0)} ms`,
    beside: "≤ 500 ms",
  });
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Processor time of each task of the page's main thread while something happens, in milliseconds. */
async function tasksOf(from: Browser, page: Page, act: () => Promise<void>): Promise<readonly number[]> {
  await from.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await act();
  const { traceEvents } = branded<{ readonly traceEvents: readonly TraceEvent[] }>(parseJson((await from.stopTracing()).toString("utf8")));
  const main = new Set(
    traceEvents.flatMap(({ name, args, pid, tid }) => (name === "thread_name" && args?.name === "CrRendererMain" ? [`${pid} ${tid}`] : [])),
  );
  return traceEvents.flatMap(({ name, pid, tid, tdur = 0 }) => (name === "RunTask" && main.has(`${pid} ${tid}`) ? [tdur / 1_000] : []));
}

async function measureScroll(from: Browser): Promise<void> {
  await using page = await signedIn(from);
  const { data } = await service.ask(shop.key, `/feeds/feed_${shop.feed.split("/").at(-1) ?? ""}/source_rows?per_page=1`);
  const names = members(members(branded<readonly unknown[]>(data)[0])["values"]);
  await page.goto(`${shop.feed}/source?columns=${Object.keys(names).slice(0, COLUMNS).join(",")}`);
  const grid = page.getByRole("grid");
  await grid.locator(".cell:not(.coming)").nth(40).waitFor();
  await grid.hover();
  const wheel = await tasksOf(from, page, async () => {
    for (let step = 0; step < STEPS; step += 1) await page.mouse.wheel(step % 10 === 9 ? 400 : 0, 300);
  });
  const jumps = await tasksOf(from, page, async () => {
    for (let step = 0; step < STEPS; step += 1) await grid.evaluate("(host, top) => { host.scrollTop = top }", step * 9_000);
    await page.waitForTimeout(1_000);
  });
  for (const [what, tasks] of [
    ["wheel steps of 300 px, down and across", wheel],
    ["jumps of 300 rows", jumps],
  ] as const)
    lines.push({
      what: `${variants} × ${COLUMNS}: ${STEPS} ${what}, the longest task`,
      figure: `${Math.max(...tasks).toFixed(1)} ms, ${tasks.filter((ms) => ms > LONG_MS).length} over ${LONG_MS} ms`,
      beside: `none over ${LONG_MS} ms`,
    });
}

async function measureRuleCounts(from: Browser): Promise<void> {
  await using page = await signedIn(from);
  for (const [what, beginning, endings] of RULES) {
    await page.goto(`${shop.feed}/rules/new`);
    const text = page.getByRole("textbox", { name: "Rule text" });
    const preview = page.getByRole("region", { name: "Preview" });
    await text.focus();
    await preview.getByText(/ match$/).waitFor();
    const took: number[] = [];
    let refused = 0;
    for (const ending of endings) {
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(beginning);
      await page.keyboard.type(ending, { delay: TYPING_PAUSE_MS });
      took.push(Number(await page.evaluate(`(${COUNTED})()`)));
      // Too many previews of one shop at once are refused, which takes no time.
      if ((await preview.getByRole("alert").count()) > 0) refused += 1;
      await page.keyboard.press("Escape");
    }
    const [first = 0, ...later] = took;
    lines.push({
      what: `${variants} rows: counts of a rule after typing stops, ${what}`,
      figure:
        refused > 0 ? `${refused} of ${endings.length} refused` : `${median(later).toFixed(0)} ms, the first time ${first.toFixed(0)} ms`,
      beside: "≤ 500 ms",
    });
  }
}
