import { execFile } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const INSPECTOR = createRequire(import.meta.url).resolve("@modelcontextprotocol/inspector/clients/launcher/build/index.js");
const WITHIN_MS = 300_000;

export interface Inspected {
  readonly status: number | string | null | undefined;
  readonly said: string;
}

/** What the inspector says of the tools' schemas; 6 where some client couldn't take one. Its home is a folder of its own. */
export async function inspectTools(url: string, era: "modern" | "legacy"): Promise<Inspected> {
  await using home = await mkdtempDisposable(join(tmpdir(), "feedwright-inspector-"));
  const args = ["--cli", url, "--transport", "http", "--protocol-era", era, "--method", "tools/list", "--strict", "--format", "json"];
  const env = { ...process.env, HOME: home.path, MCP_CATALOG_PATH: join(home.path, "mcp.json") };
  return await new Promise((resolve) => {
    execFile(process.execPath, [INSPECTOR, ...args], { env, timeout: WITHIN_MS, maxBuffer: 16 * 1024 ** 2 }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : error.code, said: stderr + (error === null ? "" : stdout) }),
    );
  });
}
