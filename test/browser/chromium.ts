import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { IN_TIME } from "../harness/slow-machine.ts";

/** A real Chromium, from npm alone. */
export async function launchChromium(): Promise<Browser & AsyncDisposable> {
  // Makes the package unpack the system libraries that it brings too, for machines that have none of a desktop's.
  process.env["AWS_EXECUTION_ENV"] ??= "AWS_Lambda_nodejs22.x";
  const [{ chromium }, { default: packaged }] = await Promise.all([import("playwright-core"), import("@sparticuz/chromium")]);
  const profile = await mkdtemp(path.join(tmpdir(), "feedwright-chromium-"));
  const browser = await chromium.launch({
    executablePath: await packaged.executablePath(),
    timeout: IN_TIME.timeout,
    args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage", `--crash-dumps-dir=${profile}`],
  });
  return Object.assign(browser, {
    async [Symbol.asyncDispose]() {
      await browser.close();
      await rm(profile, { recursive: true, force: true });
    },
  });
}
