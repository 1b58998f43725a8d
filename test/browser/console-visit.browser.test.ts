import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { branded } from "../../src/kernel/unsafe.ts";
import { launchChromium } from "./chromium.ts";
import { type Visits, visitsTo } from "./console-visit.ts";

/** What the tests of the console rely on: nothing that goes wrong in a page is missed, and no visit sees what another has left. */

const HEAD = '<!doctype html><html lang="en"><head><title>Page</title><meta charset="utf-8"></head><body><main><h1>Page</h1>';
const PAGES: Readonly<Record<string, string>> = {
  "/healthz": "fine",
  "/sound": `${HEAD}</main></body></html>`,
  "/unnamed": `${HEAD}<button type="button"></button></main></body></html>`,
};
const HEADERS = { "content-type": "text/html; charset=utf-8", "content-security-policy": "script-src 'none'" };

let stack: AsyncDisposableStack;
let visits: Visits;
beforeAll(async () => {
  await using opening = new AsyncDisposableStack();
  const server = createServer(({ url = "" }, answer) => void answer.writeHead(url in PAGES ? 200 : 404, HEADERS).end(PAGES[url]));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opening.defer(() => void server.close());
  const browser = opening.use(await launchChromium());
  visits = await visitsTo(browser, `http://127.0.0.1:${branded<AddressInfo>(server.address()).port}`);
  stack = opening.move();
});
afterAll(() => stack.disposeAsync());

/** Several times the work that a task may take, in a task of the page. */
const hang = (rounds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(() => {
      let state = 1;
      for (let round = 0; round < rounds; round += 1) state = (Math.imul(state, 1_664_525) + Math.sqrt(round)) | 0;
      document.documentElement.dataset["state"] = String(state);
      resolve();
    });
  });
const ROUNDS = 200_000_000;

test("a task that holds a page up is a fault, also if the page is left right after it", async () => {
  await using opened = await visits();
  await opened.page.goto("/sound");
  await opened.page.evaluate(hang, ROUNDS);
  await opened.page.goto("/sound");
  expect(await opened.faults()).toEqual([expect.stringMatching(/^a task took \d+ ms of the processor/)]);
});

test("what a script, the policy and the accessibility of a page have wrong are faults", async () => {
  await using opened = await visits();
  const { page } = opened;
  await page.goto("/unnamed");
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement("script"), { textContent: "0" }));
    setTimeout(() => {
      throw new Error("broken");
    });
  });
  await page.waitForTimeout(0);
  await opened.checkAccess();
  const faults = await opened.faults();
  for (const fault of [/^axe button-name/, /^script: broken/, /^policy: script-src/, /^console: .*Content Security Policy/])
    expect(faults).toContainEqual(expect.stringMatching(fault));
});

test("a visit finds nothing that the previous one has left, and the axe of the previous one isn't its page's", async () => {
  {
    await using opened = await visits({ width: 400, scheme: "dark" });
    const { page } = opened;
    await page.goto("/sound");
    await page.evaluate(() => {
      for (const storage of [localStorage, sessionStorage]) storage.setItem("left", "here");
      document.cookie = "left=here";
    });
    await page.route("**/sound", (route) => route.abort());
    await opened.checkAccess();
    expect(await opened.faults()).toEqual([]);
  }
  await using opened = await visits();
  await opened.page.goto("/sound");
  const found = () => [
    localStorage.length,
    sessionStorage.length,
    document.cookie,
    innerWidth,
    matchMedia("(prefers-color-scheme: dark)").matches,
  ];
  expect(await opened.page.evaluate(found)).toEqual([0, 0, "", 1_440, false]);
  // The page between the visits, and this one.
  expect(await opened.page.evaluate(() => history.length)).toBe(2);
  expect(await opened.faults()).toEqual([]);
});
