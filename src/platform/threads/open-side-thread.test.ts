import { execFile } from "node:child_process";
import { mkdtempDisposable, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

/** What a thread answers, opened by a process that keeps compiled code in a folder as the launcher does. */
async function answered(folder: string, asked: string): Promise<string> {
  const thread = `import { getCompileCacheDir } from "node:module"; import { parentPort } from "node:worker_threads";
    parentPort.on("message", () => parentPort.postMessage({ answer: ${asked} }));`;
  const script = `import { enableCompileCache } from "node:module"; enableCompileCache(${JSON.stringify(folder)});
    const { openSideThread } = await import(${JSON.stringify(new URL("open-side-thread.ts", import.meta.url).href)});
    await using thread = openSideThread({ module: new URL("data:text/javascript,${encodeURIComponent(thread)}"), deadlineMs: 60_000, heapMiB: 64 });
    console.log(await thread.ask("?"));`;
  const env = { SECRETS_KEY: "hidden" };
  return (await run(process.execPath, ["--input-type=module", "-e", script], { env })).stdout.trim();
}

test("a thread keeps its compiled code where the process that opened it does, and knows nothing else of its environment", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "feedwright-compiled-"));
  const path = await realpath(folder.path);
  expect(await answered(path, `process.getBuiltinModule("node:path").dirname(getCompileCacheDir())`)).toBe(path);
  expect(await answered(path, "Object.keys(process.env).join()")).toBe("NODE_COMPILE_CACHE");
});
