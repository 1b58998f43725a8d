import { execFile } from "node:child_process";
import { access, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { members, parseJson } from "../../src/kernel/unsafe.ts";

const UNPACK = fileURLToPath(new URL("unpack-chromium.ts", import.meta.url));
const UNPACK_MS_MAX = 120_000;
/**
 * A page that isolates itself (`cross-origin-opener-policy`) would leave the process it was opened in, and the end of a trace often waits five seconds
 * for such a process to answer.
 */
const ONE_RENDERER = "--renderer-process-limit=1";

/** A real Chromium, from npm alone. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser & AsyncDisposable> {
  const [{ chromium }, folder] = await Promise.all([import("playwright-core"), unpackedChromium()]);
  const profile = await mkdtemp(path.join(tmpdir(), "feedwright-profile-"));
  const removeProfile = () => rm(profile, { recursive: true, force: true });
  try {
    const browser = await chromium.launch({
      executablePath: path.join(folder, "chromium"),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--disable-dev-shm-usage",
        ONE_RENDERER,
        `--crash-dumps-dir=${profile}`,
        ...more,
      ],
      // The system libraries that the package brings, for machines that have none of a desktop's.
      env: { ...process.env, LD_LIBRARY_PATH: path.join(folder, "al2023", "lib"), FONTCONFIG_PATH: path.join(folder, "fonts") },
    });
    return Object.assign(browser, {
      async [Symbol.asyncDispose]() {
        await browser.close();
        await removeProfile();
      },
    });
  } catch (error) {
    await removeProfile();
    throw error;
  }
}

/**
 * The folder of the unpacked package, which the first test on a machine makes. Several may begin at once: each unpacks into a folder of its own, and
 * the first one to finish gives it the name that all of them look for, so that nobody starts half a program.
 */
async function unpackedChromium(): Promise<string> {
  const manifest = createRequire(import.meta.url)
    .resolve("@sparticuz/chromium")
    .replace(/build[/\\].*$/, "package.json");
  const version = String(members(parseJson(await readFile(manifest, "utf8")))["version"]);
  const folder = path.join(tmpdir(), `feedwright-chromium-${version}`);
  if (await exists(folder)) return folder;
  const own = await mkdtemp(`${folder}-`);
  try {
    const env = { ...process.env, TMPDIR: own, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" };
    await promisify(execFile)(process.execPath, [UNPACK], { env, timeout: UNPACK_MS_MAX });
    const fonts = path.join(own, "fonts", "fonts.conf");
    await writeFile(fonts, (await readFile(fonts, "utf8")).replace("/tmp/fonts<", `${folder}/fonts<`));
    await rename(own, folder);
  } catch (error) {
    // Another was quicker.
    if (!(await exists(folder))) throw error;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  return folder;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
