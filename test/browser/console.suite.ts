import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { type TypedClient, typedClient } from "../contract/client/typed-client.ts";
import { launchChromium } from "./chromium.ts";
import { type Visit, visit, type VisitOptions } from "./console-visit.ts";
import { publishedOrigin, type SampleAddress, sampleService } from "../harness/sample-template.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";
import { IN_TIME } from "../harness/slow-machine.ts";

/** The console over the running service with its sample shop, in a real browser. */
export interface ConsoleSuite {
  /** The merchant's own client, for what a test prepares or checks behind the page's back. */
  readonly client: () => TypedClient;
  readonly service: () => ClonedService;
  readonly keys: () => Readonly<Record<"merchant" | "organization", string>>;
  /**
   * Opens a page signed in and does something there. Fails if anything went wrong in the page meanwhile, or if axe finds something at the end.
   */
  readonly at: (address: string, act: (visit: Visit) => Promise<void>, options?: VisitOptions) => Promise<void>;
}

/** Called once by a file, at its top. `published`: with the address that the sample shop's pictures have, because pages show those of their own alone. */
export function consoleSuite(settings: Readonly<Record<string, string>> = {}, place: SampleAddress = "own"): ConsoleSuite {
  let stack: AsyncDisposableStack;
  let browser: Browser;
  let service: ClonedService;
  let client: TypedClient;
  let keys: ReturnType<ConsoleSuite["keys"]>;
  let origin: string;
  beforeAll(async () => {
    await using opening = new AsyncDisposableStack();
    const isSample = settings["SAMPLE_SHOP"] !== "0";
    service = opening.use(isSample ? await sampleService(settings, place) : await clonedService(settings));
    origin = place === "published" ? await publishedOrigin() : service.url;
    const started = service.start();
    // Awaited below, unless the browser fails first and ends the service.
    started.catch(() => undefined);
    browser = opening.use(await launchChromium([`--host-resolver-rules=MAP ${hostOf(origin)} ${hostOf(service.url)}`]));
    await started;
    // Without the sample shop, a test makes its own shops and keys.
    if (isSample) {
      const quickstart = members(parseJson(await readFile(path.join(service.dataDir, "quickstart.json"), "utf8")));
      keys = { merchant: String(quickstart["merchant_key"]), organization: String(quickstart["org_key"]) };
      client = typedClient(service.url, keys.merchant);
    }
    await consoleBuilt(service.url);
    stack = opening.move();
  });
  afterAll(() => stack.disposeAsync());
  return {
    client: () => client,
    service: () => service,
    keys: () => keys,
    async at(address, act, options) {
      await using opened = await visit(browser, origin, options);
      const { page } = opened;
      await signIn(opened, service.url, options?.key ?? keys.merchant);
      await page.goto(address);
      await act(opened).catch(async (error: unknown) => {
        // If an expected text is missing, the page usually shows the reason.
        throw new Error(`${String(error)}\nThe page said: ${await page.innerText("main", { timeout: SHOWN_WITHIN_MS }).catch(String)}`, {
          cause: error,
        });
      });
      await opened.checkAccess();
      // As one text: a report of a list may leave out what is in it.
      expect((await opened.faults()).join("\n")).toBe("");
    },
  };
}

/** A page that shows nothing by then says nothing. */
const SHOWN_WITHIN_MS = 5_000;

const hostOf = (url: string): string => new URL(url).host;

/** Without a page: to load another one first takes as much as a test's own page does. A test of the overview signs in by the form. */
async function signIn({ page }: Visit, url: string, key: string): Promise<void> {
  const answer = await page.context().request.post(`${url}/session`, { data: { key } });
  expect(answer.status()).toBe(204);
}

/** The keys of a sequence, sent at once: the next one has to come within a second, and a busy machine may take that for the first. */
export async function pressSequence(page: Page, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}

/** Presses a key that puts the cursor into a field, and types there once it is in it. */
export async function typeAfter(page: Page, key: string, text: string): Promise<void> {
  await page.keyboard.press(key);
  await expect.poll(() => page.evaluate(() => document.activeElement instanceof HTMLInputElement)).toBe(true);
  await page.keyboard.type(text);
}

/** The first start after a change of the sources builds the console beside the service. */
export async function consoleBuilt(url: string): Promise<void> {
  const look = async () => expect((await fetch(`${url}/console`)).status).toBe(200);
  await vi.waitFor(look, IN_TIME);
}
